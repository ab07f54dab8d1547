// The transparency attack on rank swapping.
//
// A swapped column holds the values of the original one, so who has the release has all original
// values in order and knows the rank of a value a: from lo, the number of smaller values, to hi,
// one less than that of values not larger (a tied value has several ranks, and a value that is not
// in the column, because its record was dropped, hi = lo - 1). Swapping moved the value by at most
// P ranks, up or down. So the record of a is among those whose released value lies between the
// values of ranks lo - P and hi + P, ends included; that is certain. It is among them in every
// column that the intruder knows, and what is in all these sets is often the one record.
//
// Dropping records afterwards does not hurt: fewer values stand between two ranks, never more. Two
// swappings in a row move a value by at most the sum of their windows. A column that no step
// touched has a window of 0. A missing value of the intruder excludes nobody; a missing value of
// the release was missing before, as swapping leaves it alone, and is nobody whose value is known.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "lethe/algo/linkage/candidates.h"
#include "lethe/algo/statistics/rank_window.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/method/recorded_steps.h"
#include "lethe/table/attack/likelihood/swapped_ranks.h"
#include "lethe/table/attack/linkage/candidate_report.h"
#include "lethe/table/attack/linkage/linkage_words.h"
#include "lethe/table/attack/linkage/links.h"
#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {
namespace {

struct RankSwappingIntersectionParams : CandidateParams {
    std::optional<double> p;
    std::map<std::string, double> p_by_column;
    std::optional<std::int64_t> window;
    std::map<std::string, std::int64_t> window_by_column;

    bool by_percent() const { return p || !p_by_column.empty(); }
    bool by_ranks() const { return window || !window_by_column.empty(); }
    bool given() const { return by_percent() || by_ranks(); }
};

Schema<RankSwappingIntersectionParams> rank_swapping_intersection_schema() {
    const Range share = between(0, 100);
    return with_candidate_params(
        Schema<RankSwappingIntersectionParams>()
            .field("p", &RankSwappingIntersectionParams::p,
                   "the p of the swapping, in percent of the column's values, or an upper bound of "
                   "it; none: from the release record",
                   share)
            .field("p_by_column", &RankSwappingIntersectionParams::p_by_column,
                   "another p for some columns: column name and percent", share)
            .field("window", &RankSwappingIntersectionParams::window,
                   "the same in ranks, instead of p", at_least(0))
            .field("window_by_column", &RankSwappingIntersectionParams::window_by_column,
                   "another window for some columns: column name and ranks", at_least(0)));
}

// How far values of a column may have moved, in ranks; nothing where that is not known.
using RankWindow = std::optional<std::int64_t>;

RankWindow given_window(const RankSwappingIntersectionParams& params, const std::string& column,
                        std::int64_t values) {
    if (const auto own = params.window_by_column.find(column);
        own != params.window_by_column.end()) {
        return own->second;
    }
    if (params.window) return params.window;
    const auto own = params.p_by_column.find(column);
    const std::optional<double> p =
        own != params.p_by_column.end() ? std::optional(own->second) : params.p;
    if (!p) return std::nullopt;
    return *p == 0 ? 0 : rank_window(*p, values);
}

// From the record; `why_not` says what stands against it.
RankWindow recorded_window(const std::vector<RecordedStep>& steps, const std::string& column,
                           std::int64_t values, std::string& why_not) {
    std::int64_t total = 0;
    for (const RecordedStep& step : steps_on(steps, column)) {
        if (step.effect() != Effect::window_swap) {
            why_not = step.method;
            return std::nullopt;
        }
        const auto window = fact_of(step, "window_ranks", column);
        total += window.value_or(rank_window(parameter_of(step, "p", column), values));
    }
    return total;
}

std::vector<RankWindow> windows_of(const AssessInput& input,
                                   const RankSwappingIntersectionParams& params,
                                   std::vector<std::string>& warnings) {
    const std::vector<RecordedStep> steps = recorded_steps(input.record);
    std::vector<RankWindow> windows;
    std::map<std::string, std::vector<std::string>> unused;  // by method
    std::vector<std::string> unknown;
    for (const std::string& name : input.columns) {
        // Dropped records count: the window was taken before they were, or it is an upper bound.
        const Column& column = input.original.column(name);
        const std::int64_t values = column.size() - column.missing();
        RankWindow window = given_window(params, name, values);
        if (!window && !input.record.is_null()) {
            std::string why_not;
            window = recorded_window(steps, name, values, why_not);
            if (!window) unused[why_not].push_back(name);
        } else if (!window) {
            unknown.push_back(name);
        }
        windows.push_back(window);
    }
    if (!unknown.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("how far values were swapped is not known for {}: give the release "
                                "record (the option release), p or window",
                                fmt::join(unknown, ", ")));
    }
    for (const auto& [method, names] : unused) {
        warnings.push_back(
            fmt::format("{} sets no bound on how far values move: excludes nobody: {}", method,
                        fmt::join(names, ", ")));
    }
    return windows;
}

