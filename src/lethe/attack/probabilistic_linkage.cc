// Probabilistic record linkage (Fellegi and Sunter): which columns agree, and how much that weighs.
//
// Every pair of a held and a masked record has an agreement pattern, one bit a column. A two-class
// model, fitted to the counts of the patterns without knowing a single link, says how likely each
// pattern is among matches and among the rest; the logarithm of the ratio is the pair's weight. The
// intruder then links by one of two rules: one to one so that the sum of the weights is largest, or
// each masked record to its heaviest held one, whoever else is linked to it.
//
// Equal weights are the rule here, not the exception: there are only 2^columns different ones. By
// the second rule a tie counts as the chance of guessing right. The assignment breaks ties by
// position, and in our tables position is the truth. So the masked records are first put in a
// random order; what is found by tie-breaking is then found by luck.
//
// Pairs are quadratic in time, the assignment also in memory and more in time. Larger tables are
// sampled: held records at random, their masked versions, and masked records of others as far as
// there is room. Among fewer candidates a guess is better, so a sample overstates the risk.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lethe/algo/assignment.h"
#include "lethe/algo/moments.h"
#include "lethe/algo/two_class_em.h"
#include "lethe/attack/pair_patterns.h"
#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/data/paired_codes.h"
#include "lethe/method/comparison.h"

namespace lethe::attack {
namespace {

enum class Comparison { exact, tolerance, bins };

enum class Model {
    em,     // fitted to the patterns, no link known
    known,  // as it is among the true links
};

constexpr std::int64_t kMostAssigned = 10000;

struct Params {
    Model model = Model::em;
    LinkRule rule = LinkRule::assignment;
    Comparison comparison = Comparison::exact;
    double tolerance = 0.1;
    std::int64_t bins = 10;
    std::int64_t max_records = 2000;
};

Schema<Params> schema() {
    return Schema<Params>()
        .choice(
            "model", &Params::model,
            "how often matches and others agree: fitted to the pairs without knowing a link, or "
            "known, as to one who knows how the data were masked",
            {{"em", Model::em}, {"known", Model::known}})
        .choice("rule", &Params::rule,
                "link one to one with the largest total weight, or each masked record to its "
                "heaviest known one",
                {{"assignment", LinkRule::assignment}, {"heaviest", LinkRule::heaviest}})
        .choice(
            "comparison", &Params::comparison,
            "numbers agree when they are equal, when they are close, or when they fall into the "
            "same bin; categories when they are equal",
            {{"exact", Comparison::exact},
             {"tolerance", Comparison::tolerance},
             {"bins", Comparison::bins}})
        .field("tolerance", &Params::tolerance,
               "how far apart close numbers may be, in standard deviations of the original column",
               at_least(0))
        .field("bins", &Params::bins, "number of bins, cut at quantiles of both files together",
               at_least(2))
        .field("max_records", &Params::max_records,
               "larger tables are sampled down to this; at most 10000 for the assignment",
               at_least(2));
}

// Which records take part; the truth of record i is candidates[match[i]], or nobody for -1.
struct Sample {
    std::vector<std::int64_t> records;     // rows of the original
    std::vector<std::int64_t> candidates;  // rows of the masked table, in random order
    std::vector<std::int64_t> match;
    bool sampled = false;
};

std::vector<std::int64_t> chosen_candidates(const std::vector<std::int64_t>& truth,
                                            std::int64_t masked_rows, std::int64_t most,
                                            const Random& random) {
    std::vector<bool> needed(static_cast<std::size_t>(masked_rows), false);
    for (const std::int64_t row : truth) {
        if (row >= 0) needed[static_cast<std::size_t>(row)] = true;
    }
    std::vector<std::int64_t> chosen;
    std::vector<std::int64_t> others;
    for (std::int64_t row = 0; row < masked_rows; ++row) {
        (needed[static_cast<std::size_t>(row)] ? chosen : others).push_back(row);
    }
    const auto room = std::max<std::int64_t>(0, most - std::ssize(chosen));
    const auto fill = random_subset(random.stream("probabilistic-linkage candidates"),
                                    std::ssize(others), std::min(room, std::ssize(others)));
    for (const std::int64_t i : fill) chosen.push_back(others[static_cast<std::size_t>(i)]);
    return chosen;
}

Sample draw(const AssessInput& input, std::int64_t most) {
    Sample sample;
    sample.records = attacked_rows(input);
    const auto attacked = std::ssize(sample.records);
    if (attacked > most) {
        const auto picked =
            random_subset(input.random.stream("probabilistic-linkage records"), attacked, most);
        for (std::size_t i = 0; i < picked.size(); ++i) {
            sample.records[i] = sample.records[static_cast<std::size_t>(picked[i])];
        }
        sample.records.resize(picked.size());
    }
    const std::vector<std::int64_t> masked_row = masked_row_of(input);
    for (const std::int64_t row : sample.records) {
        sample.match.push_back(masked_row[static_cast<std::size_t>(row)]);
    }
    const std::vector<std::int64_t> chosen =
        chosen_candidates(sample.match, input.masked.rows(), most, input.random);
    const auto order =
        random_permutation(input.random.stream("probabilistic-linkage order"), std::ssize(chosen));
    std::vector<std::int64_t> place(static_cast<std::size_t>(input.masked.rows()), -1);
    for (const std::int64_t i : order) {
        const std::int64_t row = chosen[static_cast<std::size_t>(i)];
        place[static_cast<std::size_t>(row)] = std::ssize(sample.candidates);
        sample.candidates.push_back(row);
    }
    for (std::int64_t& match : sample.match) {
        if (match >= 0) match = place[static_cast<std::size_t>(match)];
    }
    sample.sampled = attacked > most || std::ssize(chosen) < input.masked.rows();
    return sample;
}

std::vector<double> with_nan(const Column& column) {
    std::vector<double> values(column.numbers().begin(), column.numbers().end());
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) {
            values[static_cast<std::size_t>(row)] = std::numeric_limits<double>::quiet_NaN();
        }
    }
    return values;
}

