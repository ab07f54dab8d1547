// The transparency attack on microaggregation.
//
// Columns that were masked together are a part. In each part the release shows the centroids of the
// clusters, and the intruder asks which clusters a known record can have gone to.
//
// A part of one column. Its clusters are runs of the sorted values, whatever the heuristic, so the
// centroids p_1 < p_2 < ... are in the order of the clusters, and a mean lies within its cluster. A
// value between p_i and p_(i+1) cannot be in a cluster below i: all values there are at most those
// of cluster i, hence at most p_i; nor in one above i + 1. So its record shows p_i or p_(i+1), and
// that is certain. A value equal to p_i may also have fallen, as one of several equal ones, into a
// neighbouring cluster: i - 1, i and i + 1 are admitted.
//
// Released means may be rounded and moved to the bounds of the column (the record says how): a
// monotone map, under which all this stays true when the known value is brought to the same domain.
//
// A part of several columns. The clusters of a heuristic are nobody's nearest neighbours by law,
// and nothing is certain: the t centroids nearest to the record are admitted, and how often the
// right one is among them is said (`hit`).
//
// What is admitted in all parts remains, and the nearest of it is taken.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "lethe/algo/candidates.h"
#include "lethe/algo/nearest_few.h"
#include "lethe/attack/candidate_report.h"
#include "lethe/attack/links.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/data/groups.h"
#include "lethe/method/recorded_steps.h"

