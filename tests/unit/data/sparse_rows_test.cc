#include "lethe/data/sparse_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lethe/core/error.h"

namespace lethe {
namespace {

SparseRows three_rows() {
    SparseRows rows(4);
    rows.add(0, 3);
    rows.add(2, 4);
    rows.end_row();
    rows.end_row();
    rows.add(2, 2);
    rows.end_row();
    return rows;
}

TEST(SparseRows, HoldsWhatIsNotZero) {
    const SparseRows rows = three_rows();
    EXPECT_EQ(rows.rows(), 3);
    EXPECT_EQ(rows.entries(), 3);
    EXPECT_EQ(rows[0].size(), 2);
    EXPECT_EQ(rows[1].size(), 0);
    EXPECT_EQ(dot(rows[0], rows[2]), 8);
    EXPECT_EQ(dot(rows[0], rows[1]), 0);
    EXPECT_EQ(norm(rows[0]), 5);
}

TEST(SparseRows, RefusesWhatIsNoRow) {
    SparseRows rows(2);
    EXPECT_THROW(rows.add(2, 1), Error);
    EXPECT_THROW(rows.add(-1, 1), Error);
    EXPECT_THROW(rows.add(0, 0), Error);
    EXPECT_THROW(rows.add(0, std::nan("")), Error);
    rows.add(1, 1);
    EXPECT_THROW(rows.add(1, 1), Error);
    EXPECT_THROW(rows.add(0, 1), Error);
    rows.end_row();
    EXPECT_NO_THROW(rows.add(0, 1));
}

TEST(SparseRows, UnitLengthKeepsDirectionsAndEmptyRows) {
    const SparseRows unit = with_unit_norms(three_rows());
    EXPECT_DOUBLE_EQ(unit[0].values[0], 0.6);
    EXPECT_DOUBLE_EQ(unit[0].values[1], 0.8);
    EXPECT_EQ(unit[1].size(), 0);
    EXPECT_EQ(unit[2].values[0], 1);
}

TEST(SparseRows, UnitLengthOfTheSmallestAndTheLargest) {
    SparseRows rows(2);
    for (const double value : {1e-300, 1e300}) {
        rows.add(0, 3 * value);
        rows.add(1, 4 * value);
        rows.end_row();
    }
    const SparseRows unit = with_unit_norms(rows);
    EXPECT_DOUBLE_EQ(unit[0].values[0], 0.6);
    EXPECT_DOUBLE_EQ(unit[1].values[1], 0.8);
}

TEST(SparseRows, TurnedRoundTwiceIsTheSame) {
    const SparseRows rows = three_rows();
    const SparseRows turned = transposed(rows);
    EXPECT_EQ(turned.rows(), 4);
    EXPECT_EQ(turned.columns(), 3);
    EXPECT_EQ(turned[2].columns[1], 2);
    EXPECT_EQ(transposed(turned), rows);
}

TEST(SparseRows, EqualRowsAreOneClass) {
    SparseRows rows = three_rows();
    rows.append(three_rows()[0]);
    rows.end_row();
    EXPECT_EQ(equal_rows(rows), (std::vector<std::int32_t>{0, 1, 2, 0, 1}));
}

}  // namespace
}  // namespace lethe
