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
namespace documents {
#include "lethe/documents/methods.def"
}
namespace vectors {
#include "lethe/vectors/methods.def"
}
namespace graph {
#include "lethe/graph/methods.def"
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
#define LETHE_METHOD(function) documents::function(),
#include "lethe/documents/methods.def"
#undef LETHE_METHOD
#define LETHE_METHOD(function) vectors::function(),
#include "lethe/vectors/methods.def"
#undef LETHE_METHOD
#define LETHE_METHOD(function) graph::function(),
#include "lethe/graph/methods.def"
#undef LETHE_METHOD
    };
    return methods;
}

std::vector<const Method*> methods_of(Family family, DataKind data) {
    std::vector<const Method*> found;
    for (const Method& method : catalogue()) {
        if (method.info.family == family && method.info.data == data) found.push_back(&method);
    }
    return found;
}

std::vector<std::string> method_names(Family family, DataKind data) {
    std::vector<std::string> names;
    for (const Method* method : methods_of(family, data)) names.push_back(method->info.name);
    return names;
}

const Method* find_method(std::string_view name, DataKind data) {
    for (const Method& method : catalogue()) {
        if (method.info.name == name && method.info.data == data) return &method;
    }
    return nullptr;
}

const Method& method_for(Purpose purpose, DataKind data) {
    for (const Method& method : catalogue()) {
        if (method.info.data == data && method.has(purpose)) return method;
    }
    throw Error(ErrorKind::internal, "no method serves the purpose that is asked for");
}

const Method& method_with(Effect effect) {
    for (const Method& method : catalogue()) {
        if (method.info.effect == effect) return method;
    }
    throw Error(ErrorKind::internal, "no method has the effect that is asked for");
}

const Method* find_assessment(std::string_view name) {
    for (const Method& method : catalogue()) {
        if (method.info.name == name && method.info.family != Family::mask) return &method;
    }
    return nullptr;
}

const Method& find_method(std::string_view name, Family family, DataKind data) {
    const Method* method = find_method(name, data);
    if (method != nullptr && method->info.family == family) return *method;
    const std::string_view protection = data == DataKind::table ? "masking method" : "protection";
    const std::string_view what = family == Family::mask     ? protection
                                  : family == Family::attack ? "attack"
                                                             : "loss measure";
    if (method != nullptr) {
        throw Error(ErrorKind::usage, fmt::format("\"{}\" is of the family \"{}\", not a {}", name,
                                                  lethe::name(method->info.family), what));
    }
    throw Error(ErrorKind::usage, unknown_name(what, name, method_names(family, data)));
}

}  // namespace lethe
