#include "lethe/method/catalogue.h"

#include <fmt/format.h>

#include "lethe/core/did_you_mean.h"

// Each methods.def lists LETHE_METHOD(function): a function of the family's namespace, defined in
// the method's own file, that describes it.
namespace lethe {

#define LETHE_METHOD(function) Method function();
namespace mask {
#include "lethe/table/mask/methods.def"
}
namespace attack {
#include "lethe/table/attack/methods.def"
}
namespace loss {
#include "lethe/table/loss/methods.def"
}
#undef LETHE_METHOD

const std::vector<Method>& catalogue() {
    static const std::vector<Method> methods{
#define LETHE_METHOD(function) mask::function(),
#include "lethe/table/mask/methods.def"
#undef LETHE_METHOD
#define LETHE_METHOD(function) attack::function(),
#include "lethe/table/attack/methods.def"
#undef LETHE_METHOD
#define LETHE_METHOD(function) loss::function(),
#include "lethe/table/loss/methods.def"
#undef LETHE_METHOD
    };
    return methods;
}

std::vector<const Method*> methods_of(Family family) {
    std::vector<const Method*> found;
    for (const Method& method : catalogue()) {
        if (method.info.family == family) found.push_back(&method);
    }
    return found;
}

std::vector<std::string> method_names(Family family) {
    std::vector<std::string> names;
    for (const Method* method : methods_of(family)) names.push_back(method->info.name);
    return names;
}

const Method* find_method(std::string_view name) {
    for (const Method& method : catalogue()) {
        if (method.info.name == name) return &method;
    }
    return nullptr;
}

const Method& find_method(std::string_view name, Family family) {
    const Method* method = find_method(name);
    if (method != nullptr && method->info.family == family) return *method;
    const std::string_view what = family == Family::mask     ? "masking method"
                                  : family == Family::attack ? "attack"
                                                             : "loss measure";
    if (method != nullptr) {
        throw Error(ErrorKind::usage, fmt::format("\"{}\" is of the family \"{}\", not a {}", name,
                                                  lethe::name(method->info.family), what));
    }
    throw Error(ErrorKind::usage, unknown_name(what, name, method_names(family)));
}

}  // namespace lethe
