// Records at risk: what suppression leaves is counted again by the definitions, and these are held
// to sums written out and to published figures.
#include "lethe/release/tables/counts/risk_counts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "assess.h"
#include "lethe/algo/population/individual_risk.h"
#include "lethe/algo/population/record_matches.h"
#include "mask_support.h"
#include "rounds.h"

namespace lethe {
namespace {

using release::count_risk;
using release::counted_individual_risk;
using release::risk_claim;

TEST(RiskCounts, IndividualRiskIsThePublishedAndTheOther) {
    struct Known {
        std::int64_t f;
        double population;
        double risk;
    };
    for (const Known& known :
         {Known{1, 45.5, .085791288224}, Known{1, 17, .177075834004}, Known{2, 152, .012563425184},
          Known{3, 108, .013552968372}, Known{5, 7, .150283524207}, Known{10, 12, .084632449552},
          Known{40, 50, .020098503334}, Known{3, 1000, .001495617564},
          Known{20, 4000, .000263084838}, Known{4, 5, .208584196896},
          Known{100, 150, .006688814086}}) {
        EXPECT_NEAR(counted_individual_risk(known.f, known.population), known.risk, 1e-11);
    }
    const Stream stream = Random(5).stream("individual");
    for (std::int64_t round = 0; round < test::rounds(3000); ++round) {
        Draws draws = stream.at(round);
        const auto f = 1 + static_cast<std::int64_t>(std::pow(10, 4 * draws.uniform()));
        const double population =
            static_cast<double>(f) * (1 + std::pow(10, -3 + 8 * draws.uniform()));
        const double risk = individual_risk(f, population);
        EXPECT_NEAR(counted_individual_risk(f, population), risk, 1e-10 * risk)
            << f << " of " << population;
    }
    EXPECT_EQ(counted_individual_risk(4, 4), 0.25);
    EXPECT_EQ(counted_individual_risk(4, 2), 0.25);
}

// E(1/(f + X)), X Poisson, added up from the likeliest X on.
double match_summed(std::int64_t f, double mean) {
    double sum = 0;
    for (int x = 0; x < 4000; ++x) {
        const double log_chance = x * std::log(mean) - mean - std::lgamma(x + 1);
        sum += std::exp(log_chance) / static_cast<double>(f + x);
    }
    return sum;
}

TEST(RiskCounts, ChanceOfAMatchIsItsSum) {
    const Stream stream = Random(6).stream("match");
    for (std::int64_t round = 0; round < test::rounds(1000); ++round) {
        Draws draws = stream.at(round);
        const auto f = 1 + static_cast<std::int64_t>(draws.below(40));
        const double expected = std::pow(10, -6 + 7 * draws.uniform());
        const double fraction = 0.01 + 0.98 * draws.uniform();
        const double mean = expected * (1 - fraction) / fraction;
        if (mean > 2000) continue;
        const double summed = match_summed(f, mean);
        EXPECT_NEAR(expected_match(expected, fraction, f), summed, 1e-11 * summed)
            << f << ", " << mean;
    }
    EXPECT_EQ(expected_match(3, 1, 4), 0.25);
    EXPECT_EQ(expected_match(0, 0.1, 1), 1);
}

struct Survey {
    Table table;
    std::vector<std::string> keys;
};

// Few values, so that classes are of all sizes; some cells are missing.
Survey drawn_survey(Draws& draws) {
    const std::size_t rows = 15 + draws.below(60);
    Survey survey;
    std::vector<ColumnPtr> columns;
    const std::size_t keys = 2 + draws.below(2);
    const bool gaps = draws.below(3) == 0;
    for (std::size_t q = 0; q < keys; ++q) {
        std::vector<std::string> texts;
        Validity validity(static_cast<std::int64_t>(rows));
        const std::uint64_t values = 2 + draws.below(5);
        for (std::size_t row = 0; row < rows; ++row) {
            texts.push_back("v" +
                            std::to_string(std::min(draws.below(values), draws.below(values))));
            if (gaps && draws.below(12) == 0) validity.set_missing(static_cast<std::int64_t>(row));
        }
        survey.keys.push_back("k" + std::to_string(q));
        const ColumnPtr plain = Column::from_texts(survey.keys.back(), Kind::nominal, texts);
        columns.push_back(Column::categories(survey.keys.back(), Kind::nominal,
                                             {plain->codes().begin(), plain->codes().end()},
                                             plain->dictionary_ptr(), validity));
    }
    std::vector<double> weights;
    std::vector<std::string> households;
    for (std::size_t row = 0; row < rows; ++row) {
        weights.push_back(1 + std::floor(draws.uniform() * 30) / 2);
        households.push_back("h" + std::to_string(draws.below(rows / 2)));
    }
    columns.push_back(Column::numeric("weight", std::move(weights)));
    columns.push_back(Column::from_texts("household", Kind::nominal, households));
    survey.table = Table(std::move(columns));
    return survey;
}

Json risk_parameters(Draws& draws, const std::string& measure, const Survey& survey) {
    Json parameters{{"measure", measure}, {"keys", survey.keys}};
    const bool scores = measure == "suda-score" || measure == "dis-suda";
    if (draws.below(2) == 0 && !scores) {
        parameters["rate"] = 0.02 + 0.4 * draws.uniform();
    } else {
        parameters["above"] =
            measure == "suda-score" ? draws.uniform() * 4 : 0.02 + 0.5 * draws.uniform();
    }
    if (measure == "household") parameters["household"] = "household";
    if (draws.below(2) == 0) {
        parameters["weights"] = "weight";
    } else if (!scores) {
        parameters["population"] = survey.table.rows() * (1 + static_cast<int>(draws.below(20)));
    }
    return parameters;
}

TEST(RiskCounts, WhatSuppressionLeavesHolds) {
    for (const std::string measure :
         {"individual", "household", "log-linear", "suda-score", "dis-suda"}) {
        int dropped = 0, kept = 0, refused_before = 0;
        for (std::int64_t round = 0; round < test::rounds(120); ++round) {
            Draws draws = Random(7).stream(measure).at(round);
            const Survey survey = drawn_survey(draws);
            Json parameters = risk_parameters(draws, measure, survey);
            const bool cells = draws.below(3) == 0;
            parameters["what"] = cells ? "risky-cells" : "risky-records";
            const MaskOutput output =
                test::run_mask("suppression", survey.table, parameters, {.columns = survey.keys});
            const Table left = test::result(survey.table, output);
            const auto claim = risk_claim({{"facts", output.facts}});
            ASSERT_TRUE(claim);
            if (left.rows() == 0) continue;
            const std::string what =
                measure + ", " + parameters.dump() + ", round " + std::to_string(round);
            const Json counted = count_risk(test::threads(1), left, {}, *claim);
            const bool still = output.facts.value("still_risky", 0) > 0;
            EXPECT_EQ(counted["holds"], !still) << what << ": " << counted;
            // Nobody goes where it held before; where somebody goes, it did not.
            const Json before = count_risk(test::threads(1), survey.table, {}, *claim);
            const bool changed =
                left.rows() < survey.table.rows() || output.facts.value("risky_records", 0) > 0;
            // A model that is chosen for other rows says other chances.
            const bool comparable = measure != "log-linear" || !changed;
            EXPECT_TRUE(!comparable || before["holds"] == !changed) << what << before;
            (changed ? dropped : kept) += 1;
            refused_before += before["holds"] == false ? 1 : 0;
        }
        EXPECT_GT(dropped, test::rounds(15)) << measure;
        EXPECT_GT(kept, test::rounds(5)) << measure;
        EXPECT_GT(refused_before, test::rounds(10)) << measure;
    }
}

// Rows that go leave the others standing for as many people as before.
TEST(RiskCounts, WhoIsLeftStandsForNoMorePeople) {
    std::vector<std::string> values(30, "common");
    for (int i = 0; i < 10; ++i) values.push_back("rare" + std::to_string(i));
    values.insert(values.end(), {"pair", "pair"});
    const Table table({Column::from_texts("k", Kind::nominal, values)});
    // Of 42 records of 420 people each stands for ten; a pair has 0.0665..., one alone 0.2558....
    const Json parameters{{"what", "risky-records"}, {"population", 420}, {"above", 0.2}};
    const MaskOutput output = test::run_mask("suppression", table, parameters);
    EXPECT_EQ(output.facts["suppressed_records"], 10);
    EXPECT_EQ(output.facts["risk"]["people_by_record"], 10);
    const Table left = test::result(table, output);
    const auto claim = risk_claim({{"facts", output.facts}});
    const Json counted = count_risk(test::threads(1), left, {}, *claim);
    EXPECT_NEAR(counted["counted"].get<double>(), individual_risk(2, 20), 1e-12);
}

TEST(RiskCounts, WeightsThatAreNotReleasedAreLent) {
    Draws draws = Random(8).stream("lent").at(0);
    const Survey survey = drawn_survey(draws);
    const MaskOutput output = test::run_mask(
        "suppression", survey.table,
        {{"what", "risky-records"}, {"weights", "weight"}, {"above", 0.3}, {"keys", survey.keys}},
        {.columns = survey.keys});
    const Table left = test::result(survey.table, output);
    const auto claim = risk_claim({{"facts", output.facts}});
    const Table written = left.select(survey.keys);
    const std::vector<std::string> hidden = {"weight"};
    const Json counted = count_risk(test::threads(1), written, left.select(hidden), *claim);
    EXPECT_EQ(counted["holds"], true);
    EXPECT_TRUE(counted["counted"].is_null());  // it would tell of weights
    const Json unknown = count_risk(test::threads(1), written, {}, *claim);
    EXPECT_TRUE(unknown["holds"].is_null());
    EXPECT_NE(unknown["reason"].get<std::string>().find("weight is not known"), std::string::npos);
}

TEST(PopulationUniqueness, StrataAreSamplesOfTheirOwn) {
    std::vector<std::string> strata, values;
    std::vector<double> weights;
    const Stream stream = Random(9).stream("strata");
    for (std::int64_t row = 0; row < 400; ++row) {
        Draws draws = stream.at(row);
        const bool dense = row < 150;
        strata.push_back(dense ? "town" : "land");
        weights.push_back(dense ? 3 : 20);
        values.push_back((dense ? "t" : "l") +
                         std::to_string(draws.below(150) * draws.below(150) / 60));
    }
    const Table table({Column::from_texts("value", Kind::nominal, values),
                       Column::from_texts("stratum", Kind::nominal, strata),
                       Column::numeric("weight", weights)});
    const auto uniques = [&](const Table& part, const Json& more) {
        Json parameters{{"weights", "weight"}, {"estimator", "zayatz"}};
        parameters.update(more);
        const Measurement found = test::assess("population-uniqueness", part, part, parameters);
        return found.details["uniques"].get<double>();
    };
    std::vector<std::int64_t> town, land;
    for (std::int64_t row = 0; row < 400; ++row) (row < 150 ? town : land).push_back(row);
    const Json none = Json::object();
    const Json by_stratum{{"strata", Json::array({"stratum"})}};
    const double apart = uniques(table.gather(town), none) + uniques(table.gather(land), none);
    EXPECT_NEAR(uniques(table, by_stratum), apart, 1e-9 * apart);
    EXPECT_GT(std::abs(uniques(table, none) - apart),
              0.01 * apart);  // one fraction for both is not it
    const Table of_town = table.gather(town);
    EXPECT_EQ(uniques(of_town, by_stratum), uniques(of_town, none));
}

}  // namespace
}  // namespace lethe
