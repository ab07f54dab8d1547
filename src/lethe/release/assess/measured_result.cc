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
            const std::string knows = result.value("knows", method.info.knows);
            if (!knows.empty()) worst["knows"] = knows;
        }
    }
    return worst;
}

std::vector<const Method*> judging_losses(DataKind data) {
    const std::vector<const Method*> all = methods_of(Family::loss, data);
    if (data != DataKind::graph) return {all.front()};
    std::vector<const Method*> losses;
    for (const Method* loss : all) {
        if (loss->info.by_default) losses.push_back(loss);
    }
    return losses;
}

Json judged_loss(const Json& lost, DataKind data) {
    const auto value_of = [&](const Method* loss) {
        return lost.is_object() ? lost.value(loss->info.name, Json()) : Json();
    };
    double sum = 0, measured = 0;
    for (const Method* loss : judging_losses(data)) {
        const Json value = value_of(loss);
        if (!value.is_number()) continue;
        sum += value.get<double>();
        ++measured;
    }
    if (measured > 0) return sum / measured;
    for (const Method* loss : methods_of(Family::loss, data)) {
        if (Json value = value_of(loss); value.is_number()) return value;
    }
    return nullptr;
}

void add_headlines(Json& assessment, DataKind data) {
    for (Json& release : assessment["releases"]) {
        Json results = Json::array();
        const Json found = release.value("found", Json::object());
        for (const auto& [name, value] : found.items()) {
            const Method& method = find_method(name, Family::attack, data);
            results.push_back({{"name", name}, {"title", method.info.title}, {"value", value}});
        }
        release["worst"] = worst_attack(results, data);
    }
    if (assessment["releases"].size() != 1) return;
    const Json only = assessment["releases"].front();  // new members move the others
    assessment["worst"] = only["worst"];
    assessment["loss"] = judged_loss(only.value("lost", Json::object()), data);
}

}  // namespace lethe