void check_params(const AssessInput& input, const RankSwappingIntersectionParams& params) {
    Problems problems;
    const auto check_names = [&](const auto& table, const char* parameter) {
        for (const auto& [name, value] : table) {
            if (std::find(input.columns.begin(), input.columns.end(), name) ==
                input.columns.end()) {
                problems.push_back({unknown_name("column of this attack", name, input.columns),
                                    {{}, 0, 0, parameter}});
            }
        }
    };
    check_names(params.p_by_column, "p_by_column");
    check_names(params.window_by_column, "window_by_column");
    if (params.by_percent() && params.by_ranks()) {
        problems.push_back({"give p or window, not both", {{}, 0, 0, "window"}});
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
}

constexpr CodeRange kEverything{kMissingCode, std::numeric_limits<std::int32_t>::max()};

// The sets of all columns: what the targets are, and what each query admits.
struct Sets {
    std::vector<std::int32_t> codes;
    std::vector<CodeRange> admitted;
};

Sets candidate_sets(const AssessInput& input, const std::vector<std::int64_t>& rows,
                    const std::vector<RankWindow>& windows) {
    const std::size_t dims = input.columns.size();
    Sets sets{std::vector<std::int32_t>(static_cast<std::size_t>(input.masked.rows()) * dims),
              std::vector<CodeRange>(rows.size() * dims)};
    parallel_tasks(input.context, std::ssize(input.columns), [&](std::int64_t task) {
        const auto j = static_cast<std::size_t>(task);
        const Column& original = input.original.column(input.columns[j]);
        const OrderedColumn column =
            order_column(input.context.single(), input.masked.column(input.columns[j]));
        for (std::size_t row = 0; row < column.code_of_row.size(); ++row) {
            sets.codes[row * dims + j] = column.code_of_row[row];
        }
        // Values that were rounded after the swapping: the known one is looked for as it was shown.
        const NumberDomain domain = recorded_domain(input.record, input.columns[j]);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double value =
                domain.nearest(original.numbers()[static_cast<std::size_t>(rows[i])]);
            sets.admitted[i * dims + j] = windows[j] && original.valid(rows[i])
                                              ? column.within(value, *windows[j])
                                              : kEverything;
        }
    });
    return sets;
}

// The sets among the open records: the values that none of them shows any more have no code.
Sets open_sets(Sets sets, const OpenRecords& open, std::size_t dims) {
    if (open.all()) return sets;
    std::vector<std::int32_t> codes;
    for (const std::int64_t row : open.rows()) {
        const auto from = sets.codes.begin() + row * static_cast<std::int64_t>(dims);
        codes.insert(codes.end(), from, from + static_cast<std::int64_t>(dims));
    }
    for (std::size_t j = 0; j < dims; ++j) {
        std::vector<std::int32_t> shown;
        for (std::size_t i = j; i < codes.size(); i += dims) {
            if (codes[i] != kMissingCode) shown.push_back(codes[i]);
        }
        std::ranges::sort(shown);
        shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
        const auto place = [&](std::int32_t code) {  // how many are below
            return static_cast<std::int32_t>(std::ranges::lower_bound(shown, code) - shown.begin());
        };
        for (std::size_t i = j; i < codes.size(); i += dims) {
            if (codes[i] != kMissingCode) codes[i] = place(codes[i]);
        }
        for (std::size_t i = j; i < sets.admitted.size(); i += dims) {
            CodeRange& range = sets.admitted[i];
            if (range.low > kMissingCode) range.low = place(range.low);
            if (range.high != kEverything.high) range.high = place(range.high + 1) - 1;
        }
    }
    sets.codes = std::move(codes);
    return sets;
}

