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
// A part of several columns. The clusters of a heuristic are nobody's nearest neighbours by law: a
// record can be in a cluster whose centroid is far, if the others make up for it. What they can
// make up for is bounded. In a cluster of n records with the mean c the others add up to n c - x,
// and each of them lies between the least value L and the largest U of the column; so x lies
// between n c - (n - 1) U and n c - (n - 1) L, or the cluster is not his. L and U are known to an
// intruder who knows everybody; to another every cluster remains possible. With `t` the intruder
// guesses that the cluster is one of the t nearest, which is often right and proves nothing.
//
// What is admitted in all parts remains, and the nearest of it is taken. Where one record remains
// and nothing was guessed, that is a proof, if all records were released: otherwise the person may
// not be in the release at all. Released means may have been rounded (rounded_means).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "lethe/algo/linkage/candidates.h"
#include "lethe/algo/linkage/nearest_few.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/data/groups.h"
#include "lethe/method/recorded_steps.h"
#include "lethe/table/attack/likelihood/rounded_means.h"
#include "lethe/table/attack/linkage/candidate_report.h"
#include "lethe/table/attack/linkage/linkage_words.h"
#include "lethe/table/attack/linkage/links.h"
#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {
namespace {

using ColumnGroups = std::vector<std::vector<std::string>>;

struct MicroaggregationIntersectionParams : CandidateParams {
    ColumnGroups groups;
    std::optional<std::int64_t> group_size;
    std::optional<std::int64_t> t;
    Scaling scaling = Scaling::zscore;
};

Schema<MicroaggregationIntersectionParams> microaggregation_intersection_schema() {
    return with_candidate_params(
        Schema<MicroaggregationIntersectionParams>()
            .field("groups", &MicroaggregationIntersectionParams::groups,
                   "groups of columns that were masked together; none: from the release record")
            .field("group_size", &MicroaggregationIntersectionParams::group_size,
                   "groups of so many consecutive columns, instead of naming them; 1: each column "
                   "was masked on its own",
                   at_least(1))
            .field("t", &MicroaggregationIntersectionParams::t,
                   "guess that in a group of several columns the cluster is one of so many nearest "
                   "ones; none: every cluster that cannot be excluded is a candidate",
                   at_least(1))
            .choice("scaling", &MicroaggregationIntersectionParams::scaling,
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
struct KnownPart {
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

void check_groups(const AssessInput& input, const MicroaggregationIntersectionParams& params) {
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

std::vector<KnownPart> given_parts(const AssessInput& input,
                                   const MicroaggregationIntersectionParams& params) {
    ColumnGroups groups = params.groups;
    if (params.group_size) {
        const auto size = static_cast<std::size_t>(*params.group_size);
        for (std::size_t begin = 0; begin < input.columns.size(); begin += size) {
            const auto first = input.columns.begin() + static_cast<std::ptrdiff_t>(begin);
            const std::size_t end = std::min(input.columns.size(), begin + size);
            groups.emplace_back(first, input.columns.begin() + static_cast<std::ptrdiff_t>(end));
        }
    }
    std::vector<KnownPart> parts;
    for (const auto& group : groups) {
        const Known known = group.size() == 1 ? Known::runs : Known::clusters;
        parts.push_back({known_of(input, group), known, params.scaling, true});
        if (parts.back().columns.empty()) parts.pop_back();
    }
    return parts;
}

std::vector<KnownPart> parts_of_record(const AssessInput& input,
                                       std::vector<std::string>& warnings) {
    const std::vector<RecordedStep> steps = recorded_steps(input.record);
    std::vector<KnownPart> parts;
    std::map<std::string, std::vector<std::string>> unused;  // by method
    std::set<std::string> placed;
    for (const std::string& name : input.columns) {
        if (placed.contains(name)) continue;
        const std::vector<RecordedStep> own = steps_on(steps, name);
        KnownPart part{{name}, own.empty() ? Known::same : Known::nothing, Scaling::zscore, false};
        for (const auto& group : own.size() == 1 ? recorded_parts(own[0]) : ColumnGroups()) {
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

std::vector<KnownPart> parts_of(const AssessInput& input,
                                const MicroaggregationIntersectionParams& params,
                                std::vector<std::string>& warnings) {
    check_groups(input, params);
    if (!params.groups.empty() || params.group_size) return given_parts(input, params);
    if (input.record.is_null()) {
        throw Error(ErrorKind::usage,
                    "which columns were masked together is not known: give the release record "
                    "(the option release), groups or group_size");
    }
    std::vector<KnownPart> parts = parts_of_record(input, warnings);
    if (std::none_of(parts.begin(), parts.end(), [](const KnownPart& part) {
            return part.known == Known::runs || part.known == Known::clusters;
        })) {
        throw Error(ErrorKind::usage,
                    "the release record has no microaggregation step on these columns");
    }
    return parts;
}

// The places of a sorted list in which a value can have gone (see above).
std::vector<std::int32_t> admitted_runs(const std::vector<double>& centroids, double value,
                                        bool exact, double slack) {
    const auto place = std::lower_bound(centroids.begin(), centroids.end(), value);
    if (exact) {
        const bool there = place != centroids.end() && *place == value;
        return there ? std::vector{static_cast<std::int32_t>(place - centroids.begin())}
                     : std::vector<std::int32_t>();
    }
    // From the last centroid that is surely below to the first that is surely above.
    const auto low = std::lower_bound(centroids.begin(), centroids.end(), value - slack);
    const auto high = std::upper_bound(centroids.begin(), centroids.end(), value + slack);
    auto first = static_cast<std::int32_t>(low - centroids.begin()) - 1;
    auto last = static_cast<std::int32_t>(high - centroids.begin());
    first = std::max(first, 0);
    last = std::min(last, static_cast<std::int32_t>(centroids.size()) - 1);
    std::vector<std::int32_t> result;
    for (; first <= last; ++first) result.push_back(first);
    return result;
}

// One column: the codes are the distinct values in order, and one more for a missing value.
ListedPart listed_runs(const AssessInput& input, const KnownPart& part,
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
    const double rounding = part.known == Known::runs ? mean_slack(original, masked) : 0;
    for (const std::int64_t row : rows) {
        const bool there = original.valid(row);
        result.open.push_back(!there || part.known == Known::nothing);
        result.admitted.emplace_back();
        if (result.open.back()) continue;
        const double value = original.numbers()[static_cast<std::size_t>(row)];
        const bool exact = part.known == Known::same;
        // Brought to the values that the column can have, as the mean was.
        const double place = exact ? value : domain.nearest(value);
        result.admitted.back() =
            admitted_runs(centroids, place, exact, rounding + kMeanDust * std::fabs(value));
        if (part.makes_missing && masked.has_missing()) result.admitted.back().push_back(missing);
    }
    return result;
}

// Several columns: the codes are the distinct combinations.
struct Combinations {
    Groups groups;
    std::vector<std::int64_t> first;  // row of each
};

Combinations combinations_of(const AssessInput& input, const KnownPart& part) {
    Combinations result{group_rows(input.context, input.masked, part.columns), {}};
    for (std::size_t row = 0; row < result.groups.class_of.size(); ++row) {
        if (result.groups.class_of[row] == std::ssize(result.first)) {
            result.first.push_back(static_cast<std::int64_t>(row));
        }
    }
    return result;
}

// The nearest ones: a guess.
ListedPart guessed_clusters(const AssessInput& input, const KnownPart& part,
                            const std::vector<std::int64_t>& rows, std::int64_t t) {
    const Combinations shown = combinations_of(input, part);
    ListedPart result;
    result.codes = shown.groups.class_of;
    const auto scales = column_scales(input.context, input.masked, part.columns, part.scaling);
    const auto space = [&](const Table& table, const std::vector<std::int64_t>& of) {
        return numeric_space(input.context, table.select(part.columns).gather(of), part.columns,
                             scales);
    };
    result.admitted = nearest_few(input.context, space(input.original, rows),
                                  space(input.masked, shown.first), t);
    result.open.assign(rows.size(), false);
    return result;
}

// Whether the intruder knows everybody who is in the release, and what was released of them.
bool knows_everybody(const AssessInput& input, const KnownPart& part) {
    return input.known.empty() && input.training.empty() &&
           input.masked.rows() == input.original.rows() &&
           std::none_of(part.columns.begin(), part.columns.end(), [&](const std::string& name) {
               return input.masked.column(name).has_missing() ||
                      input.original.column(name).has_missing();
           });
}

// Those that cannot be excluded.
ListedPart possible_clusters(const AssessInput& input, const KnownPart& part,
                             const std::vector<std::int64_t>& rows) {
    constexpr std::size_t kMostPairs = 20'000'000;  // beyond that nothing is excluded
    const Combinations shown = combinations_of(input, part);
    ListedPart result;
    result.codes = shown.groups.class_of;
    result.admitted.resize(rows.size());
    result.open.assign(rows.size(), true);
    if (!knows_everybody(input, part) || rows.size() * shown.first.size() > kMostPairs) {
        return result;
    }
    std::vector<std::vector<bool>> excluded(rows.size(), std::vector<bool>(shown.first.size()));
    for (const std::string& name : part.columns) {
        const Column& original = input.original.column(name);
        const Column& masked = input.masked.column(name);
        const auto known = original.numbers();
        const auto [least, most] = std::minmax_element(known.begin(), known.end());
        const double dust = mean_slack(original, masked) +
                            kMeanDust * std::max(std::fabs(*least), std::fabs(*most));
        for (std::size_t code = 0; code < shown.first.size(); ++code) {
            const auto n = static_cast<double>(shown.groups.sizes[code]);
            const double mean = masked.numbers()[static_cast<std::size_t>(shown.first[code])];
            const double low = n * (mean - dust) - (n - 1) * *most;
            const double high = n * (mean + dust) - (n - 1) * *least;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const double value = known[static_cast<std::size_t>(rows[i])];
                if (value < low || value > high) excluded[i][code] = true;
            }
        }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        result.open[i] = std::ranges::count(excluded[i], true) == 0;
        for (std::size_t code = 0; code < shown.first.size() && !result.open[i]; ++code) {
            if (!excluded[i][code]) result.admitted[i].push_back(static_cast<std::int32_t>(code));
        }
    }
    return result;
}

bool nothing_excluded(const std::vector<ListedPart>& parts) {
    return std::all_of(parts.begin(), parts.end(), [](const ListedPart& part) {
        return std::ranges::count(part.open, false) == 0;
    });
}

// Everybody is a candidate: the nearest of all.
std::vector<Candidates> link_among_all(const AssessInput& input, const LinkageSpace& space,
                                       const std::vector<std::int64_t>& matches) {
    std::vector<Candidates> result;
    const std::int64_t everybody = OpenRecords(input).size();
    for (Nearest& nearest : nearest_open(input, space.held, space.released, matches)) {
        result.push_back({everybody, false, std::move(nearest), {}});
        result.back().holds_match = matches[result.size() - 1] >= 0;
    }
    return result;
}

// Those that are left by every part, the nearest first.
std::vector<Candidates> link_among_listed(const AssessInput& input, const LinkageSpace& space,
                                          std::vector<ListedPart> listed,
                                          const std::vector<std::int64_t>& matches,
                                          std::int64_t shown) {
    const OpenRecords open(input);
    if (open.all()) {
        return link_in_lists(input.context, space.held, space.released, listed, matches, shown);
    }
    for (ListedPart& part : listed) {
        // Codes that no open record has are no codes any more.
        std::vector<std::int32_t> codes;
        std::map<std::int32_t, std::int32_t> renumbered;  // ascending, as before
        for (const std::int64_t row : open.rows()) {
            codes.push_back(part.codes[static_cast<std::size_t>(row)]);
            renumbered[codes.back()] = 0;
        }
        std::int32_t next = 0;
        for (auto& [code, number] : renumbered) number = next++;
        for (std::int32_t& code : codes) code = renumbered.at(code);
        part.codes = std::move(codes);
        for (std::vector<std::int32_t>& admitted : part.admitted) {
            std::erase_if(admitted, [&](std::int32_t code) { return !renumbered.contains(code); });
            for (std::int32_t& code : admitted) code = renumbered.at(code);
        }
    }
    std::vector<Candidates> found = link_in_lists(
        input.context, space.held, open.of(space.released), listed, open.places(matches), shown);
    for (Candidates& one : found) open.as_rows(one);
    return found;
}

Json describe_parts(const std::vector<KnownPart>& parts, bool guessed) {
    Json result = Json::array();
    for (const KnownPart& part : parts) {
        const char* how = part.known == Known::runs ? "neighbouring clusters"
                          : part.known == Known::clusters
                              ? (guessed ? "nearest centroids" : "possible clusters")
                          : part.known == Known::same ? "equal values"
                                                      : "every record";
        result.push_back({{"columns", part.columns}, {"candidates", how}});
    }
    return result;
}

Measurement assess_microaggregation_intersection(const AssessInput& input,
                                                 const MicroaggregationIntersectionParams& params) {
    numeric_columns(input);
    check_record(input);
    std::vector<std::string> warnings;
    const std::vector<KnownPart> parts = parts_of(input, params, warnings);
    const std::vector<std::int64_t> rows = attacked_rows(input);
    if (rows.empty() || OpenRecords(input).size() == 0) return report_nobody(rows);
    std::vector<ListedPart> listed;
    for (const KnownPart& part : parts) {
        listed.push_back(part.known != Known::clusters ? listed_runs(input, part, rows)
                         : params.t ? guessed_clusters(input, part, rows, *params.t)
                                    : possible_clusters(input, part, rows));
    }
    const LinkageSpace space = linkage_space(input, params.distance, rows);
    const std::vector<std::int64_t> matches = matches_of(input, rows);
    const std::vector<Candidates> found =
        nothing_excluded(listed) ? link_among_all(input, space, matches)
                                 : link_among_listed(input, space, std::move(listed), matches,
                                                     params.links ? kListedCandidates : 0);
    const Proof proof =
        params.t && std::any_of(parts.begin(), parts.end(),
                                [](const KnownPart& part) { return part.known == Known::clusters; })
            ? Proof::none
            : Proof::one_left;
    Measurement result = report_candidates(input, space, rows, found, params.links, proof);
    result.details["parts"] = describe_parts(parts, params.t.has_value());
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
                "means stand on either side of it. In a group of several columns a cluster is "
                "excluded where the others in it could not make up for the known value, for which "
                "everybody must be known; mostly nothing is. Only what is a candidate in every "
                "group remains, and of that the nearest is taken. The value is the percentage of "
                "records that find their own; `certain` counts those of whom one candidate "
                "remains, which is a proof, and is 0 where records were dropped; `empty` those of "
                "whom none does. With `t` the intruder guesses that clusters of several columns "
                "are among the nearest: sets are small, `hit` says how often the right record is "
                "in them, and nothing is certain. "
                "`distance_linkage` is what the same distance finds without this knowledge. The "
                "more groups of columns were masked separately, the stronger it is: run it on "
                "every release that was microaggregated in groups. With all columns in one group "
                "no record has fewer than k candidates. fuzzy-microaggregation resists it; "
                "known-masking-linkage also weighs the groups by what they lost.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::row_order_independent, Property::transparent},
            .cites = {"nin2008disclosure", "torra2015transparency"},
            .example = {{"group_size", 1}},
            .in_words = "The intruder knows which columns were averaged together. For each known "
                        "value only the groups next to it are possible; the records that are "
                        "possible in every group of columns remain, and the nearest is taken.",
            .scale = Scale::people,
            .details = intersection_details(),
            .finds_people = true,
            .knows = "which columns were microaggregated together (the release record)",
            .called_by =
                [](const std::vector<RecordedStep>& steps) {
                    return steps.size() == 1 && steps[0].facts.contains("parts");
                }},
        microaggregation_intersection_schema(), assess_microaggregation_intersection);
}

}  // namespace lethe::attack
