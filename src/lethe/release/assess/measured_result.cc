#include "lethe/release/assess/measured_result.h"

#include <utility>

#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"

namespace lethe {

Json measured_result(const Method& method, const Json& parameters, Measurement measured) {
    Json result{{"name", method.info.name},
                {"title", method.info.title},
                {"parameters", parameters},
                {"value", measured.value},
                {"unit", measured.unit},
                {"details", with_about_original(std::move(measured.details),
                                                std::move(measured.about_original))}};
    const std::string& knows = measured.knows.empty() ? method.info.knows : measured.knows;
    if (!knows.empty()) result["knows"] = knows;
    if (measured.interval) result["interval"] = *measured.interval;
    if (!measured.warnings.empty()) result["warnings"] = measured.warnings;
    return result;
}

Json unmeasured_result(const Method& method, const Json& parameters, const std::string& why) {
    Measurement nothing;
    nothing.warnings = {why};
    Json result = measured_result(method, parameters, std::move(nothing));
    result["value"] = nullptr;
    return result;
}

Json worst_attack(const Json& results, DataKind data) {
    Json worst = nullptr;
    for (const Json& result : results) {
        const auto name = result["name"].get<std::string>();
        const Method& method = find_method(name, Family::attack, data);
        if (!method.info.finds_people || result["value"].is_null()) continue;
        if (worst.is_null() || result["value"] > worst["value"]) {
            worst = {{"name", name}, {"title", result["title"]}, {"value", result["value"]}};
        }
    }
    return worst;
}

}  // namespace lethe
