// What stands for several categories of one column: written once for those who publish a group of
// records, the value of a group of nodes, and those who read a merged category as one of the
// domain.
#pragma once

#include <cstdint>
#include <span>

#include "lethe/data/kind.h"

namespace lethe {

// So many values of a group.
struct CountedCode {
    std::int32_t code = 0;
    std::int64_t count = 1;
};

// Of at least one entry, ascending by code. The lower median: the first code at which the counts up
// to it reach half of all. The most frequent code, the lowest of those in a tie.
std::int32_t lower_median(std::span<const CountedCode> counted);
std::int32_t most_frequent(std::span<const CountedCode> counted);

// The lower median of the codes of an ordinal column; of others the most frequent code. At least
// one code; sorts them.
std::int32_t category_centre(Kind kind, std::span<std::int32_t> codes);

}  // namespace lethe