std::vector<double> codes_with_nan(const std::vector<std::int32_t>& codes) {
    std::vector<double> values;
    for (const std::int32_t code : codes) {
        values.push_back(code == PairedCodes::kMissing ? std::numeric_limits<double>::quiet_NaN()
                                                       : code);
    }
    return values;
}

// The inner cuts between `bins` bins of both columns' values together; equal ones once.
std::vector<double> bin_cuts(const Context& context, const Column& x, const Column& y,
                             std::int64_t bins) {
    std::vector<double> pooled = sorted_numbers(context, x);
    const std::vector<double> others = sorted_numbers(context, y);
    const auto middle = std::ssize(pooled);
    pooled.insert(pooled.end(), others.begin(), others.end());
    std::inplace_merge(pooled.begin(), pooled.begin() + middle, pooled.end());
    std::vector<double> cuts;
    for (std::int64_t i = 1; i < bins && !pooled.empty(); ++i) {
        cuts.push_back(quantile(pooled, static_cast<double>(i) / static_cast<double>(bins)));
    }
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    return cuts;
}

Compared compared(const AssessInput& input, const std::string& name, const Sample& sample,
                  const Params& params) {
    const Column& original = input.original.column(name);
    const Column& masked = input.masked.column(name);
    const ColumnPtr x = original.gather(sample.records);
    const ColumnPtr y = masked.gather(sample.candidates);
    if (!original.is_numeric() || !masked.is_numeric()) {
        const PairedCodes codes = paired_codes(input.context, *x, *y);
        return {codes_with_nan(codes.x), codes_with_nan(codes.y), 0};
    }
    Compared result{with_nan(*x), with_nan(*y), 0};
    if (params.comparison == Comparison::tolerance) {
        result.tolerance = params.tolerance * bounded_stats(input.context, original).deviation();
    }
    if (params.comparison == Comparison::bins) {
        const std::vector<double> cuts = bin_cuts(input.context, original, masked, params.bins);
        for (std::vector<double>* values : {&result.x, &result.y}) {
            for (double& value : *values) {
                if (std::isnan(value)) continue;
                value = static_cast<double>(std::lower_bound(cuts.begin(), cuts.end(), value) -
                                            cuts.begin());
            }
        }
    }
    return result;
}

