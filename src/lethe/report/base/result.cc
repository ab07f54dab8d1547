#include "lethe/report/base/result.h"

#include <algorithm>
#include <cmath>

#include "lethe/method/publication.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/utf8.h"

namespace lethe::report {

std::string text(const Json& object, std::string_view key) {
    const Json& value = field(object, key);
    return value.is_string() ? clean(value.get_ref<const std::string&>()) : std::string();
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
    if (kind == "text-release" || kind == "vector-release" || kind == "graph-release") {
        return ResultKind::other_release;
    }
    if (kind == "document-assessment") return ResultKind::documents;
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
            case ResultKind::other_release:
                sorted.other_releases.push_back(result);
                break;
            case ResultKind::documents:
                sorted.documents.push_back(result);
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

std::vector<Json> attacked_and_measured(const Results& results) {
    std::vector<Json> all = results.assessments;
    all.insert(all.end(), results.documents.begin(), results.documents.end());
    return all;
}

std::string file_name(std::string_view path) {
    return std::string(path.substr(path.find_last_of("/\\") + 1));
}

std::optional<std::int64_t> rows_of(const Json& assessment) {
    if (const auto rows = count(field(assessment, "original"), "rows")) return rows;
    return count(field(assessment, "masked"), "rows");
}

}  // namespace lethe::report
