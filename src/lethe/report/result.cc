#include "lethe/report/result.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lethe/report/number_format.h"
#include "lethe/report/utf8.h"

namespace lethe::report {

const Json& field(const Json& object, std::string_view key) {
    static const Json kNull = nullptr;
    if (!object.is_object()) return kNull;
    const auto place = object.find(key);
    return place == object.end() ? kNull : *place;
}

std::optional<double> number(const Json& value) {
    if (!value.is_number()) return std::nullopt;
    const double read = value.get<double>();
    return std::isfinite(read) ? std::optional(read) : std::nullopt;
}

std::optional<double> number(const Json& object, std::string_view key) {
    return number(field(object, key));
}

std::optional<std::int64_t> count(const Json& object, std::string_view key) {
    const std::optional<double> value = number(object, key);
    return value ? std::optional(rounded(*value)) : std::nullopt;
}

std::string text(const Json& object, std::string_view key) {
    const Json& value = field(object, key);
    return value.is_string() ? clean(value.get_ref<const std::string&>()) : std::string();
}

bool flag(const Json& object, std::string_view key) {
    const Json& value = field(object, key);
    return value.is_boolean() && value.get<bool>();
}

std::vector<std::string> texts(const Json& object, std::string_view key) {
    std::vector<std::string> result;
    const Json& list = field(object, key);
    if (!list.is_array()) return result;
    for (const Json& item : list) {
        if (item.is_string()) result.push_back(clean(item.get_ref<const std::string&>()));
    }
    return result;
}

std::vector<double> numbers(const Json& object, std::string_view key) {
    std::vector<double> result;
    const Json& list = field(object, key);
    if (!list.is_array()) return result;
    for (const Json& item : list) result.push_back(number(item).value_or(0));
    return result;
}

std::vector<Json> objects(const Json& object, std::string_view key) {
    std::vector<Json> result;
    const Json& list = field(object, key);
    if (!list.is_array()) return result;
    std::ranges::copy_if(list, std::back_inserter(result),
                         [](const Json& item) { return item.is_object(); });
    return result;
}

ResultKind kind_of(const Json& result) {
    const std::string kind = text(result, "kind");
    if (kind == "release") return ResultKind::release;
    if (kind == "assessment") return ResultKind::assessment;
    if (kind == "exploration" || kind == "advice") return ResultKind::exploration;
    if (kind == "evolution") return ResultKind::evolution;
    if (kind == "inspection") return ResultKind::inspection;
    if (kind == "vector-assessment") return ResultKind::vectors;
    if (kind == "graph-assessment") return ResultKind::graphs;
    if (kind == "reproductions") return ResultKind::reproductions;
    if (!kind.empty() || !result.is_object()) return ResultKind::other;
    if (result.contains("population_first")) return ResultKind::evolution;
    if (result.contains("points")) return ResultKind::exploration;
    if (result.contains("attacks") || result.contains("measures")) return ResultKind::assessment;
    if (result.contains("steps")) return ResultKind::release;
    if (result.contains("classes")) return ResultKind::inspection;
    return ResultKind::other;
}

namespace {

bool assesses(const Json& assessment, const std::string& file) {
    return text(field(assessment, "masked"), "file") == file;
}

void add_measured(const Json& release, std::vector<Json>& assessments) {
    Json measured = field(release, "measured");
    if (!measured.is_object()) return;
    const Json& about = field(release, "release");
    const std::string file = text(about, "file");
    const auto same = [&](const Json& given) { return assesses(given, file); };
    if (std::ranges::any_of(assessments, same)) return;
    measured["kind"] = "assessment";
    if (!measured.contains("masked")) {
        measured["masked"] = {{"file", file}, {"rows", field(about, "rows")}};
    }
    assessments.push_back(std::move(measured));
}

}  // namespace

Results sort_results(std::span<const Json> results) {
    Results sorted;
    for (const Json& result : results) {
        switch (kind_of(result)) {
            case ResultKind::release:
                sorted.releases.push_back(result);
                break;
            case ResultKind::assessment:
                sorted.assessments.push_back(result);
                break;
            case ResultKind::exploration:
                sorted.explorations.push_back(result);
                break;
            case ResultKind::evolution:
                sorted.evolutions.push_back(result);
                break;
            case ResultKind::inspection:
                sorted.inspections.push_back(result);
                break;
            case ResultKind::vectors:
                sorted.vectors.push_back(result);
                break;
            case ResultKind::graphs:
                sorted.graphs.push_back(result);
                break;
            case ResultKind::reproductions:
                sorted.reproductions.push_back(result);
                break;
            case ResultKind::other:
                sorted.others.push_back(result);
                break;
        }
        if (sorted.version.empty()) sorted.version = text(field(result, "lethe"), "version");
    }
    for (const Json& release : sorted.releases) add_measured(release, sorted.assessments);
    return sorted;
}

std::string file_name(std::string_view path) {
    return std::string(path.substr(path.find_last_of("/\\") + 1));
}

std::optional<std::int64_t> rows_of(const Json& assessment) {
    if (const auto rows = count(field(assessment, "original"), "rows")) return rows;
    return count(field(assessment, "masked"), "rows");
}

namespace {

// Why methods could not begin an evolution: of no use without the data.
void erase_reasons(Json& evolution) {
    if (!field(field(evolution, "start"), "failed").is_array()) return;
    for (Json& failed : evolution["start"]["failed"]) {
        if (failed.is_object()) failed.erase("error");
    }
}

bool is_private(std::string_view key, const Json& value) {
    constexpr std::array<std::string_view, 3> kPrivate = {"distributions", "seed", "exposed"};
    if (key == "links") return value.is_structured();  // which ones; how many may be told
    return key.starts_with("private") || std::ranges::find(kPrivate, key) != kPrivate.end();
}

// What a learnt distance is made of: with it anyone repeats the attack without knowing a link.
void erase_learnt(Json& details) {
    if (!details.contains("key_attributes") && !details.contains("weights_by_rank")) return;
    for (const char* key :
         {"key_attributes", "weights_by_rank", "interactions", "measure", "matrix", "heaviest",
          "columns_exposed", "exposed_together", "exposed_people", "exposed_orders"}) {
        details.erase(key);
    }
}

// Matrices that were made from the frequencies of the original. Those of the best stay: whoever
// uses what they made needs them to correct for the masking, and a release record has them too.
void erase_frequencies(Json& evolution) {
    for (const char* side : {"start", "best"}) {
        if (field(evolution, side).is_object()) evolution[side].erase("tables");
    }
    if (field(evolution, "start").is_object()) evolution["start"].erase("matrices");
}

Json without_private_keys(const Json& value) {
    if (value.is_array()) {
        Json result = Json::array();
        for (const Json& item : value) result.push_back(without_private_keys(item));
        return result;
    }
    if (!value.is_object()) return value;
    Json result = Json::object();
    for (const auto& [key, item] : value.items()) {
        if (!is_private(key, item)) result[key] = without_private_keys(item);
    }
    // These hold the means, variances, correlations and two-way tables, and the class sizes, of the
    // original.
    const std::string name = text(value, "name");
    if (name == "statistics" || name == "bivariate") result.erase("details");
    const bool compares_classes = name == "uniqueness" || name == "discernibility";
    if (compares_classes && field(result, "details").contains("original")) {
        result["details"].erase("original");
    }
    if (field(result, "details").is_object()) erase_learnt(result["details"]);
    if (kind_of(result) == ResultKind::evolution) erase_frequencies(result);
    return result;
}

}  // namespace

Json for_publication(const Json& result) {
    if (kind_of(result) == ResultKind::inspection) return nullptr;
    Json kept = without_private_keys(result);
    if (!kept.is_object()) return kept;
    for (const char* side : {"original", "data"}) {
        if (kept.contains(side) && kept[side].is_object()) kept[side].erase("file");
    }
    if (kind_of(kept) == ResultKind::vectors) kept.erase("original");
    if (kind_of(kept) == ResultKind::graphs) {
        for (const char* about : {"original", "structure", "picture"}) kept.erase(about);
    }
    if (kind_of(kept) == ResultKind::evolution) {
        for (const char* place : {"output", "release", "policy", "tables"}) kept.erase(place);
        erase_reasons(kept);
    }
    return kept;
}

bool holds_private_data(const Json& result) {
    const ResultKind kind = kind_of(result);
    if (kind == ResultKind::inspection || kind == ResultKind::vectors) return true;
    if (kind == ResultKind::graphs) return result.contains("original");
    return without_private_keys(result) != result;
}

}  // namespace lethe::report
