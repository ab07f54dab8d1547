#include "lethe/release/assess/measured_result.h"

#include <algorithm>

#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/method/result_json.h"
#include "lethe/method/stored_json.h"

namespace lethe::release {

MethodResult measured_result(const Method& method, const Json& parameters, Measurement measured) {
    const MethodInfo& info = method.info;
    MethodResult result{info.name, info.title, parameters};
    result.value = measured.value;
    result.unit = std::move(measured.unit);
    result.details = std::move(measured.details);
    result.about_original = std::move(measured.about_original);
    result.knows = measured.knows.empty() ? info.knows : std::move(measured.knows);
    result.interval = measured.interval;
    result.warnings = std::move(measured.warnings);
    result.finds_people = info.finds_people;
    return result;
}

MethodResult unmeasured_result(const Method& method, const Json& parameters,
                               const std::string& why) {
    Measurement nothing;
    nothing.warnings = {why};
    MethodResult result = measured_result(method, parameters, std::move(nothing));
    result.value.reset();
    return result;
}

Json to_json(const MethodResult& result) {
    Json json{{"name", result.name}, {"title", result.title}, {"parameters", result.parameters}};
    if (result.of_file) {
        json["finds_people"] = result.finds_people;
        json["people_of"] = "file";
    }
    // Of an attack that is no method of the catalogue nobody would know it.
    if (!result.of_file && result.finds_people && find_method(result.name) == nullptr) {
        json["finds_people"] = true;
    }
    json["value"] = or_null(result.value);
    json["unit"] = result.unit;
    json["details"] = with_about_original(result.details, result.about_original);
    if (result.of_file) {
        if (!result.columns.empty()) json["columns"] = result.columns;
        json["warnings"] = result.warnings;
        if (result.interval) json["interval"] = *result.interval;
        if (result.value) json["knows"] = result.knows;
        return json;
    }
    if (!result.knows.empty()) json["knows"] = result.knows;
    if (result.interval) json["interval"] = *result.interval;
    if (!result.warnings.empty()) json["warnings"] = result.warnings;
    if (!result.columns.empty()) json["columns"] = result.columns;
    return json;
}

std::vector<MethodResult> stored_results(const Json& results) {
    std::vector<MethodResult> read;
    if (!results.is_array()) return read;
    for (const Json& item : results) {
        if (stored_text(item, "name").empty()) continue;
        MethodResult result{stored_text(item, "name"), stored_text(item, "title"),
                            stored_object(item, "parameters")};
        result.value = stored_number(item, "value");
        result.unit = stored_text(item, "unit");
        result.details = stored_object(item, "details");
        result.about_original = stored_object(result.details, std::string(kAboutOriginal).c_str());
        result.details.erase(std::string(kAboutOriginal));
        result.knows = stored_text(item, "knows");
        result.interval = stored_interval(item, "interval");
        result.warnings = stored_texts(item, "warnings");
        result.columns = stored_texts(item, "columns");
        const Method* method = find_method(result.name);
        result.finds_people =
            method != nullptr ? method->info.finds_people : stored_flag(item, "finds_people");
        result.of_file = stored_text(item, "people_of") == "file";
        read.push_back(std::move(result));
    }
    return read;
}

Json to_json(const PrivateResult& result) {
    return {{"name", result.name}, {"parameters", result.parameters}, {"details", result.details}};
}

Json to_json(const WorstAttack& worst) {
    Json json{{"name", worst.name}, {"title", worst.title}, {"value", worst.value}};
    if (!worst.knows.empty()) json["knows"] = worst.knows;
    return json;
}

std::optional<WorstAttack> worst_attack(std::span<const MethodResult> results) {
    std::optional<WorstAttack> worst;
    for (const MethodResult& result : results) {
        if (!result.finds_people || !result.value) continue;
        if (worst && !(*result.value > worst->value)) continue;
        worst = WorstAttack{result.name, result.title, *result.value, result.knows};
    }
    return worst;
}

FiguresByName figures_by_name(std::span<const MethodResult> results) {
    FiguresByName figures;
    for (const MethodResult& result : results) {
        const bool known = std::ranges::any_of(
            figures, [&](const auto& figure) { return figure.first == result.name; });
        if (!known) figures.emplace_back(result.name, result.value);
    }
    return figures;
}

Json to_json(const MethodAssessment& assessment) {
    const bool graph = assessment.data == DataKind::graph;
    const char* count = graph ? "rows" : "documents";
    Json masked{{"file", assessment.masked.file}, {count, assessment.masked.size}};
    if (graph) masked = {{count, assessment.masked.size}, {"file", assessment.masked.file}};
    if (assessment.without_original) masked["without_original"] = *assessment.without_original;
    Json json{
        {"kind", "assessment"},
        {"data", name(assessment.data)},
        {"original",
         {{count, assessment.original.size}, {"private", {{"file", assessment.original.file}}}}},
        {"masked", std::move(masked)}};
    const bool attacks = assessment.family == Family::attack;
    const auto worst = worst_attack(assessment.results);
    if (attacks && !graph) json["worst"] = worst ? to_json(*worst) : Json(nullptr);
    json[attacks ? "attacks" : "measures"] = json_list(assessment.results);
    if (attacks && graph) json["worst"] = worst ? to_json(*worst) : Json(nullptr);
    return json;
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

std::optional<double> judged_loss(const FiguresByName& lost, DataKind data) {
    const auto value_of = [&](const Method* loss) {
        const auto found = std::ranges::find(lost, loss->info.name,
                                             [](const auto& figure) { return figure.first; });
        return found == lost.end() ? std::nullopt : found->second;
    };
    double sum = 0, measured = 0;
    for (const Method* loss : judging_losses(data)) {
        const std::optional<double> value = value_of(loss);
        if (!value) continue;
        sum += *value;
        ++measured;
    }
    if (measured > 0) return sum / measured;
    for (const Method* loss : methods_of(Family::loss, data)) {
        if (const std::optional<double> value = value_of(loss)) return value;
    }
    return std::nullopt;
}

std::optional<WorstAttack> worst_attack(const FiguresByName& found, DataKind data) {
    std::vector<MethodResult> results;
    for (const auto& [name, value] : found) {
        const MethodInfo& info = find_method(name, Family::attack, data).info;
        results.push_back({.name = name,
                           .title = info.title,
                           .value = value,
                           .knows = info.knows,
                           .finds_people = info.finds_people});
    }
    return worst_attack(results);
}

void add_headlines(Json& told, std::span<const ReleaseFigures> releases, DataKind data) {
    const auto worst_json = [&](const ReleaseFigures& figures) {
        const auto worst = worst_attack(figures.found, data);
        return worst ? to_json(*worst) : Json(nullptr);
    };
    for (std::size_t i = 0; i < releases.size(); ++i) {
        told["releases"][i]["worst"] = worst_json(releases[i]);
    }
    if (releases.size() != 1) return;
    told["worst"] = worst_json(releases.front());
    told["loss"] = or_null(judged_loss(releases.front().lost, data));
}

}  // namespace lethe::release
