#include "lethe/data/groups.h"
#include "lethe/table/mask/parts/merge_clusters.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::run_mask;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Table clustered_people(std::int64_t rows) {
    std::vector<std::int32_t> job, level;
    std::vector<double> age;
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = Random(71).stream("people").at(row);
        job.push_back(static_cast<std::int32_t>(draws.below(5)));
        level.push_back(static_cast<std::int32_t>(draws.below(4)));
        age.push_back(static_cast<double>(20 + draws.below(50)));
    }
    const auto dictionary = [](int size) {
        Dictionary result;
        for (int i = 0; i < size; ++i) result.push_back("v" + std::to_string(i));
        return std::make_shared<const Dictionary>(result);
    };
    return Table({Column::categories("job", Kind::nominal, job, dictionary(5)),
                  Column::categories("level", Kind::ordinal, level, dictionary(4)),
                  Column::numeric("age", age)});
}

TEST(MaskClustered, WhatIsAnonymousInsideIsSoAsAWhole) {
    const Table table = clustered_people(200);
    for (const char* inside : {"mdav", "mondrian", "global-median"}) {
        for (const int clusters : {1, 2, 7, 40}) {
            const Json params = {
                {"clusters", clusters}, {"inside", inside}, {"parameters", {{"k", 4}}}};
            const Table masked = mask("clustered", table, params);
            EXPECT_GE(group_rows(test::threads(1), masked, masked.names()).smallest(), 4);
        }
    }
}

TEST(MaskClustered, OneClusterIsTheMethodItself) {
    const Table table = clustered_people(60);
    EXPECT_TRUE(test::same_cells(
        mask("clustered", table,
             {{"clusters", 1}, {"inside", "global-median"}, {"parameters", {{"k", 3}}}}),
        mask("global-median", table, {{"k", 3}})));
}

TEST(MaskClustered, RowsAreDroppedInEachCluster) {
    const Table table = clustered_people(100);
    const MaskOutput output =
        run_mask("clustered", table,
                 {{"inside", "suppression"}, {"parameters", {{"what", "records"}, {"k", 2}}}},
                 {.columns = {"job", "level"}});
    ASSERT_TRUE(output.kept_rows);
    EXPECT_TRUE(std::is_sorted(output.kept_rows->begin(), output.kept_rows->end()));
    const Table masked = test::result(table, output);
    EXPECT_LT(masked.rows(), 100);
    EXPECT_TRUE(test::same_cells(masked, table, *output.kept_rows));
    EXPECT_EQ(output.facts["clusters"].size(), 3U);
    EXPECT_EQ(output.facts["parameters"]["k"], 2);
}

TEST(MaskClustered, ProblemsAreFoundBeforeItRuns) {
    const Table table = clustered_people(20);
    const auto found = [&](const Json& params) {
        return test::problems("clustered", table, params);
    };
    EXPECT_THAT(found({{"inside", "mdaw"}}), ElementsAre(HasSubstr("did you mean \"mdav\"")));
    EXPECT_THAT(found({{"inside", "il1"}}), ElementsAre(HasSubstr("step 1.inside: ")));
    EXPECT_THAT(found({{"clusters", 21}, {"parameters", {{"k", 2}}}}),
                ElementsAre("step 1.clusters: 21 clusters, but the table has 20 rows"));
    EXPECT_THAT(found({{"parameters", {{"k", 1}}}}),
                ElementsAre(HasSubstr("step 1.parameters.k: ")));
    EXPECT_THAT(found({{"parameters", {{"k", 21}}}}),
                ElementsAre("step 1.parameters.k: k is 21, but the table has 20 rows"));
    EXPECT_THAT(found({{"parameters", "nothing"}}), ElementsAre(HasSubstr("must be a table")));
    EXPECT_THAT(found({{"inside", "noise"}}).size(), 2U);  // two columns that it does not take
    EXPECT_THAT(found({{"parameters", "k:3"}}), IsEmpty());
    EXPECT_THAT(found({{"parameters", R"({"k": 3})"}}), IsEmpty());
}

ColumnPtr ordinal(const std::vector<std::string>& values, const std::vector<std::string>& order) {
    return Column::from_texts("x", Kind::nominal, values)->as_ordinal(order);
}

TEST(MergeClusters, OrdersAreJoinedWhereTheyFixOne) {
    const ClusterRows rows({{0, 1, 0, 1}, 2});
    std::vector<std::string> warnings;
    const std::vector<ColumnPtr> agreeing = {ordinal({"a", "c"}, {"a", "c"}),
                                             ordinal({"b", "a"}, {"a", "b", "c"})};
    const ColumnPtr joined = mask::merge_clusters(rows, agreeing, 4, warnings);
    EXPECT_EQ(joined->kind(), Kind::ordinal);
    EXPECT_THAT(joined->dictionary(), ElementsAre("a", "b", "c"));
    EXPECT_THAT(texts(Table({joined}), "x"), ElementsAre("a", "b", "c", "a"));
    EXPECT_THAT(warnings, IsEmpty());
    const std::vector<ColumnPtr> apart = {ordinal({"a", "c"}, {"a", "c"}),
                                          ordinal({"b", "c"}, {"b", "c"})};
    EXPECT_EQ(mask::merge_clusters(rows, apart, 4, warnings)->kind(), Kind::nominal);
    EXPECT_THAT(warnings, ElementsAre(HasSubstr("no common order")));
    const std::vector<ColumnPtr> against = {ordinal({"a", "c"}, {"a", "c"}),
                                            ordinal({"a", "c"}, {"c", "a"})};
    EXPECT_EQ(mask::merge_clusters(rows, against, 4, warnings)->kind(), Kind::nominal);
}

TEST(MergeClusters, MissingStaysMissingAndKindsMustAgree) {
    const ClusterRows rows({{0, 1, 0}, 2});
    std::vector<std::string> warnings;
    const std::vector<ColumnPtr> parts = {test::with_missing("x", {1, 0}, {1}),
                                          Column::numeric("x", {5})};
    EXPECT_THAT(texts(Table({mask::merge_clusters(rows, parts, 3, warnings)}), "x"),
                ElementsAre("1", "5", "NA"));
    const std::vector<ColumnPtr> mixed = {Column::numeric("x", {1, 2}), ordinal({"a"}, {"a"})};
    EXPECT_THROW(mask::merge_clusters(rows, mixed, 3, warnings), Error);
}

}  // namespace
}  // namespace lethe
