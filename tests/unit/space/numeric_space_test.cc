#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/space/numeric.h"
#include "support.h"

namespace lethe {
namespace {

using NumericSpaceNames = std::vector<std::string>;

std::vector<double> coordinates(const NumericSpace& space) {
    const Points points = space.points();
    return {points.values, points.values + points.rows * points.dims};
}

ErrorKind kind_of_error(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.kind();
    }
    ADD_FAILURE() << "nothing thrown";
    return ErrorKind::internal;
}

const Table& table() {
    static const Table made = test::numeric_table(
        {{"a", {1, 2, 3, 4, 5}}, {"b", {10, 10, 40, 40, 25}}, {"c", {7, 7, 7, 7, 7}}});
    return made;
}

TEST(NumericSpace, ZscoresUseTheSampleDeviation) {
    const NumericSpace space =
        numeric_space(Context(), table(), NumericSpaceNames{"a"}, Scaling::zscore);
    const double deviation = std::sqrt(2.5);
    for (int row = 0; row < 5; ++row) {
        EXPECT_DOUBLE_EQ(space.point(row)[0], (row - 2) / deviation);
    }
    EXPECT_DOUBLE_EQ(space.distance(0, 4), 16 / 2.5);
    EXPECT_DOUBLE_EQ(space.distance(NumericSpace::Point{0.0}, 4), 4 / 2.5);
}

TEST(NumericSpace, RawValuesStayAsTheyAre) {
    const NumericSpace space =
        numeric_space(Context(), table(), NumericSpaceNames{"b", "a"}, Scaling::none);
    EXPECT_EQ(coordinates(space), (std::vector<double>{10, 1, 10, 2, 40, 3, 40, 4, 25, 5}));
    EXPECT_EQ(space.rows(), 5);
    EXPECT_EQ(space.dims(), 2);
    EXPECT_EQ(space.distance(0, 2), 904.0);
    EXPECT_EQ(space.centroid(std::vector<std::int64_t>{0, 2, 4}), (std::vector<double>{25.0, 3.0}));
}

TEST(NumericSpace, AConstantColumnIsZero) {
    const NumericSpace space =
        numeric_space(Context(), table(), NumericSpaceNames{"c"}, Scaling::zscore);
    EXPECT_EQ(coordinates(space), std::vector<double>(5, 0.0));
    // n times 0.1, rounded and divided by n, need not be 0.1 again.
    for (int n = 1; n < 200; ++n) {
        const Table same =
            test::numeric_table({{"x", std::vector<double>(static_cast<std::size_t>(n), 0.1)}});
        const NumericSpace flat =
            numeric_space(Context(), same, NumericSpaceNames{"x"}, Scaling::zscore);
        ASSERT_EQ(coordinates(flat), std::vector<double>(static_cast<std::size_t>(n), 0.0));
    }
}

TEST(NumericSpace, WeightsMultiply) {
    const std::vector<double> weights{3.0, 0.5};
    const NumericSpace plain =
        numeric_space(Context(), table(), NumericSpaceNames{"a", "b"}, Scaling::zscore);
    const NumericSpace heavy =
        numeric_space(Context(), table(), NumericSpaceNames{"a", "b"}, Scaling::zscore, weights);
    for (int row = 0; row < 5; ++row) {
        EXPECT_DOUBLE_EQ(heavy.point(row)[0], 3.0 * plain.point(row)[0]);
        EXPECT_DOUBLE_EQ(heavy.point(row)[1], 0.5 * plain.point(row)[1]);
    }
}

TEST(NumericSpace, MissingValuesStandAtTheMean) {
    Validity some(4), none(4);
    some.set_missing(1);
    for (int row = 0; row < 4; ++row) none.set_missing(row);
    const Table holes(std::vector<ColumnPtr>{Column::numeric("a", {2, 0, 4, 9}, some),
                                             Column::numeric("b", {0, 0, 0, 0}, none)});
    const NumericSpace raw =
        numeric_space(Context(), holes, NumericSpaceNames{"a", "b"}, Scaling::none);
    EXPECT_EQ(coordinates(raw), (std::vector<double>{2, 0, 5, 0, 4, 0, 9, 0}));
    const NumericSpace scaled =
        numeric_space(Context(), holes, NumericSpaceNames{"a", "b"}, Scaling::zscore);
    EXPECT_EQ(scaled.point(1), (std::vector<double>{0.0, 0.0}));
    EXPECT_DOUBLE_EQ(scaled.point(0)[0], -3.0 / std::sqrt(13.0));
}

TEST(NumericSpace, TheScalesOfAnotherFile) {
    const Table other = test::numeric_table({{"a", {3, 8}}});
    const auto scales = column_scales(Context(), table(), NumericSpaceNames{"a"}, Scaling::zscore);
    const NumericSpace space = numeric_space(Context(), other, NumericSpaceNames{"a"}, scales);
    EXPECT_DOUBLE_EQ(space.point(0)[0], 0.0);
    EXPECT_DOUBLE_EQ(space.point(1)[0], 5.0 / std::sqrt(2.5));
}

TEST(NumericSpace, ThreadsDoNotMatter) {
    const Table large = test::random_table(Random(5), 50000, 3);
    const NumericSpaceNames names = large.names();
    EXPECT_EQ(coordinates(numeric_space(test::threads(1), large, names, Scaling::zscore)),
              coordinates(numeric_space(test::threads(2), large, names, Scaling::zscore)));
}

TEST(NumericSpace, RefusesWhatCannotBeCompared) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {infinity, -infinity, nan, 2e150}) {
        EXPECT_EQ(kind_of_error([&] { NumericSpace({0.0, bad}, 2, 1); }), ErrorKind::input);
    }
    EXPECT_EQ(kind_of_error([&] { NumericSpace({}, 2, 0); }), ErrorKind::usage);
    EXPECT_EQ(kind_of_error([&] { NumericSpace({1.0}, 2, 1); }), ErrorKind::internal);
    EXPECT_EQ(kind_of_error([&] {
                  numeric_space(Context(), table(), NumericSpaceNames{"zz"}, Scaling::none);
              }),
              ErrorKind::usage);
    const std::vector<std::string> texts{"x", "y"};
    const Table words(std::vector<ColumnPtr>{Column::from_texts("w", Kind::nominal, texts)});
    EXPECT_EQ(kind_of_error(
                  [&] { numeric_space(Context(), words, NumericSpaceNames{"w"}, Scaling::none); }),
              ErrorKind::usage);
    EXPECT_EQ(kind_of_error([&] {
                  column_scales(Context(), table(), NumericSpaceNames{"a"}, Scaling::none,
                                std::vector<double>{1.0, 2.0});
              }),
              ErrorKind::usage);
}

TEST(Points, FirstEqualRows) {
    const std::vector<double> values{1, 2, 0.0, 5, 1, 2, -0.0, 5, 2, 1};
    const std::vector<std::int32_t> first = first_equal_rows(Points{values.data(), 5, 2});
    EXPECT_EQ(first, (std::vector<std::int32_t>{0, 1, 0, 1, 4}));
    EXPECT_EQ(distinct_rows(first), (std::vector<std::int32_t>{0, 1, 4}));
}

}  // namespace
}  // namespace lethe