Measurement assess_rank_swapping_intersection(const AssessInput& given,
                                              const RankSwappingIntersectionParams& params) {
    check_tables(given);
    check_params(given, params);
    check_record(given);
    std::vector<std::string> warnings;
    const std::vector<RankWindow> windows = windows_of(given, params, warnings);
    if (!params.given() && std::none_of(windows.begin(), windows.end(),
                                        [](const RankWindow& w) { return w && *w > 0; })) {
        throw Error(ErrorKind::usage,
                    "the release record has no rank-swapping step on these columns");
    }
    const NumberedInput numbered(given);
    const AssessInput input = numbered.of(given);
    const std::vector<std::int64_t> rows = attacked_rows(input);
    const OpenRecords open(input);
    if (rows.empty() || open.size() == 0) return report_nobody(rows);
    const LinkageSpace space = linkage_space(input, params.distance, rows);
    const Sets sets = open_sets(candidate_sets(input, rows, windows), open, windows.size());
    std::vector<Candidates> found = link_in_ranges(
        input.context, space.held, open.of(space.released), sets.codes, sets.admitted,
        open.places(matches_of(input, rows)), params.links ? kListedCandidates : 0);
    for (Candidates& one : found) open.as_rows(one);
    Measurement result =
        report_candidates(input, space, rows, found, params.links, Proof::one_left);
    for (std::size_t j = 0; j < windows.size(); ++j) {
        result.details["window_ranks"][input.columns[j]] =
            windows[j] ? Json(*windows[j]) : Json(nullptr);
    }
    if (result.details["hit"] < 100.0) {
        warnings.push_back(
            "some records are outside their candidate sets: values were swapped over more ranks "
            "than was assumed, or masked otherwise");
    }
    result.warnings.insert(result.warnings.begin(), warnings.begin(), warnings.end());
    return result;
}

}  // namespace

Method rank_swapping_intersection() {
    return make_attack(
        MethodInfo{
            .name = "rank-swapping-intersection",
            .title = "Rank swapping: intersection attack",
            .summary = "Excludes every record that swapping within the known window cannot reach.",
            .description =
                "The intruder knows that the release was made by rank swapping, and with which p: "
                "from the release record, or as a parameter. A swapped column holds all original "
                "values, so the rank of a known value is known, and its record must be among those "
                "whose released value lies within the window. Such a set is found for every known "
                "column, and only what is in all of them remains. Among several candidates the "
                "nearest is taken. The value is the percentage of records that find their own, a "
                "guess among equally near ones counting as its chance. `certain` counts the "
                "records of whom a single candidate remains: this is no likely link but a proof, "
                "which makes 25 percent here worse than 25 percent of any other linkage; it is 0 "
                "where records were dropped, for then the person may not be in the release. More "
                "known columns never make the sets larger, and a single known person can be "
                "attacked. Without exact knowledge of p an upper bound does: sets are larger, and "
                "still hold the right record; where p is taken too small some are `empty`. "
                "`distance_linkage` is what the same distance finds without this knowledge. Use "
                "it on every release that was rank-swapped. If it finds too many, use "
                "rank-swapping-buckets or rank-swapping-distribution, which no window bounds.",
            .kinds = {Kind::numeric, Kind::ordinal},
            .missing = Missing::mean,
            .properties = {Property::row_order_independent, Property::transparent},
            .cites = {"nin2008rethinking", "torra2015transparency"},
            .example = {{"p", 5}},
            .in_words = "The intruder knows that values were swapped, and over how many ranks at "
                        "most. For each known value only the records whose released value is near "
                        "enough in rank are possible; of these, those that are possible in every "
                        "column remain, and the nearest is taken.",
            .scale = Scale::people,
            .details = intersection_details(),
            .finds_people = true,
            .knows = "how far values were swapped (the release record)",
            .called_by =
                [](const std::vector<RecordedStep>& steps) {
                    return !steps.empty() &&
                           std::all_of(steps.begin(), steps.end(), [](const RecordedStep& step) {
                               return step.effect() == Effect::window_swap;
                           });
                }},
        rank_swapping_intersection_schema(), assess_rank_swapping_intersection);
}

}  // namespace lethe::attack
