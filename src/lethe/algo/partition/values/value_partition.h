// Recoding by partitions of values: in every column equal values are shown alike, as the block of a
// partition of the column's values, and the partitions with the least discernibility are looked for
// (Bayardo and Agrawal: Data privacy through optimal k-anonymization, 2005; Li and Li: Towards
// optimal k-anonymization, 2008). See value_partition.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/partition/values/value_tree.h"
#include "lethe/core/context.h"

namespace lethe {

// Different records, each with how often it occurs; `codes`: of each column, of each record.
struct RecodedTuples {
    std::vector<std::vector<std::int32_t>> codes;
    std::vector<std::int64_t> counts;
};

struct ValuePartitionOptions {
    std::int64_t k = 5;
    std::int64_t most_suppressed = 0;  // records
    std::int64_t most_looks = 0;       // partitions whose classes are counted; 0: by the size
};

struct ValuePartition {
    std::vector<std::vector<std::int32_t>> block_of;  // of each column, of each value
    std::vector<bool> suppressed;                     // of each tuple
    std::int64_t suppressed_records = 0;
    std::int64_t discernibility = 0;
    std::int64_t bound = 0;  // no allowed partitions have less than this
    bool exact = false;      // bound == discernibility
    std::int64_t looked_at = 0;
};

// `trees`: of each column, the partitions that are allowed. Partitions are allowed where at most
// `most_suppressed` records are in classes of fewer than k; these records are suppressed. Where
// they would be fewer than k, the class whose suppression costs least (the smallest of equals, then
// the first) joins them, so that they are k as well.
//
// The discernibility is the sum of the squared sizes of the classes, and the number of all records
// for each suppressed record. The least of it is found and proven, or `most_looks` ends the search:
// then `bound` says how far the result can be from it. Depends on the counts alone, not on time.
// Error(unmet) for fewer than k records.
ValuePartition partition_values(const Context& context, std::span<const ValueTree> trees,
                                const RecodedTuples& tuples, const ValuePartitionOptions& options);

}  // namespace lethe