// The model's patterns have at most 16 bits: of more columns those with the most different values.
std::vector<std::string> telling_columns(const AssessInput& input, const Sample& sample,
                                         std::vector<std::string>& warnings) {
    constexpr std::size_t kMost = 16;
    if (input.columns.size() <= kMost) return input.columns;
    std::vector<std::pair<std::int64_t, std::size_t>> ranked;
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const ColumnPtr column = input.original.column(input.columns[j]).gather(sample.records);
        const std::vector<std::int32_t> codes = paired_codes(input.context, *column, *column).x;
        const auto highest = codes.empty() ? 0 : *std::max_element(codes.begin(), codes.end());
        ranked.emplace_back(-highest, j);
    }
    std::sort(ranked.begin(), ranked.end());
    ranked.resize(kMost);
    std::sort(ranked.begin(), ranked.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<std::string> names;
    for (const auto& [highest, j] : ranked) names.push_back(input.columns[j]);
    warnings.push_back(
        fmt::format("only the {} columns with the most different values are compared", kMost));
    return names;
}

// How often true pairs and others agree on each column.
TwoClassModel known_model(const AgreementCounts& counts, const std::vector<Compared>& columns,
                          const Sample& sample) {
    TwoClassModel model;
    const auto matched = static_cast<double>(
        std::count_if(sample.match.begin(), sample.match.end(), [](auto m) { return m >= 0; }));
    const double others =
        static_cast<double>(counts.rows_x) * static_cast<double>(counts.rows_y) - matched;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        double kept = 0, agreeing = 0;
        for (std::size_t i = 0; i < sample.match.size(); ++i) {
            if (sample.match[i] < 0) continue;
            const double y = columns[j].y[static_cast<std::size_t>(sample.match[i])];
            if (std::fabs(columns[j].x[i] - y) <= columns[j].tolerance) ++kept;
        }
        for (std::size_t pattern = 0; pattern < counts.pairs.size(); ++pattern) {
            if (((pattern >> j) & 1U) != 0) agreeing += static_cast<double>(counts.pairs[pattern]);
        }
        model.m.push_back(bounded_probability(matched > 0 ? kept / matched : 0));
        model.u.push_back(bounded_probability(others > 0 ? (agreeing - kept) / others : 0));
    }
    const double pairs = matched + others;
    model.match_share = pairs > 0 ? matched / pairs : 0;
    model.weights = pattern_weights(model.m, model.u);
    model.converged = true;
    return model;
}

std::int64_t count_assigned(const Context& context, const PairPatterns& pairs,
                            const TwoClassModel& model, const Sample& sample) {
    const std::vector<Pattern> patterns = pairs.matrix(context);
    std::vector<double> weights(patterns.size());
    std::transform(patterns.begin(), patterns.end(), weights.begin(),
                   [&](Pattern pattern) { return model.weights[pattern]; });
    const std::vector<std::int64_t> linked =
        assign(context, weights, pairs.records(), pairs.candidates(), Goal::maximise);
    std::int64_t correct = 0;
    for (std::size_t i = 0; i < linked.size(); ++i) {
        if (linked[i] >= 0 && linked[i] == sample.match[i]) ++correct;
    }
    return correct;
}

// The expected number of right links.
double count_heaviest(const Context& context, const PairPatterns& pairs, const TwoClassModel& model,
                      const Sample& sample) {
    std::vector<std::int64_t> record_of(sample.candidates.size(), -1);
    for (std::size_t i = 0; i < sample.match.size(); ++i) {
        if (sample.match[i] >= 0) {
            record_of[static_cast<std::size_t>(sample.match[i])] = static_cast<std::int64_t>(i);
        }
    }
    return exact_sum(pairs.heaviest(context, model.weights, record_of));
}

Json by_column(const std::vector<std::string>& columns, const std::vector<double>& values) {
    Json result = Json::object();
    for (std::size_t j = 0; j < columns.size(); ++j) result[columns[j]] = values[j];
    return result;
}

