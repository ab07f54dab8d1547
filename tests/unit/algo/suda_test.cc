#include "lethe/algo/population/suda.h"

#include <gtest/gtest.h>

#include "assess.h"

namespace lethe {
namespace {

Table of_categories(const std::vector<std::string>& names,
                    const std::vector<std::vector<std::string>>& rows) {
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < names.size(); ++j) {
        std::vector<std::string> texts;
        for (const auto& row : rows) texts.push_back(row[j]);
        columns.push_back(Column::from_texts(names[j], Kind::nominal, texts));
    }
    return Table(std::move(columns));
}

Table ten_people() {
    return of_categories({"Residence", "Gender", "Education", "Labour"}, {{"U", "F", "si", "E"},
                                                                          {"U", "F", "si", "E"},
                                                                          {"U", "F", "pi", "N"},
                                                                          {"U", "M", "sc", "E"},
                                                                          {"R", "F", "sc", "Un"},
                                                                          {"U", "M", "sc", "E"},
                                                                          {"U", "F", "pc", "N"},
                                                                          {"U", "M", "ps", "Un"},
                                                                          {"U", "F", "si", "N"},
                                                                          {"U", "F", "si", "N"}});
}

SudaRisk risk_of(const Table& table, SudaScore score, std::size_t most = 64) {
    return suda_risk(test::threads(1), table, table.names(),
                     {.most = most, .score = score, .record_contributions = true});
}

// The worked table of the IHSN guide. One formula, two scores: the guide prints the second column
// of DIS-SUDA, sdcMicro 5.8 the first.
TEST(Suda, OfTheWorkedTable) {
    const Table table = ten_people();
    const SudaRisk elliot = risk_of(table, SudaScore::elliot);
    EXPECT_EQ(elliot.score, (std::vector<double>{0, 0, 6, 0, 12, 0, 6, 10, 0, 0}));
    EXPECT_EQ(elliot.uniques, 4);
    EXPECT_EQ(elliot.pairs, 3);
    EXPECT_NEAR(elliot.file_risk, .0066889632, 5e-11);
    EXPECT_NEAR(elliot.dis[2], .004987, 5e-7);
    EXPECT_NEAR(elliot.dis[4], .011383, 5e-7);
    EXPECT_NEAR(elliot.dis[7], .009167, 5e-7);
    EXPECT_EQ(elliot.dis[0], 0);
    const SudaRisk ihsn = risk_of(table, SudaScore::ihsn);
    EXPECT_NEAR(ihsn.score[2], 1.75, 1e-12);
    EXPECT_NEAR(ihsn.score[4], 3.25, 1e-12);
    EXPECT_NEAR(ihsn.score[7], 2.75, 1e-12);
    EXPECT_NEAR(ihsn.dis[2], .005120, 5e-7);
    EXPECT_NEAR(ihsn.dis[4], .010702, 5e-7);
    EXPECT_NEAR(ihsn.dis[7], .008775, 5e-7);
    EXPECT_EQ(elliot.sets_of_size, (std::vector<std::int64_t>{4, 5, 0, 0}));
    EXPECT_EQ(elliot.smallest, (std::vector<std::uint32_t>{0, 0, 1, 0, 1, 0, 1, 1, 0, 0}));
    EXPECT_EQ(elliot.special, 4);
    // Of the fifth record: 6/12, 4/12, 4/12, 4/12.
    const std::vector<double> parts{6, 4, 4, 4};
    for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(elliot.by_record[j][4], parts[j]);
}

TEST(Suda, ContributionsOfColumns) {
    const Table table =
        of_categories({"a", "b", "c"}, {{"2", "0", "0"}, {"1", "3", "6"}, {"1", "0", "0"}});
    const SudaRisk risk = risk_of(table, SudaScore::elliot);
    EXPECT_EQ(risk.score, (std::vector<double>{2, 4, 2}));
    EXPECT_EQ(risk.scores, 8);
    EXPECT_EQ(risk.contributed, (std::vector<double>{4, 3, 3}));  // 50, 37.5 and 37.5 percent
    // Values: of b = 0 the third record's pair {a, b} counts 1 of the 4 of both its records.
    ASSERT_EQ(risk.values[1].size(), 2U);
    EXPECT_EQ(risk.values[1][0].contributed, 1);
    EXPECT_EQ(risk.values[1][0].scores, 4);
    EXPECT_EQ(risk.values[1][1].contributed, 2);
    EXPECT_EQ(risk.values[1][1].row, 1);
}

TEST(Suda, ScoresOfEightPeople) {
    const Table table =
        of_categories({"age", "gender", "income", "education"}, {{"20s", "m", "50k+", "h"},
                                                                 {"20s", "m", "50k+", "h"},
                                                                 {"20s", "m", "50k-", "h"},
                                                                 {"20s", "m", "50k-", "h"},
                                                                 {"20s", "f", "50k-", "u"},
                                                                 {"20s", "f", "50k-", "h"},
                                                                 {"20s", "f", "50k-", "m"},
                                                                 {"60s", "m", "50k-", "u"}});
    EXPECT_EQ(risk_of(table, SudaScore::elliot).score,
              (std::vector<double>{0, 0, 0, 0, 4, 2, 6, 8}));
}

TEST(Suda, EqualScoresGiveTheRiskOfTheFile) {
    const std::vector<double> scores{3, 0, 3, 3};
    const auto dis = dis_suda(scores, .02, 3, 5);
    EXPECT_NEAR(dis[0], .02, 1e-15);
    EXPECT_NEAR(dis[3], .02, 1e-15);
    EXPECT_EQ(dis[1], 0);
}

TEST(Suda, RiskOfAFile) {
    EXPECT_EQ(intrusion_risk(0, 5, .1), 0);
    EXPECT_EQ(intrusion_risk(7, 0, .1), 1);
    EXPECT_NEAR(intrusion_risk(4, 3, .01), .04 / (.04 + 2 * .99 * 3), 1e-15);
}

// Sets of at most two columns: the score of a single value is the product to that size.
TEST(Suda, WithALimitOfColumns) {
    const SudaRisk risk = risk_of(ten_people(), SudaScore::elliot, 1);
    EXPECT_EQ(risk.score, (std::vector<double>{0, 0, 3, 0, 3, 0, 3, 3, 0, 0}));
    EXPECT_EQ(risk.sets_of_size, (std::vector<std::int64_t>{4}));
    EXPECT_EQ(suda_score(SudaScore::elliot, 4, 1, 2), 6);
    EXPECT_EQ(suda_score(SudaScore::elliot, 4, 2, 2), 2);
    EXPECT_EQ(suda_score(SudaScore::elliot, 4, 4, 4), 1);
    EXPECT_EQ(suda_score(SudaScore::elliot, 12, 3, 3), 9);
}

}  // namespace
}  // namespace lethe
