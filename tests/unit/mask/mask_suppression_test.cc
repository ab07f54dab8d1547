#include "lethe/data/groups.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::run_mask;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Table suppression_people() {
    const std::vector<std::string> sex = {"f", "m", "f", "m", "f", "f"};
    return Table({test::with_missing("age", {30, 30, 30, 30, 30, 0}, {5}),
                  Column::from_texts("sex", Kind::nominal, sex),
                  Column::numeric("pay", {1, 2, 3, 4, 5, 6})});
}

TEST(MaskSuppression, DropsRecordsOfSmallClasses) {
    const std::vector<std::string> columns = {"age", "sex"};
    const MaskOutput output = run_mask("suppression", suppression_people(),
                                       {{"what", "records"}, {"k", 3}}, {.columns = columns});
    EXPECT_THAT(*output.kept_rows, ElementsAre(0, 2, 4));
    EXPECT_EQ(output.facts, Json({{"suppressed_records", 3}}));
    EXPECT_THAT(texts(test::result(suppression_people(), output), "pay"),
                ElementsAre("1", "3", "5"));
    const Table random = test::random_table(Random(8), 500, 3, 4);
    const Table masked = mask("suppression", random, {{"k", 9}});
    EXPECT_GT(masked.rows(), 0);
    EXPECT_GE(group_rows(test::threads(1), masked, masked.names()).smallest(), 9);
}

TEST(MaskSuppression, SaysWhenNothingIsLeft) {
    const MaskOutput output = run_mask("suppression", suppression_people(), {{"k", 2}});
    EXPECT_TRUE(output.kept_rows->empty());
    EXPECT_THAT(output.warnings, ElementsAre(HasSubstr("no record is left")));
}

TEST(MaskSuppression, RareCellsBecomeMissing) {
    const MaskOutput output =
        run_mask("suppression", suppression_people(), {{"what", "rare-cells"}, {"k", 3}});
    const Table masked = test::result(suppression_people(), output);
    EXPECT_FALSE(output.kept_rows);
    EXPECT_THAT(texts(masked, "age"), ElementsAre("30", "30", "30", "30", "30", "NA"));
    EXPECT_THAT(texts(masked, "sex"), ElementsAre("f", "NA", "f", "NA", "f", "f"));
    EXPECT_THAT(texts(masked, "pay"), ElementsAre("NA", "NA", "NA", "NA", "NA", "NA"));
    EXPECT_EQ(output.facts["suppressed_cells"], Json({{"age", 0}, {"sex", 2}, {"pay", 6}}));
}

TEST(MaskSuppression, RandomCellsAreExactlyTheAskedShareOfEachColumn) {
    std::vector<std::int64_t> gaps;
    for (std::int64_t row = 0; row < 400; row += 2) gaps.push_back(row);
    const Table random = test::random_table(Random(8), 400, 1);
    const Table table(
        {random.column_ptr("a"), test::with_missing("b", test::numbers(random, "a"), gaps)});
    const Json params = {{"what", "random-cells"}, {"percent", 10}};
    const Table masked = mask("suppression", table, params);
    EXPECT_EQ(masked.column("a").missing(), 40);
    EXPECT_EQ(masked.column("b").missing(), 220);
    for (std::int64_t row = 0; row < 400; ++row) {
        if (masked.column("a").valid(row)) {
            EXPECT_TRUE(test::same_cell(masked.column("a"), row, table.column("a"), row));
        }
    }
    EXPECT_TRUE(test::same_cells(masked, mask("suppression", table, params)));
    EXPECT_FALSE(test::same_cells(masked, mask("suppression", table, params, {.seed = 8})));
}

TEST(MaskSuppression, AnUntouchedValueKeepsItsSpelling) {
    auto spelling = std::make_shared<Column::Spelling>();
    spelling->missing = "?";
    spelling->add(0, "1.50");
    spelling->add(1, "1.50");
    const Table table({Column::numeric("a", {1.5, 1.5, 2}, {}, spelling)});
    const Table masked = mask("suppression", table, {{"what", "rare-cells"}, {"k", 2}});
    EXPECT_EQ(masked.column("a").text(0), "1.50");
    EXPECT_EQ(masked.column("a").text(2), "?");
}

}  // namespace
}  // namespace lethe
