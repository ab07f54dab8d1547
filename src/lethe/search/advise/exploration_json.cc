// Explorations in JSON, and their points read again from a journal.
#include "lethe/method/result_json.h"
#include "lethe/method/stored_json.h"
#include "lethe/search/advise/exploration.h"

namespace lethe::search {
namespace {

Json to_json(const SampleFigures& sample) {
    return {{"people", sample.people},
            {"risk", or_null(sample.risk)},
            {"loss", or_null(sample.loss)},
            {"score", or_null(sample.score)},
            {"worst", {{"value", or_null(sample.worst)}}},
            {"seconds", sample.seconds}};
}

// Of data that are no tables a point tells less of the attack.
Json worst_json(const ExplorationPoint& point) {
    if (!point.worst) return nullptr;
    const release::Headline& worst = *point.worst;
    if (point.steps.empty()) return to_json(worst);
    return to_json(release::WorstAttack{worst.attack, worst.title, worst.found, worst.knows});
}

std::int64_t stored_count(const Json& object, const char* key) {
    const double number = stored_number(object, key).value_or(0);
    return number >= 0 && number <= 1e15 ? static_cast<std::int64_t>(number) : 0;
}

std::optional<release::Headline> stored_headline(const Json& point) {
    const Json worst = stored_object(point, "worst");
    const auto found = stored_number(worst, "value");
    if (!found) return std::nullopt;
    return release::Headline{.found = *found,
                             .interval = stored_interval(worst, "interval"),
                             .looked_for = stored_count(worst, "looked_for"),
                             .attack = stored_text(worst, "name"),
                             .title = stored_text(worst, "title"),
                             .parameters = stored_object(worst, "parameters"),
                             .knows = stored_text(worst, "knows"),
                             .columns = stored_texts(worst, "columns")};
}

std::optional<release::ClassBound> stored_bound(const Json& point) {
    const Json bound = stored_object(point, "bound");
    if (bound.empty()) return std::nullopt;
    return release::ClassBound{stored_count(bound, "rows"), stored_count(bound, "classes"),
                               stored_count(bound, "smallest"), stored_count(bound, "unique")};
}

std::optional<SampleFigures> stored_sample(const Json& point) {
    const Json sample = stored_object(point, "sample");
    if (sample.empty()) return std::nullopt;
    return SampleFigures{stored_count(sample, "people"),
                         stored_number(sample, "risk"),
                         stored_number(sample, "loss"),
                         stored_number(sample, "score"),
                         stored_number(stored_object(sample, "worst"), "value"),
                         stored_number(sample, "seconds").value_or(0)};
}

ExplorationPoint stored_point(const Json& json) {
    ExplorationPoint point;
    point.id = static_cast<std::size_t>(stored_count(json, "id"));
    point.label = stored_text(json, "label");
    point.method = stored_text(json, "method");
    point.parameters = stored_object(json, "parameters");
    if (const Json* steps = stored_member(json, "steps"); steps != nullptr && steps->is_array()) {
        for (const Json& step : *steps) {
            point.steps.push_back({stored_text(step, "method"), stored_object(step, "parameters")});
        }
    }
    point.risk = stored_number(json, "risk");
    point.loss = stored_number(json, "loss");
    point.score = stored_number(json, "score");
    point.worst = stored_headline(json);
    point.bound = stored_bound(json);
    const Json parts = stored_object(json, "parts");
    for (const auto& [name, value] : parts.items()) {
        point.parts.emplace_back(
            name, value.is_number() ? std::optional(value.get<double>()) : std::nullopt);
    }
    point.error = stored_text(json, "error");
    point.seconds = stored_number(json, "seconds").value_or(0);
    point.sample = stored_sample(json);
    point.left_out = stored_flag(json, "left_out");
    point.untried = stored_flag(json, "untried");
    return point;
}

}  // namespace

Json to_json(const ExplorationPoint& point) {
    const bool of_table = point.steps.empty();
    const bool failed = !point.error.empty() && !point.failed_in_sample;
    Json json{{"id", point.id}, {"label", point.label}, {"method", point.method}};
    if (of_table) {
        json["parameters"] = point.parameters;
    } else {
        json["steps"] = json_list(point.steps);
    }
    if (failed || (point.untried && !of_table)) {  // the order that files have had ever since
        for (const char* figure : {"score", "loss", "risk"}) json[figure] = nullptr;
    } else {
        json["risk"] = or_null(point.risk);
        json["loss"] = or_null(point.loss);
        json["score"] = or_null(point.score);
    }
    if (point.measured()) {
        json["worst"] = worst_json(point);
        if (point.bound) json["bound"] = to_json(*point.bound);
        json["parts"] = lethe::to_json(point.parts);
    }
    if (failed) json["error"] = point.error;
    json["seconds"] = point.seconds;
    if (point.failed_in_sample) json["error"] = point.error;
    if (point.untried) json["untried"] = true;
    if (point.sample) json["sample"] = to_json(*point.sample);
    if (point.left_out) json["left_out"] = true;
    if (point.pareto) json["pareto"] = *point.pareto;
    return json;
}

std::vector<ExplorationPoint> stored_points(const std::vector<Json>& points) {
    std::vector<ExplorationPoint> read;
    for (const Json& json : points) {
        ExplorationPoint point = stored_point(json);
        const bool told = !point.measured() || stored_member(json, "parts") != nullptr;
        if (point.id > 0 && told) read.push_back(std::move(point));
    }
    return read;
}

Json to_json(const Exploration& exploration) {
    Json json{{"kind", "exploration"}};
    if (exploration.data == DataKind::table) {
        json["columns"] = exploration.columns;
        json["scenario"] = to_json(exploration.scenario);
    } else {
        json["data_kind"] = name(exploration.data);
    }
    json["risk_rule"] = exploration.risk_rule.name();
    json["alpha"] = exploration.alpha;
    json["loss_measure"] = exploration.loss_measure;
    json["recommended"] = or_null(exploration.recommended);
    json["reason"] = exploration.reason;
    json["stopped"] = exploration.stopped;
    if (const auto& sample = exploration.sample) {
        json["sample"] = {{"people", sample->people},
                          {"of", sample->of},
                          {"tried", sample->tried},
                          {"whole", sample->whole}};
    }
    json["points"] = json_list(exploration.points);
    return json;
}

}  // namespace lethe::search
