#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(MaskRounding, HalvesGoToTheEvenMultiple) {
    const Table table({test::with_missing("a", {14, 15, 25, -15, -4, 0}, {5})});
    EXPECT_THAT(texts(mask("rounding", table, {{"base", 10}}), "a"),
                ElementsAre("10", "20", "20", "-20", "0", "NA"));
}

TEST(MaskRounding, DecimalMultiplesAreThoseThatPeopleWrite) {
    const Table table = test::numeric_table({{"a", {0.31, 0.68, 123.449, -0.04, 7}}});
    EXPECT_THAT(texts(mask("rounding", table, {{"base", 0.1}}), "a"),
                ElementsAre("0.3", "0.7", "123.4", "0", "7"));
    EXPECT_THAT(texts(mask("rounding", table, {{"base", 0.05}}), "a"),
                ElementsAre("0.3", "0.7", "123.45", "-0.05", "7"));
    EXPECT_THAT(texts(mask("rounding", table, {{"base", 2.5}}), "a"),
                ElementsAre("0", "0", "122.5", "0", "7.5"));
}

TEST(MaskRounding, AnotherBaseForSomeColumns) {
    const Table table = test::numeric_table({{"a", {14}}, {"b", {14}}});
    const Table masked = mask("rounding", table, {{"base_by_column", {{"b", 5}}}});
    EXPECT_THAT(texts(masked, "a"), ElementsAre("10"));
    EXPECT_THAT(texts(masked, "b"), ElementsAre("15"));
    EXPECT_THAT(test::problems("rounding", table, {{"base", 0}, {"base_by_column", {{"c", 5}}}}),
                ElementsAre(HasSubstr("above 0")));
    EXPECT_THAT(test::problems("rounding", table, {{"base_by_column", {{"c", 5}}}}),
                ElementsAre(HasSubstr("there is no column of this step \"c\"")));
}

}  // namespace
}  // namespace lethe
