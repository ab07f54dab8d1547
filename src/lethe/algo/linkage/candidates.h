// Record linkage inside candidate sets: what is known of the masking excludes most records for each
// query, and only the rest are compared by distance.
//
// Each target has a code in each part (a column, or a group of columns that were masked together),
// and each query admits some codes of each part. A target is a candidate of a query when all its
// codes are admitted. The coordinates of the two spaces only say which candidate is nearest;
// targets that agree in all codes have the same coordinates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/linkage/neighbours.h"
#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/space/numeric.h"

namespace lethe {

// What one query found.
struct Candidates {
    std::int64_t count = 0;          // targets in its candidate set
    bool holds_match = false;        // its true match is one of them
    Nearest nearest;                 // among them; row -1 where there is none
    std::vector<std::int64_t> rows;  // the set itself, ascending, where it is small enough
};

// Codes from low to high, both included; none where low > high.
struct CodeRange {
    std::int32_t low = 0;
    std::int32_t high = -1;
};

// The code of a missing value; other codes are at least 0.
constexpr std::int32_t kMissingCode = -1;

// Every column is a part, and the admitted codes of a column are a range. Codes ascend with the
// coordinate (missing values apart, a target with a larger coordinate has a larger code), and every
// code up to the largest of a column occurs.
//
// codes: targets x columns; admitted: queries x columns. Sets of at most `listed` targets are
// listed. Exact, parallel; a query takes logarithmic time where its set is small or few columns are
// limited. Error(internal) where the sizes do not fit.
std::vector<Candidates> link_in_ranges(const Context& context, const NumericSpace& queries,
                                       const NumericSpace& targets,
                                       std::span<const std::int32_t> codes,
                                       std::span<const CodeRange> admitted, Matches matches,
                                       std::int64_t listed = 0);

// A part of which each query admits a few codes, neighbours or not.
struct ListedPart {
    std::vector<std::int32_t> codes;                  // of each target, from 0
    std::vector<std::vector<std::int32_t>> admitted;  // of each query
    std::vector<bool> open;                           // per query: every code is admitted
};

// The same for such parts, of which there is at least one. A query costs as much as different
// targets are admitted by the part that admits fewest.
std::vector<Candidates> link_in_lists(const Context& context, const NumericSpace& queries,
                                      const NumericSpace& targets,
                                      std::span<const ListedPart> parts, Matches matches,
                                      std::int64_t listed = 0);

namespace detail {

// The rows of a row-major matrix of codes by their contents; numbered by first appearance.
Clusters equal_codes(std::span<const std::int32_t> codes, std::int64_t rows, std::int64_t columns);

}  // namespace detail
}  // namespace lethe
