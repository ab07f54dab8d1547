// Probabilistic record linkage (Fellegi and Sunter): how near two records are on each column, and
// how much that weighs.
//
// Every pair of a known person and a released record is at one of a few levels on each column. A
// model says how likely each level is among matches and among the rest; the logarithm of the ratio
// is its weight, and a pair weighs what its columns do together. The intruder then links by one of
// two rules: one to one so that the sum of the weights is largest, or each to the heaviest of the
// other side, whoever else is linked to it.
//
// Published descriptions compare by equality: a column agrees or not. Values that were moved a
// little then never agree, and the attack stays at chance however small the noise. So numbers are
// compared by distance, in levels each three times as wide as the one before: whatever the noise,
// two or three of them tell it, and which ones the fit finds out.
//
// Equal weights are the rule here, not the exception, since there are only so many combinations of
// levels: a tie counts as the chance of guessing right.
//
// All pairs are counted and all records are candidates, at any size: levels of one column are
// counted over all pairs by sorting (algo/linkage/level_agreement), agreement by equality by groups
// (algo/linkage/agreement), the heaviest is found in a tree (algo/linkage/heaviest_links). What is
// drawn where there are very many are the people who are looked for; and the fit looks at some
// hundred people, each among all candidates.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "lethe/algo/linkage/level_model.h"
#include "lethe/algo/linkage/two_class_em.h"
#include "lethe/algo/statistics/share_interval.h"
#include "lethe/core/parallel.h"
#include "lethe/data/paired_codes.h"
#include "lethe/table/attack/linkage/candidate_report.h"
#include "lethe/table/attack/linkage/linkage_comparison.h"
#include "lethe/table/attack/linkage/links.h"
#include "lethe/table/attack/linkage/open_records.h"
#include "lethe/table/attack/linkage/pair_patterns.h"
#include "lethe/table/attack/linkage/probabilistic_settings.h"
#include "lethe/table/attack/linkage/weighed_links.h"