namespace lethe::attack {
namespace {

using ColumnGroups = std::vector<std::vector<std::string>>;

struct Params : CandidateParams {
    ColumnGroups groups;
    std::optional<std::int64_t> group_size;
    std::int64_t t = 2;
    Scaling scaling = Scaling::zscore;
};

Schema<Params> schema() {
    return with_candidate_params(
        Schema<Params>()
            .field("groups", &Params::groups,
                   "groups of columns that were masked together; none: from the release record")
            .field("group_size", &Params::group_size,
                   "groups of so many consecutive columns, instead of naming them; 1: each column "
                   "was masked on its own",
                   at_least(1))
            .field("t", &Params::t,
                   "how many of the nearest centroids are candidates, in a group of several "
                   "columns",
                   at_least(1))
            .choice("scaling", &Params::scaling,
                    "how columns of a group were made comparable, where no record says it",
                    {{"zscore", Scaling::zscore}, {"none", Scaling::none}}));
}

enum class Known {
    runs,      // one column in clusters of consecutive values
    clusters,  // several columns together
    same,      // left as it was
    nothing,   // masked in a way that tells nothing about its clusters
};

// Columns that were masked together, as far as the intruder knows them.
struct Part {
    std::vector<std::string> columns;
    Known known = Known::nothing;
    Scaling scaling = Scaling::zscore;
    bool makes_missing = false;
};

std::vector<std::string> known_of(const AssessInput& input, const std::vector<std::string>& names) {
    std::vector<std::string> known;
    for (const std::string& name : input.columns) {
        if (std::find(names.begin(), names.end(), name) != names.end()) known.push_back(name);
    }
    return known;
}

void check_groups(const AssessInput& input, const Params& params) {
    Problems problems;
    const Place place{{}, 0, 0, "groups"};
    std::set<std::string> seen;
    for (const auto& group : params.groups) {
        if (group.empty()) problems.push_back({"a group without columns", place});
        for (const std::string& name : group) {
            if (input.masked.find(name) == nullptr) {
                problems.push_back(
                    {unknown_name("column of this attack", name, input.columns), place});
            } else if (!seen.insert(name).second) {
                problems.push_back({fmt::format("column \"{}\" is named twice", name), place});
            }
        }
    }
    for (const std::string& name : input.columns) {
        if (!params.groups.empty() && !seen.contains(name)) {
            problems.push_back({fmt::format("column \"{}\" is in no group", name), place});
        }
    }
    if (!params.groups.empty() && params.group_size) {
        problems.push_back({"give groups or group_size, not both", {{}, 0, 0, "group_size"}});
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
}

std::vector<Part> given_parts(const AssessInput& input, const Params& params) {
    ColumnGroups groups = params.groups;
    if (params.group_size) {
        const auto size = static_cast<std::size_t>(*params.group_size);
        for (std::size_t begin = 0; begin < input.columns.size(); begin += size) {
            const auto first = input.columns.begin() + static_cast<std::ptrdiff_t>(begin);
            const std::size_t end = std::min(input.columns.size(), begin + size);
            groups.emplace_back(first, input.columns.begin() + static_cast<std::ptrdiff_t>(end));
        }
    }
    std::vector<Part> parts;
    for (const auto& group : groups) {
        const Known known = group.size() == 1 ? Known::runs : Known::clusters;
        parts.push_back({known_of(input, group), known, params.scaling, true});
        if (parts.back().columns.empty()) parts.pop_back();
    }
    return parts;
}

// The parts of one step, as its facts list them.
std::vector<std::vector<std::string>> groups_of(const RecordedStep& step) {
    std::vector<std::vector<std::string>> groups;
    const Json parts = step.facts.value("parts", Json());
    if (!parts.is_array()) return groups;
    for (const Json& part : parts) {
        if (!part.is_object() || !part.contains("columns") || !part["columns"].is_array()) continue;
        std::vector<std::string>& group = groups.emplace_back();
        for (const Json& name : part["columns"]) {
            if (name.is_string()) group.push_back(name);
        }
    }
    return groups;
}

std::vector<Part> recorded_parts(const AssessInput& input, std::vector<std::string>& warnings) {
    const std::vector<RecordedStep> steps = recorded_steps(input.record);
    std::vector<Part> parts;
    std::map<std::string, std::vector<std::string>> unused;  // by method
    std::set<std::string> placed;
    for (const std::string& name : input.columns) {
        if (placed.contains(name)) continue;
        const std::vector<RecordedStep> own = steps_on(steps, name);
        Part part{{name}, own.empty() ? Known::same : Known::nothing, Scaling::zscore, false};
        for (const auto& group : own.size() == 1 ? groups_of(own[0]) : ColumnGroups()) {
            if (std::find(group.begin(), group.end(), name) == group.end()) continue;
            part.columns.clear();
            for (const std::string& other : known_of(input, group)) {
                if (steps_on(steps, other).size() == 1) part.columns.push_back(other);
            }
            part.known = group.size() == 1 ? Known::runs : Known::clusters;
            part.makes_missing = own[0].makes_missing();
            if (own[0].parameters.value("scaling", Json()) == "none") part.scaling = Scaling::none;
        }
        if (part.known == Known::nothing) unused[own.back().method].push_back(name);
        placed.insert(part.columns.begin(), part.columns.end());
        parts.push_back(std::move(part));
    }
    for (const auto& [method, names] : unused) {
        warnings.push_back(fmt::format("masked by {}, which shows no clusters: excludes nobody: {}",
                                       method, fmt::join(names, ", ")));
    }
    return parts;
}

std::vector<Part> parts_of(const AssessInput& input, const Params& params,
                           std::vector<std::string>& warnings) {
    check_groups(input, params);
    if (!params.groups.empty() || params.group_size) return given_parts(input, params);
    if (input.record.is_null()) {
        throw Error(ErrorKind::usage,
                    "which columns were masked together is not known: give the release record "
                    "(--release FILE), groups or group_size");
    }
    std::vector<Part> parts = recorded_parts(input, warnings);
    if (std::none_of(parts.begin(), parts.end(), [](const Part& part) {
            return part.known == Known::runs || part.known == Known::clusters;
        })) {
        throw Error(ErrorKind::usage,
                    "the release record has no microaggregation step on these columns");
    }
    return parts;
}

// The places of a sorted list in which a value can have gone (see above).
std::vector<std::int32_t> admitted_runs(const std::vector<double>& centroids, double value,
                                        bool exact) {
    const auto place = std::lower_bound(centroids.begin(), centroids.end(), value);
    auto last = static_cast<std::int32_t>(place - centroids.begin());
    const bool there = place != centroids.end() && *place == value;
    if (exact) return there ? std::vector{last} : std::vector<std::int32_t>();
    std::int32_t first = last - 1;
    if (there) ++last;
    first = std::max(first, 0);
    last = std::min(last, static_cast<std::int32_t>(centroids.size()) - 1);
    std::vector<std::int32_t> result;
    for (; first <= last; ++first) result.push_back(first);
    return result;
}

// One column: the codes are the distinct values in order, and one more for a missing value.
ListedPart listed_runs(const AssessInput& input, const Part& part,
                       const std::vector<std::int64_t>& rows) {
    const Column& masked = input.masked.column(part.columns[0]);
    const Column& original = input.original.column(part.columns[0]);
    std::vector<double> centroids;
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        if (masked.valid(row)) {
            centroids.push_back(masked.numbers()[static_cast<std::size_t>(row)]);
        }
    }
    std::sort(centroids.begin(), centroids.end());
    centroids.erase(std::unique(centroids.begin(), centroids.end()), centroids.end());
    const auto missing = static_cast<std::int32_t>(centroids.size());
    const NumberDomain domain = recorded_domain(input.record, part.columns[0]);
    ListedPart result;
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        const double value = masked.numbers()[static_cast<std::size_t>(row)];
        const auto place = std::lower_bound(centroids.begin(), centroids.end(), value);
        result.codes.push_back(
            masked.valid(row) ? static_cast<std::int32_t>(place - centroids.begin()) : missing);
    }
    for (const std::int64_t row : rows) {
        const bool there = original.valid(row);
        result.open.push_back(!there || part.known == Known::nothing);
        result.admitted.emplace_back();
        if (result.open.back()) continue;
        const double value = original.numbers()[static_cast<std::size_t>(row)];
        result.admitted.back() = part.known == Known::same
                                     ? admitted_runs(centroids, value, true)
                                     : admitted_runs(centroids, domain.nearest(value), false);
        if (part.makes_missing && masked.has_missing()) result.admitted.back().push_back(missing);
    }
    return result;
}

// Several columns: the codes are the distinct combinations.
ListedPart listed_clusters(const AssessInput& input, const Part& part,
                           const std::vector<std::int64_t>& rows, std::int64_t t) {
    const Groups groups = group_rows(input.context, input.masked, part.columns);
    ListedPart result;
    result.codes = groups.class_of;
    std::vector<std::int64_t> first;  // row of each combination
    for (std::size_t row = 0; row < groups.class_of.size(); ++row) {
        if (groups.class_of[row] == std::ssize(first)) {
            first.push_back(static_cast<std::int64_t>(row));
        }
    }
    const auto scales = column_scales(input.context, input.masked, part.columns, part.scaling);
    const auto space = [&](const Table& table, const std::vector<std::int64_t>& of) {
        return numeric_space(input.context, table.select(part.columns).gather(of), part.columns,
                             scales);
    };
    result.admitted =
        nearest_few(input.context, space(input.original, rows), space(input.masked, first), t);
    result.open.assign(rows.size(), false);
    return result;
}

Json describe(const std::vector<Part>& parts) {
    Json result = Json::array();
    for (const Part& part : parts) {
        const char* how = part.known == Known::runs       ? "neighbouring clusters"
                          : part.known == Known::clusters ? "nearest centroids"
                          : part.known == Known::same     ? "equal values"
                                                          : "every record";
        result.push_back({{"columns", part.columns}, {"candidates", how}});
    }
    return result;
}

Measurement assess(const AssessInput& input, const Params& params) {
    numeric_columns(input);
    check_record(input);
    std::vector<std::string> warnings;
    const std::vector<Part> parts = parts_of(input, params, warnings);
    const std::vector<std::int64_t> rows = attacked_rows(input);
    if (rows.empty() || input.masked.rows() == 0) return report_nobody(rows);
    std::vector<ListedPart> listed;
    for (const Part& part : parts) {
        listed.push_back(part.known == Known::clusters
                             ? listed_clusters(input, part, rows, params.t)
                             : listed_runs(input, part, rows));
    }
    const LinkageSpace space = linkage_space(input, params.distance, rows);
    const std::vector<Candidates> found =
        link_in_lists(input.context, space.held, space.released, listed, matches_of(input, rows),
                      params.links ? kListedCandidates : 0);
    Measurement result = report_candidates(input, space, rows, found, params.links);
    result.details["parts"] = describe(parts);
    result.warnings.insert(result.warnings.begin(), warnings.begin(), warnings.end());
    return result;
}

}  // namespace

