#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "lethe/data/samples/survey.h"
#include "support.h"

namespace lethe {
namespace {

using SampleSurveyPairs = std::map<std::pair<std::string, std::string>, std::int64_t>;

SampleSurveyPairs pairs_of(const Table& table) {
    SampleSurveyPairs pairs;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        ++pairs[{table.column("reason").text(row), table.column("activity").text(row)}];
    }
    return pairs;
}

TEST(SampleSurvey, HasThePublishedCounts) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const Table table = sample_survey(test::threads(2), Random(seed), kSurveyRows);
        const SampleSurveyPairs pairs = pairs_of(table);
        std::int64_t once = 0, most = 0, to_five = 0, to_fourteen = 0, relaxation = 0;
        std::set<std::string> nouns;
        for (const auto& [pair, times] : pairs) {
            once += times == 1 ? 1 : 0;
            most = std::max(most, times);
            to_five += times <= 5 ? times : 0;
            to_fourteen += times < 15 ? times : 0;
            relaxation += pair.first == "relaxation" ? times : 0;
            nouns.insert(pair.first);
            nouns.insert(pair.second);
        }
        EXPECT_EQ(pairs.size(), 211U);
        EXPECT_EQ(once, 118);
        EXPECT_EQ(most, 115);
        EXPECT_EQ(to_five, 302);
        EXPECT_EQ(to_fourteen, 488);
        EXPECT_EQ(relaxation, 249);
        EXPECT_EQ(nouns.size(), 25U);
    }
}

TEST(SampleSurvey, DependsOnTheSeedAlone) {
    const auto text = [](std::uint64_t seed, int threads) {
        const Table table = sample_survey(test::threads(threads), Random(seed), 40000);
        std::string all;
        for (const ColumnPtr& column : table.columns()) {
            for (std::int64_t row = 0; row < table.rows(); ++row) all += column->text(row) + ",";
        }
        return all;
    };
    EXPECT_EQ(text(1, 1), text(1, 3));
    EXPECT_NE(text(1, 1), text(2, 1));
}

TEST(SampleSurvey, TakesAnyNumberOfRows) {
    EXPECT_EQ(sample_survey(test::threads(1), Random(1), 1).rows(), 1);
    const SampleSurveyPairs pairs =
        pairs_of(sample_survey(test::threads(1), Random(1), 2 * kSurveyRows + 10));
    EXPECT_EQ(pairs.size(), 211U);
}

}  // namespace
}  // namespace lethe
