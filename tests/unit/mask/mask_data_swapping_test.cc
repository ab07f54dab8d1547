#include <algorithm>
#include <map>

#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::problems;
using test::run_mask;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// `rows` records in `regions` regions; income and job differ from row to row.
Table data_swapping_people(std::int64_t rows, std::int64_t regions) {
    std::vector<double> income;
    std::vector<std::string> region, job;
    for (std::int64_t row = 0; row < rows; ++row) {
        income.push_back(static_cast<double>(row));
        region.push_back("r" + std::to_string(row % regions));
        job.push_back("j" + std::to_string(row));
    }
    return Table({Column::from_texts("region", Kind::nominal, region),
                  Column::numeric("income", income),
                  Column::from_texts("job", Kind::nominal, job)});
}

std::int64_t changed(const Table& a, const Table& b, const std::string& column) {
    std::int64_t count = 0;
    for (std::int64_t row = 0; row < a.rows(); ++row) {
        count += test::same_cell(a.column(column), row, b.column(column), row) ? 0 : 1;
    }
    return count;
}

using DataSwappingPairs = std::multimap<std::string, std::string>;
DataSwappingPairs data_swapping_pairs(const Table& table, const std::string& a,
                                      const std::string& b) {
    DataSwappingPairs result;
    const auto first = texts(table, a), second = texts(table, b);
    for (std::size_t row = 0; row < first.size(); ++row) result.emplace(first[row], second[row]);
    return result;
}

bool same_table(const Table& a, const Table& b, const std::string& x, const std::string& y) {
    auto first = data_swapping_pairs(a, x, y), second = data_swapping_pairs(b, x, y);
    std::vector<DataSwappingPairs::value_type> left(first.begin(), first.end()),
        right(second.begin(), second.end());
    std::vector<std::pair<std::string, std::string>> l(left.begin(), left.end()),
        r(right.begin(), right.end());
    std::sort(l.begin(), l.end());
    std::sort(r.begin(), r.end());
    return l == r;
}

TEST(MaskDataSwapping, TablesWithTheStrataStay) {
    const Table table = data_swapping_people(300, 7);
    const Table swapped = mask("data-swapping", table, {{"rate", 1}, {"within", {"region"}}},
                               {.columns = {"income", "job"}});
    EXPECT_TRUE(same_table(table, swapped, "region", "income"));
    EXPECT_TRUE(same_table(table, swapped, "region", "job"));
    EXPECT_FALSE(same_table(table, swapped, "income", "job"));
    EXPECT_GE(changed(table, swapped, "income"), 300 - 7);
    const Table free = mask("data-swapping", table, {{"rate", 1}}, {.columns = {"income"}});
    EXPECT_FALSE(same_table(table, free, "region", "income"));
    EXPECT_EQ(changed(table, free, "income"), 300);
}

TEST(MaskDataSwapping, TogetherKeepsRelations) {
    const Table table = data_swapping_people(100, 3);
    const Table swapped = mask("data-swapping", table, {{"together", true}, {"within", {"region"}}},
                               {.columns = {"income", "job"}});
    EXPECT_TRUE(same_table(table, swapped, "income", "job"));
    EXPECT_TRUE(same_table(table, swapped, "region", "job"));
    EXPECT_GT(changed(table, swapped, "job"), 20);
}

// Strata of three records at a rate of a third have half a pair each: the share holds on average.
TEST(MaskDataSwapping, SmallStrataHaveTheirShare) {
    const Table table = data_swapping_people(3000, 1000);
    const MaskOutput output =
        run_mask("data-swapping", table, {{"rate", 1.0 / 3}, {"within", {"region"}}},
                 {.columns = {"income"}});
    const auto swapped = output.facts["swapped_records"]["income"].get<double>();
    EXPECT_NEAR(swapped / 3000, 1.0 / 3, 6 * std::sqrt(0.25 * 1000) * 2 / 3000);
    EXPECT_EQ(changed(table, test::result(table, output), "income"), swapped);
}

TEST(MaskDataSwapping, WordsAndProblems) {
    const Table table = data_swapping_people(5, 4);
    const MaskOutput output =
        run_mask("data-swapping", table, {{"within", {"region"}}}, {.columns = {"job"}});
    EXPECT_THAT(output.warnings,
                ElementsAre("3 of the 4 strata have a single record, whose values stay"));
    EXPECT_EQ(output.facts["strata"], 4);
    EXPECT_THAT(problems("data-swapping", table, {{"within", {"regio", "job"}}}, {"job"}),
                ElementsAre(HasSubstr("did you mean \"region\""),
                            HasSubstr("column \"job\" is swapped itself")));
    EXPECT_THAT(problems("data-swapping", table, {{"rate", 0}}), ElementsAre(HasSubstr("above 0")));
}

}  // namespace
}  // namespace lethe
