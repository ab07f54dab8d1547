#include "lethe/catalogue.h"

#include "lethe/api/inside.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/method/catalogue.h"

namespace lethe::api {
namespace {

MethodInfo described(const Method& method) {
    MethodInfo info;
    info.name = method.info.name;
    info.family = lethe::name(method.info.family);
    info.data = lethe::name(method.info.data);
    info.title = method.info.title;
    info.summary = method.info.summary;
    info.description = method.info.description;
    for (const lethe::Kind kind : method.info.kinds) info.kinds.emplace_back(lethe::name(kind));
    for (const Property property : method.info.properties) {
        info.promises.emplace_back(lethe::name(property));
    }
    for (const Parameter& parameter : method.parameters) {
        info.parameters.push_back({parameter.name, parameter.text, parameter.type,
                                   parameter.range.text(), parameter.choices,
                                   parameter.fallback.dump(), parameter.required});
    }
    return info;
}

}  // namespace

std::vector<MethodInfo> methods() {
    return guarded([] {
        std::vector<MethodInfo> all;
        for (const Method& method : catalogue()) all.push_back(described(method));
        return all;
    });
}

std::vector<MethodInfo> methods(std::string_view family, std::string_view data) {
    std::vector<MethodInfo> some = methods();
    std::erase_if(
        some, [&](const MethodInfo& info) { return info.family != family || info.data != data; });
    return some;
}

MethodInfo method(std::string_view name, std::string_view data) {
    return guarded([&] {
        std::vector<std::string> names;
        for (const Method& method : catalogue()) {
            if (lethe::name(method.info.data) != data) continue;
            if (method.info.name == name) return described(method);
            names.push_back(method.info.name);
        }
        throw lethe::Error(lethe::ErrorKind::usage, unknown_name("method", name, names));
    });
}

}  // namespace lethe::api
