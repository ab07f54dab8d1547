// Groups of at least k records that lose little: a partition is refined by moving and exchanging
// records between groups as long as the loss falls. See exchange_groups.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"

namespace lethe {

// A column as positions, one a row: to show b's value for a's loses min(1, |position of a -
// position of b|). Numbers in parts of their unit; categories that are equal or not a whole apart.
using LossPositions = std::vector<double>;

struct ExchangeOptions {
    std::int64_t k = 5;
    double mean = 0;            // records in a group on average, at least; up to k: no such limit
    std::int64_t block = 2000;  // records that are looked at together, about
    int passes = 20;            // over all records, at most
    int nearest = 6;            // groups that a record is tried in
    // An exchange is tried where it would gain more than this if the groups went on showing what
    // they show; what it truly gains may be more.
    double least_likely = -0.5;
};

// What stands for the records of a group in one column: one of their positions, the one that loses
// least, the lower one of equals. No other value loses less.
struct GroupValue {
    double position = 0;
    double lost = 0;  // over the records of the group
};
GroupValue least_loss_value(std::span<const double> positions);

// The sum over groups and columns of what least_loss_value loses.
double loss_of_groups(std::span<const LossPositions> columns, const Clusters& groups);

// A partition whose groups have at least k records each and, where `mean` asks for it, are few
// enough. It loses no more than `start`, unless `start` has more groups than `mean` allows. The
// same for any number of threads. Neighbouring numbers of `start` should be neighbouring groups:
// blocks are runs of them. Time rows x (block / mean size) x columns a pass.
// Error(usage) for a group of `start` with fewer than k records.
Clusters exchange_groups(const Context& context, std::span<const LossPositions> columns,
                         const Clusters& start, const ExchangeOptions& options);

}  // namespace lethe