namespace lethe::attack {
namespace {

struct ProbabilisticLinkageParams : ProbabilisticSettings {};

Schema<ProbabilisticLinkageParams> probabilistic_linkage_schema() {
    return with_probabilistic_settings(Schema<ProbabilisticLinkageParams>());
}

constexpr std::int64_t kMostAssigned = 16000000;  // pairs: 128 MB of weights
constexpr std::int64_t kFitted = 500;             // people that the model is fitted to

bool by_patterns(const ProbabilisticLinkageParams& params) {
    return params.model == Model::em && params.comparison != Comparison::levels;
}

// Of more columns than the model takes those with the most different values.
std::vector<std::string> telling_columns(const AssessInput& input,
                                         const ProbabilisticLinkageParams& params,
                                         std::vector<std::string>& warnings) {
    const std::size_t most = by_patterns(params) ? 16 : 64;
    if (input.columns.size() <= most) return input.columns;
    std::vector<std::pair<std::int64_t, std::size_t>> ranked;
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const Column& column = input.original.column(input.columns[j]);
        const std::vector<std::int32_t> codes = paired_codes(input.context, column, column).x;
        const auto highest = codes.empty() ? 0 : *std::max_element(codes.begin(), codes.end());
        ranked.emplace_back(-highest, j);
    }
    std::sort(ranked.begin(), ranked.end());
    ranked.resize(most);
    std::sort(ranked.begin(), ranked.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<std::string> names;
    for (const auto& [highest, j] : ranked) names.push_back(input.columns[j]);
    warnings.push_back(
        fmt::format("only the {} columns with the most different values are compared", most));
    return names;
}

LevelTotals totals_of(const Context& context, const std::vector<LevelColumn>& columns) {
    LevelTotals totals{
        static_cast<double>(columns[0].x.size()), static_cast<double>(columns[0].y.size()), {}};
    totals.pairs.resize(columns.size());
    parallel_tasks(context, std::ssize(columns), [&](std::int64_t k) {
        totals.pairs[static_cast<std::size_t>(k)] =
            count_levels(columns[static_cast<std::size_t>(k)]);
    });
    return totals;
}

// How many true links are at each level.
std::vector<std::vector<std::int64_t>> levels_of_links(const std::vector<LevelColumn>& columns,
                                                       const std::vector<std::int64_t>& match) {
    std::vector<std::vector<std::int64_t>> links;
    for (const LevelColumn& column : columns) {
        std::vector<std::int64_t>& own =
            links.emplace_back(static_cast<std::size_t>(column.levels()), 0);
        for (std::size_t i = 0; i < match.size(); ++i) {
            if (match[i] < 0) continue;
            ++own[static_cast<std::size_t>(column.level(i, static_cast<std::size_t>(match[i])))];
        }
    }
    return links;
}

struct Fitted {
    LevelModel model;
    double match_share = 0;
};

LevelModel two_levels(const std::vector<double>& m, const std::vector<double>& u) {
    LevelModel model;
    for (std::size_t k = 0; k < m.size(); ++k) {
        model.m.push_back({m[k], 1 - m[k]});
        model.u.push_back({u[k], 1 - u[k]});
    }
    return model;
}

// How often true pairs and others agree on each column, as it is.
LevelModel known_agreement(const LevelTotals& totals,
                           const std::vector<std::vector<std::int64_t>>& links) {
    std::vector<double> m, u;
    for (std::size_t k = 0; k < links.size(); ++k) {
        const auto kept = static_cast<double>(links[k][0]);
        const auto matched = static_cast<double>(links[k][0] + links[k][1]);
        const double others = totals.people * totals.candidates - matched;
        const double agreeing = static_cast<double>(totals.pairs[k][0]) - kept;
        m.push_back(bounded_probability(matched > 0 ? kept / matched : 0));
        u.push_back(bounded_probability(others > 0 ? agreeing / others : 0));
    }
    LevelModel model = two_levels(m, u);
    model.converged = true;
    return model;
}

LevelModel fitted_to_levels(const AssessInput& input, const std::vector<LevelColumn>& columns,
                            const LevelTotals& totals) {
    const auto rows = std::ssize(columns[0].x);
    const std::vector<std::int64_t> people = random_subset(
        input.random.stream("probabilistic-linkage fit"), rows, std::min(rows, kFitted));
    std::vector<LevelView> views;
    for (const LevelColumn& column : columns) views.emplace_back(column, Looks::from_x, people);
    const LevelClasses classes = index_classes(input.context, views);
    std::vector<std::int64_t> queries(people.size());
    std::iota(queries.begin(), queries.end(), 0);
    return fit_level_model(input.context, views, queries, classes, totals);
}

Fitted fitted_weights(const AssessInput& input, const ProbabilisticLinkageParams& params,
                      const std::vector<LevelColumn>& columns,
                      const std::vector<std::int64_t>& match, const LevelTotals& totals) {
    Fitted result;
    const double pairs = totals.people * totals.candidates;
    result.match_share = pairs > 0 ? totals.matches() / pairs : 0;
    if (by_patterns(params)) {
        const TwoClassModel model =
            em_two_class(pair_patterns(input.context, columns, input.random));
        result.model = two_levels(model.m, model.u);
        result.model.iterations = model.iterations;
        result.model.converged = model.converged;
        result.match_share = model.match_share;
    } else if (params.model == Model::known) {
        const auto links = levels_of_links(columns, match);
        result.model = params.comparison == Comparison::levels ? known_level_model(totals, links)
                                                               : known_agreement(totals, links);
    } else {
        result.model = fitted_to_levels(input, columns, totals);
    }
    return result;
}

std::string level_name(const LevelColumn& column, const ProbabilisticLinkageParams& params,
                       bool number, std::size_t level) {
    if (static_cast<int>(level) == column.apart()) return "apart";
    if (column.has_sets() && level == 1) return "stands for it";
    const std::size_t width = level - (column.has_sets() && level > 1 ? 1 : 0);
    if (column.widths[width] == 0) return "equal";
    if (params.comparison == Comparison::tolerance) return "close";
    if (!number) return fmt::format("{} steps", column.widths[width]);
    std::vector<double> levels = params.levels;
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    return fmt::format("{} sd", levels[std::min(width, levels.size() - 1)]);
}

void describe_fit(const AssessInput& input, const ProbabilisticLinkageParams& params,
                  const std::vector<std::string>& names, const std::vector<LevelColumn>& columns,
                  const Fitted& fitted, Measurement& result) {
    Json& details = result.details;
    details["pi"] = fitted.match_share;
    details["iterations"] = fitted.model.iterations;
    details["converged"] = fitted.model.converged;
    // With these anyone repeats the attack without a fit of her own.
    Json& learnt = result.about_original;
    learnt["m"] = learnt["u"] = learnt["weights"] = Json::object();
    for (std::size_t k = 0; k < names.size(); ++k) {
        const auto& m = fitted.model.m[k];
        const auto& u = fitted.model.u[k];
        learnt["m"][names[k]] = m.size() == 2 ? m[0] : 1 - m.back();
        learnt["u"][names[k]] = u.size() == 2 ? u[0] : 1 - u.back();
        const bool number = input.original.column(names[k]).is_numeric();
        Json weights = Json::object();
        for (std::size_t l = 0; l < m.size(); ++l) {
            weights[level_name(columns[k], params, number, l)] = std::log2(m[l] / u[l]);
        }
        learnt["weights"][names[k]] = std::move(weights);
    }
}

void link_by_agreement(const AssessInput& input, const ProbabilisticLinkageParams& params,
                       const Wanted& wanted, Measurement& result) {
    const auto everybody = std::ssize(wanted.match);
    const std::int64_t candidates = input.masked.rows();
    std::vector<std::int64_t> people =
        random_subset(input.random.stream("probabilistic-linkage records"), everybody,
                      std::min(everybody, params.max_records));
    const bool assign = params.rule == LinkRule::assignment && std::ssize(people) == everybody &&
                        everybody * candidates <= kMostAssigned;
    const FoundPeople found = heaviest_links(
        input.context, wanted, params.direction == Direction::known ? Looks::from_x : Looks::from_y,
        std::move(people), input.random);
    const auto looked_for = static_cast<double>(found.looked_for);
    Json& details = result.details;
    details["heaviest"] = percent(found.expected, looked_for);
    details["correct"] = found.expected;
    details["records"] = found.looked_for;
    details["rule"] = assign ? "assignment" : "heaviest";
    result.value = details["heaviest"];
    if (assign) {
        const double correct = assigned_links(input.context, wanted, input.random);
        details["correct"] = correct;
        result.value = percent(correct, looked_for);
        details["assignment"] = result.value;
    }
    if (params.rule == LinkRule::assignment && !assign) {
        result.warnings.push_back(
            "too large to be linked one to one, which may find more: linked by the heaviest pair");
    }
    const bool sampled = found.looked_for < everybody;
    details["sampled"] = sampled;
    if (!sampled || assign) return;
    const auto [low, high] =
        lethe::share_interval(result.value / 100, looked_for, static_cast<double>(everybody));
    result.interval = {100 * low, 100 * high};
    result.warnings.push_back(
        fmt::format("{} of {} people were drawn and looked for, each among all {} released records",
                    found.looked_for, everybody, candidates));
}

Measurement assess_probabilistic_linkage(const AssessInput& given,
                                         const ProbabilisticLinkageParams& params) {
    check_tables(given);
    const OpenInput open(given);
    if (open.none()) {
        Measurement nobody = report_nobody(attacked_rows(given));
        nobody.details["people"] = nobody.details["records"];
        return nobody;
    }
    const AssessInput input = open.of(given);
    Measurement result;
    if (params.model == Model::known) {
        result.knows = "how often values stay as they are, or near, under the masking";
    }
    const std::vector<std::int64_t> rows = attacked_rows(input);
    const std::vector<std::int64_t> match = matches_of(input, rows);
    const std::vector<std::string> names = telling_columns(input, params, result.warnings);
    const std::vector<LevelColumn> columns = compared_columns(input, names, rows, params);
    const LevelTotals totals = totals_of(input.context, columns);
    const Fitted model = fitted_weights(input, params, columns, match, totals);
    const std::vector<std::vector<std::int64_t>> weights = model.model.weights();
    link_by_agreement(input, params, {columns, match, weights}, result);
    result.details["people"] = std::ssize(rows);
    result.details["candidates"] = input.masked.rows();
    describe_fit(input, params, names, columns, model, result);
    if (nobody_to_link(input, rows, result.warnings)) return result;
    const auto pairs = std::ssize(rows) * input.masked.rows();
    if (std::all_of(totals.pairs.begin(), totals.pairs.end(),
                    [&](const auto& levels) { return levels.back() == pairs; })) {
        result.warnings.push_back(
            "no two records agree on any column: links are chance; compare by levels, with a "
            "tolerance or in bins");
    }
    return result;
}

}  // namespace

Method probabilistic_linkage() {
    return make_attack(
        MethodInfo{
            .name = "probabilistic-linkage",
            .title = "Probabilistic record linkage",
            .summary = "Links records by how near they are on each column, weighed by a fitted "
                       "model.",
            .description =
                "Compares every known person with every released record, notes how near they are "
                "on each column (equal, very near, near, ..., apart), fits a model of matches and "
                "others to it without knowing a link, and links one to one with the largest total "
                "weight. The value is the percentage of correct links.\n\n"
                "With `comparison` = levels, numbers are at levels of distance, three times as "
                "wide "
                "each as the one before, ordered categories at none, one or two steps, other "
                "categories equal or not; a category that only the release has (merged, a set, an "
                "interval) matches those that it replaced. The model is fitted by expectation "
                "maximisation in which each person has one record at most among the candidates; a "
                "nearer level never weighs less than a farther one. With exact, tolerance or bins "
                "a column agrees or does not, and the model is the published one of two classes "
                "of pairs: values that were all moved a little never agree exactly, and then it "
                "finds nobody.\n\n"
                "With `model` = known the figures of matches and others are the true ones, as they "
                "are to one who knows how the data were masked.\n\n"
                "With `rule` = heaviest each person goes to her heaviest record, several to the "
                "same if need be, or with `direction` = release each record to its heaviest person "
                "(where few of the people are known, that counts right links among few: look from "
                "the side of the known). Ties count as the chance of a right guess. One to one is "
                "worked out up to 16 million pairs (4,000 people in a release of 4,000); larger "
                "tables are linked by the other rule, whose figure is reported in either case, "
                "with a warning, since one to one may find more. Records that are equal share "
                "their chance, so that a k-anonymous release never shows more than one in k.\n\n"
                "All released records are candidates at any size. Above `max_records` people, or "
                "where looking for them would take too long, people are drawn at random, each is "
                "looked for in the whole release, and the value has an interval. Missing values "
                "are apart from everything.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::random},
            .cites = {"fellegi1969theory", "jaro1989advances", "domingo2001quantitative",
                      "abril2014privacy"},
            .example = {{"rule", "assignment"}, {"comparison", "levels"}},
            .in_words = "The intruder compares records column by column, estimates from the files "
                        "themselves how telling an agreement in each column is, and pairs the "
                        "records that agree where it counts most.",
            .scale = Scale::people,
            .details = {{"m", "agree if the same person", false, "column"},
                        {"u", "agree if not", false, "column"},
                        {"heaviest", "found by the heaviest pair", true},
                        {"assignment", "found one to one", true}},
            .purposes = {Purpose::probabilistic_linkage},
            .finds_people = true,
            .assessed_with = {Json::object(), {{"model", "known"}, {"rule", "heaviest"}}}},
        probabilistic_linkage_schema(), assess_probabilistic_linkage);
}

}  // namespace lethe::attack