void check(const Params& params) {
    if (params.rule == LinkRule::heaviest || params.max_records <= kMostAssigned) return;
    throw Error(ErrorKind::usage,
                fmt::format("max_records is at most {} for the assignment; rule = heaviest takes "
                            "more",
                            kMostAssigned),
                {{}, 0, 0, "max_records"});
}

Measurement assess(const AssessInput& input, const Params& params) {
    check_tables(input);
    check(params);
    Measurement result;
    const Sample sample = draw(input, params.max_records);
    const auto records = std::ssize(sample.records);
    const auto candidates = std::ssize(sample.candidates);
    const std::vector<std::string> names = telling_columns(input, sample, result.warnings);
    std::vector<Compared> columns;
    for (const std::string& name : names) {
        columns.push_back(compared(input, name, sample, params));
    }
    const PairPatterns pairs(input.context, columns);
    const AgreementCounts counts = pairs.counts(input.context);
    const TwoClassModel model =
        params.model == Model::known ? known_model(counts, columns, sample) : em_two_class(counts);

    const double heaviest = count_heaviest(input.context, pairs, model, sample);
    result.details["heaviest"] = percent(heaviest, static_cast<double>(records));
    if (params.rule == LinkRule::assignment) {
        const std::int64_t correct = count_assigned(input.context, pairs, model, sample);
        result.details["assignment"] = percent(correct, records);
        result.details["correct"] = correct;
    } else {
        result.details["correct"] = heaviest;
    }
    result.value = result.details[params.rule == LinkRule::assignment ? "assignment" : "heaviest"];
    result.details["records"] = records;
    result.details["candidates"] = candidates;
    result.details["sampled"] = sample.sampled;
    result.details["pi"] = model.match_share;
    result.details["m"] = by_column(names, model.m);
    result.details["u"] = by_column(names, model.u);
    result.details["iterations"] = model.iterations;
    result.details["converged"] = model.converged;
    if (records == 0 || candidates == 0) {
        result.warnings.push_back("there is no record to link: the value is 0");
    } else if (counts.pairs[0] == records * candidates) {
        result.warnings.push_back(
            "no two records agree on any column: links are chance; compare with a tolerance or "
            "bins");
    }
    if (sample.sampled) {
        result.warnings.push_back(fmt::format(
            "sampled: {} records among {} candidates; the risk among all would be smaller", records,
            candidates));
    }
    return result;
}

}  // namespace

Method probabilistic_linkage() {
    return make_attack(
        MethodInfo{
            .name = "probabilistic-linkage",
            .title = "Probabilistic record linkage",
            .summary = "Links records by which columns agree, weighed by a fitted model.",
            .description =
                "Compares every known record with every masked one, notes on which columns they "
                "agree, fits a model of matches and non-matches to these patterns (expectation "
                "maximisation, no link known) and links one to one with the largest total weight. "
                "With `model` = known the figures of matches and others are the true ones, as they "
                "are to one who knows how the data were masked: on categories, whose columns "
                "depend "
                "on each other, the fitted model often goes astray, and the known one finds far "
                "more. The value is the percentage of correct links. With `rule` = heaviest each "
                "masked "
                "record goes to the heaviest known one instead, several to the same if need be, "
                "ties counting as the chance of a right guess: quicker, without drawing lots, and "
                "in memory that grows with the records only; its figure is reported in either "
                "case. Strong where masking leaves many "
                "values as they are: categories, swapping, suppression. Continuous values that "
                "were "
                "all changed hardly ever agree exactly: use `comparison` = tolerance or bins for "
                "these. Ties of the assignment are broken at random by the seed. Tables above "
                "`max_records` are "
                "sampled, which overstates the risk: a smaller crowd to hide in.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::random, Property::pairwise},
            .cites = {"fellegi1969theory", "jaro1989advances", "domingo2001quantitative",
                      "abril2014privacy"},
            .example = {{"rule", "assignment"}, {"comparison", "exact"}},
            .finds_people = true,
            .assessed_with = {Json::object(), {{"model", "known"}, {"rule", "heaviest"}}}},
        schema(), assess);
}

}  // namespace lethe::attack
