// Which cells to blank so that at least k records agree with every record. See
// local_suppression.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe {

constexpr std::size_t kMostSuppressedColumns = 20;

struct SuppressionOptions {
    enum class Match {
        original,  // k records of the original agree with what the record still shows
        released,  // k records of the release agree with it
    };
    std::int64_t k = 3;
    Match match = Match::original;
    std::vector<double> costs;  // of a blanked cell, one a column, above 0
};

// For each row the columns to blank, as bits: bit j is columns[j]. A missing value, blanked or not,
// agrees with anything. Only cells that hold a value are blanked.
//
// With Match::original the cost of every record is the least possible. Of equally costly sets the
// one with the fewest columns is taken, then the one with the columns of most different values.
// Rows with equal values are blanked alike, and the order of the rows does not matter. With
// Match::released the blanked records of that solution are taken as far as they are still needed
// when those with the costliest sets are blanked first. In both cases, after blanking, each row
// agrees with at least k rows in the sense of matching_rows (data/groups.h).
//
// At worst 2^columns x different rows look-ups, parallel; it ends when every record has k. The
// result does not depend on the number of threads. Error(unmet) for fewer than k rows; Error(usage)
// for k < 1 or more than kMostSuppressedColumns columns.
std::vector<std::uint32_t> local_suppression(const Context& context, const Table& table,
                                             std::span<const std::string> columns,
                                             const SuppressionOptions& options);

}  // namespace lethe
