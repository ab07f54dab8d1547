// Mondrian: records as points in boxes that are cut in two, again and again, until no cut leaves at
// least k records on both sides (LeFevre, DeWitt, Ramakrishnan: Mondrian multidimensional
// k-anonymity, 2006). See mondrian.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/data/column.h"

namespace lethe {

// A column as codes in the order of its values: numbers by size, categories by their dictionary.
// Missing values are one more code, the last.
struct MondrianAxis {
    std::vector<std::int32_t> codes;  // one a row
    std::int32_t values = 0;          // codes are below this; missing is `values` itself
    std::vector<double> numbers;      // of each code, ascending; empty for categories
    bool has_missing = false;
};

// Error(input) for a number that is not finite, or above 2^31 - 1 rows.
MondrianAxis mondrian_axis(const Context& context, const Column& column);

struct MondrianOptions {
    enum class Cut {
        strict,   // equal values go to the same side
        relaxed,  // a box is halved; equal values may be parted, the lower rows to the left
    };
    enum class Median {
        of_box,  // of the records of the box that is cut
        of_all,  // of all records: an axis has one place where it is ever cut (strict only)
    };
    std::int64_t k = 2;
    Cut cut = Cut::strict;
    Median median = Median::of_box;
    // Whether these rows, in any order, may be a group, beside their number; empty: always. Safe
    // from several threads. All rows together must be allowed.
    std::function<bool(std::span<const std::int32_t>)> allowed = {};
};

// A cut of a box at value x of an axis leaves the records with values up to x on its left and the
// others on its right; it is allowable when both sides have at least k records.
//
//   - Where at least k records of the box lack a value on an axis and at least k have one, these
//     are parted first, by the first such axis.
//   - Otherwise the axes are tried by decreasing spread within the box (numbers: range over the
//     range of all records; categories: different ones over all of the dictionary), equal ones in
//     their order, and each at its lower median, then at the other values, nearest to it first
//     (of_all: at the one value only). The first allowable cut is made. Missing values stand last
//     in an axis's order and do not count in its spread.
//
// Where groups must be `allowed` a cut is allowable when both of its sides are, too; of an axis its
// lower median and the value below it are tried then, and no others.
//
// Groups have at least k records and are numbered from left to right. A relaxed cut is always
// allowable from 2k records on, so its groups have at most 2k - 1 unless their records are all
// equal. The result does not depend on the number of threads; that of strict cuts is the same
// partition for any order of the rows.
//
// Time rows x axes x depth, 4 bytes a row and axis. Error(usage) for k < 1, Error(unmet) for fewer
// than k records, or where all of them together are not allowed; no records make no groups.
Clusters mondrian(const Context& context, std::vector<MondrianAxis> axes,
                  const MondrianOptions& options);

}  // namespace lethe
