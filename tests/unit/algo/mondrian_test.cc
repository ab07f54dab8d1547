#include "lethe/algo/partition/mondrian.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "lethe/core/error.h"
#include "support.h"

namespace lethe {
namespace {

using Cut = MondrianOptions::Cut;
using Median = MondrianOptions::Median;
using ::testing::ElementsAre;

std::vector<MondrianAxis> axes_of(const Table& table) {
    std::vector<MondrianAxis> axes;
    for (const ColumnPtr& column : table.columns()) {
        axes.push_back(mondrian_axis(Context(), *column));
    }
    return axes;
}

// The points of the worked example. Both axes have their whole range: x is cut first, at its lower
// median 4. The left box (1,1) (2,4) (3,2) (4,5) has 3/8 of x and 4/4 of y: y at 2. The right one
// (6,1) (7,3) (8,5) (9,2) has 3/8 and 4/4: y at 2.
TEST(Mondrian, EightPoints) {
    const Table points =
        test::numeric_table({{"x", {1, 2, 3, 4, 6, 7, 8, 9}}, {"y", {1, 4, 2, 5, 1, 3, 5, 2}}});
    const Clusters groups = mondrian(Context(), axes_of(points), {2});
    EXPECT_EQ(groups.count, 4);
    EXPECT_THAT(groups.of, ElementsAre(0, 1, 0, 1, 2, 3, 3, 2));
}

// 1 1 1 1 2 3: the cut at the median 1 leaves 2 and 3.
TEST(Mondrian, EqualValuesStayTogetherUnlessRelaxed) {
    const Table table = test::numeric_table({{"x", {1, 3, 1, 1, 2, 1}}});
    EXPECT_THAT(mondrian(Context(), axes_of(table), {2}).of, ElementsAre(0, 1, 0, 0, 1, 0));
    EXPECT_THAT(mondrian(Context(), axes_of(table), {2, Cut::relaxed}).of,
                ElementsAre(0, 1, 0, 0, 1, 1));
    EXPECT_EQ(mondrian(Context(), axes_of(table), {3}).count, 1);
    EXPECT_EQ(mondrian(Context(), axes_of(table), {3, Cut::relaxed}).count, 2);
}

// 1 2 2 2 2: no cut at the median 2, the one below leaves a single record.
TEST(Mondrian, TriesTheNextAxis) {
    const Table table = test::numeric_table(
        {{"x", {1, 2, 2, 2, 2}}, {"y", {5, 5, 5, 5.5, 6.5}}, {"z", {0, 9, 9, 9, 9}}});
    EXPECT_THAT(mondrian(Context(), axes_of(table), {2}).of, ElementsAre(0, 0, 0, 1, 1));
}

// The median of all is 4; the right side's own median would be 7.
TEST(Mondrian, OneCutAnAxisWithMediansOfAll) {
    const Table table = test::numeric_table({{"x", {1, 2, 3, 4, 6, 7, 8, 9}}});
    EXPECT_THAT(mondrian(Context(), axes_of(table), {2, Cut::strict, Median::of_all}).of,
                ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
}

TEST(Mondrian, PartsWhatIsMissingFirst) {
    Validity validity(6);
    for (const std::int64_t row : {1, 4}) validity.set_missing(row);
    const Table table({Column::numeric("x", {1, 0, 2, 8, 0, 9}, validity),
                       Column::numeric("y", {1, 2, 3, 4, 5, 6})});
    EXPECT_THAT(mondrian(Context(), axes_of(table), {2}).of, ElementsAre(0, 2, 0, 1, 2, 1));
}

TEST(Mondrian, SmallAndWrongInput) {
    const Table table = test::numeric_table({{"x", {1, 2}}});
    EXPECT_EQ(mondrian(Context(), {}, {2}).count, 0);
    EXPECT_EQ(mondrian(Context(), axes_of(test::numeric_table({{"x", {}}})), {2}).count, 0);
    EXPECT_THROW(mondrian(Context(), axes_of(table), {3}), Error);
    EXPECT_THROW(mondrian(Context(), axes_of(table), {0}), Error);
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_THROW(axes_of(test::numeric_table({{"x", {1, infinity}}})), Error);
    const double most = std::numeric_limits<double>::max();
    const Table wide = test::numeric_table({{"x", {-most, -most, most, most}}});
    EXPECT_EQ(mondrian(Context(), axes_of(wide), {2}).count, 2);
}

}  // namespace
}  // namespace lethe