Method microaggregation_intersection() {
    return make_attack(
        MethodInfo{
            .name = "microaggregation-intersection",
            .title = "Microaggregation: intersection attack",
            .summary = "Excludes every record that shows a cluster the known one cannot be in.",
            .description =
                "The intruder knows that the release was microaggregated and which columns were "
                "masked together: from the release record, or as a parameter. Where a column was "
                "masked on its own (individual ranking, optimal univariate) its clusters are runs "
                "of the sorted values, so that a known value can only be in the two clusters whose "
                "means stand on either side of it. In a group of several columns the `t` nearest "
                "centroids are the candidates; that is likely and not certain, and `hit` says how "
                "often the right one is among them. Only what is a candidate in every group "
                "remains, and of that the nearest is taken. The value is the percentage of records "
                "that find their own; `certain` counts those of whom one candidate remains (a "
                "proof where every column was masked on its own), `empty` those of whom none does. "
                "`distance_linkage` is what the same distance finds without this knowledge. The "
                "more groups of columns were masked separately, the stronger it is: run it on "
                "every release that was microaggregated in groups. With all columns in one group "
                "no record has fewer than k candidates. fuzzy-microaggregation resists it.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::row_order_independent, Property::transparent},
            .cites = {"nin2008disclosure", "torra2015transparency"},
            .example = {{"group_size", 1}},
            .finds_people = true},
        schema(), assess);
}

}  // namespace lethe::attack
