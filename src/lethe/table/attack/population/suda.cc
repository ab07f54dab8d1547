// SUDA: special uniques, records that are alone already on a few of their values.
#include "lethe/algo/population/suda.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/algo/population/minimal_sets.h"
#include "lethe/algo/population/survey_weights.h"
#include "lethe/core/error.h"
#include "lethe/method/comparison.h"
#include "lethe/method/figures.h"
#include "lethe/table/attack/population/sample_of_people.h"

namespace lethe::attack {
namespace {

// Bits that the search may hold: a gigabyte.
constexpr double kMostSteps = 8e9;

struct SudaParams {
    std::int64_t most = 3;
    SudaScore score = SudaScore::elliot;
    double fraction = 0.01;
    std::string weights;
    std::vector<double> thresholds = {0.01, 0.05, 0.1, 0.2};
    bool exposure = false;
};

Schema<SudaParams> suda_schema() {
    Range probability = between(0, 1);
    probability.least_excluded = true;
    return Schema<SudaParams>()
        .field("most", &SudaParams::most,
               "columns of the largest combinations that are looked at; all of them where there "
               "are fewer",
               at_least(1))
        .choice("score", &SudaParams::score,
                "what a combination counts: elliot, the larger the more combinations hold it (as "
                "sdcMicro); or ihsn, the same as a share of all (as the guide of the IHSN)",
                {{"elliot", SudaScore::elliot}, {"ihsn", SudaScore::ihsn}})
        .field("fraction", &SudaParams::fraction,
               "the share of the population that is in the release", probability)
        .field("weights", &SudaParams::weights,
               "a numeric column, in place of the fraction: how many people of the population each "
               "record stands for. It is not a column that the intruder knows")
        .field("thresholds", &SudaParams::thresholds,
               "count the records whose DIS-SUDA is above these probabilities", probability)
        .field("exposure", &SudaParams::exposure,
               "list score, DIS-SUDA and contributions of each record, and contributions of "
               "values, in the private results");
}

Json shares_of_columns(const SudaRisk& risk, const std::vector<std::string>& columns) {
    Json shares = Json::object();
    for (std::size_t j = 0; j < columns.size(); ++j) {
        shares[columns[j]] = percent(risk.contributed[j], risk.scores);
    }
    return shares;
}

Json suda_by_record(const SudaRisk& risk, const std::vector<std::string>& columns) {
    Json rows = Json::array(), scores = Json::array(), chances = Json::array();
    Json parts = Json::object();
    for (const std::string& name : columns) parts[name] = Json::array();
    for (std::size_t row = 0; row < risk.score.size(); ++row) {
        if (!(risk.score[row] > 0)) continue;
        rows.push_back(row + 1);
        scores.push_back(risk.score[row]);
        chances.push_back(risk.dis[row]);
        for (std::size_t j = 0; j < columns.size(); ++j) {
            parts[columns[j]].push_back(percent(risk.by_record[j][row], risk.score[row]));
        }
    }
    return {{"masked", std::move(rows)},
            {"score", std::move(scores)},
            {"dis_suda", std::move(chances)},
            {"contributions", std::move(parts)}};
}

Json suda_by_value(const SudaRisk& risk, const AssessInput& input) {
    Json by_column = Json::object();
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const Column& column = input.masked.column(input.columns[j]);
        Json values = Json::array();
        for (const SudaValue& value : risk.values[j]) {
            if (!column.valid(value.row) || !(value.scores > 0)) continue;
            values.push_back({{"value", column.text(value.row)},
                              {"contribution", percent(value.contributed, value.scores)},
                              {"scores", value.scores}});
        }
        by_column[input.columns[j]] = std::move(values);
    }
    return by_column;
}

Json above_thresholds(const std::vector<double>& risks, const std::vector<double>& thresholds) {
    Json above = Json::array();
    for (const double threshold : thresholds) {
        const auto higher = std::count_if(risks.begin(), risks.end(),
                                          [&](double risk) { return risk > threshold; });
        above.push_back({{"risk", threshold},
                         {"records", higher},
                         {"percent", percent(higher, std::ssize(risks))}});
    }
    return above;
}

double mean_by_rows(double sum, std::int64_t rows) {
    return rows > 0 ? sum / static_cast<double>(rows) : 0;
}

Measurement assess_suda(const AssessInput& given, const SudaParams& params) {
    check_tables(given);
    AssessInput input = given;
    Measurement result;
    double fraction = params.fraction;
    if (params.weights.empty()) {
        fraction = sampled_share(input, params.fraction, result);
    } else {
        weights_of(input, params.weights, result.warnings);
        warn_of_shown(input, params.weights, result.warnings);
        fraction = sampled_fraction(input.masked.column(params.weights));
        std::erase(input.columns, params.weights);
        if (input.columns.empty()) {
            throw Error(ErrorKind::usage, "needs a column beside the weights",
                        {{}, 0, 0, "weights"});
        }
    }
    const auto most = static_cast<std::size_t>(params.most);
    const std::int64_t rows = input.masked.rows();
    if (minimal_set_steps(rows, input.columns.size(), most) > kMostSteps) {
        throw Error(ErrorKind::unmet,
                    fmt::format("{} columns have too many combinations for {} records: lower most, "
                                "or leave columns out",
                                input.columns.size(), rows),
                    {{}, 0, 0, "most"});
    }
    const SudaRisk risk = suda_risk(input.context, input.masked, input.columns,
                                    {.most = most,
                                     .score = params.score,
                                     .fraction = fraction,
                                     .record_contributions = params.exposure});
    result.value = percent(risk.special, rows);
    Json sizes = Json::object();
    for (std::size_t size = 1; size <= risk.sets_of_size.size(); ++size) {
        sizes[std::to_string(size)] = {
            {"combinations", risk.sets_of_size[size - 1]},
            {"records", std::count(risk.smallest.begin(), risk.smallest.end(), size)}};
    }
    double chances = 0, worst_chance = 0, worst_score = 0;
    for (std::size_t row = 0; row < risk.score.size(); ++row) {
        chances += risk.dis[row];
        worst_chance = std::max(worst_chance, risk.dis[row]);
        worst_score = std::max(worst_score, risk.score[row]);
    }
    result.details["records"] = rows;
    result.details["unique"] = risk.uniques;
    result.details["special"] = risk.special;
    result.details["sizes"] = std::move(sizes);
    result.details["score"] = {{"maximum", worst_score}, {"mean", mean_by_rows(risk.scores, rows)}};
    result.details["file_risk"] = risk.file_risk;
    result.details["dis_suda"] = {{"maximum", worst_chance},
                                  {"mean", mean_by_rows(chances, rows)},
                                  {"above", above_thresholds(risk.dis, params.thresholds)}};
    result.details["contributions"] = shares_of_columns(risk, input.columns);
    if (is_lent(given, params.weights)) keep_for_owner(result, {"file_risk", "dis_suda"});
    if (params.exposure) {
        result.private_details["suda"] = suda_by_record(risk, input.columns);
        result.private_details["values"] = suda_by_value(risk, input);
    }
    return result;
}

std::string read_suda(const Json& attack, double value, std::optional<std::int64_t> people) {
    const Json& details = figures::field(attack, "details");
    const auto special = figures::count(details, "special");
    const auto records = figures::count(details, "records");
    std::string reading = fmt::format("{} of the people are alone already on some of their values.",
                                      figures::percent_text(value));
    if (special && (records || people)) {
        reading = fmt::format("{} of {} people ({}) are alone already on some of their values.",
                              *special == 0 ? "None" : figures::count_text(*special),
                              figures::count_text(records ? *records : *people),
                              figures::percent_text(value));
    }
    const Json& chances = figures::field(details, "dis_suda");
    const auto largest = figures::number(chances, "maximum");
    const auto mean = figures::number(chances, "mean");
    if (largest && mean && *largest > 0) {
        reading += fmt::format(
            " A match with the worst of them is right with a chance of {}; the mean over all "
            "records, {}, hides it.",
            figures::percent_text(100 * *largest), figures::percent_text(100 * *mean));
    }
    return reading;
}

}  // namespace

Method suda() {
    return make_attack(
        MethodInfo{
            .name = "suda",
            .title = "Special uniques (SUDA2)",
            .summary = "Records that are alone on a few of their values, with scores by record.",
            .description =
                "A minimal sample unique of a record is a combination of columns on which it is "
                "alone while it is alone on no part of it. A record with a small one stands out "
                "for whoever knows little, and is the more likely to be alone in the population. "
                "The value is the percentage of special uniques: records that are alone on all "
                "columns and on fewer. Combinations of up to `most` columns are looked at; "
                "`sizes` says how many there are of each size, and how many records have their "
                "smallest one there.\n\n"
                "The score of a record is the sum over its minimal sample uniques; of k of the n "
                "columns each counts (n - k)(n - k - 1) ... down to `most` (elliot), or (2^(n-k) - "
                "1) k! (n-k)! / n! (ihsn). Scores compare records of one file and columns of one "
                "choice; they are no probabilities. `contributions` is the percentage of all "
                "scores that combinations with a column have; combinations share columns, so that "
                "the sum may exceed 100. Treat the column that contributes most first.\n\n"
                "`file_risk` is the chance that a match with a unique record is right, by data "
                "intrusion simulation: from the uniques and the classes of two, for a sample of "
                "the `fraction`, which with `weights` is the records by their sum. DIS-SUDA shares "
                "it out by scores. Beware: it is a heuristic that "
                "was tuned on census samples, not a bound; and the fraction decides its size. The "
                "mean over the records hides the worst one, so that the maximum stands beside it. "
                "Figures of sdcMicro before 5 and of the guide of the IHSN differ by the score "
                "alone. Missing values take part in no combination.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"elliot2002special", "manning2008recursive", "skinner2002measure"},
            .example = {{"most", 3}, {"fraction", 0.1}},
            .in_words = "It looks for people who are alone in the release already by a few of "
                        "their values. Such people are the likeliest to be alone in the "
                        "population, and to be recognised by somebody who knows little.",
            .scale = Scale::unique,
            .reading = read_suda,
            .details = {{"special", "special uniques"},
                        {"unique", "records that are alone on all columns"},
                        {"contributions", "share of the scores", true, "column"}}},
        suda_schema(), assess_suda);
}

}  // namespace lethe::attack
