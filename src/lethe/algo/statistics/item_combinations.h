// How many lists share each combination of a few items: the support of item sets, and who has one
// that few share.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/context.h"

namespace lethe {

using Item = std::uint32_t;

// The different items of each record or document, ascending.
using ItemLists = std::vector<std::vector<Item>>;

struct CombinationSupport {
    std::int64_t combinations = 0;  // different ones
    std::int64_t violating = 0;     // shared by fewer than k lists
    std::int64_t smallest = 0;      // lists that share the rarest one
};

// Of all combinations of `size` items (1 to 3) that occur; sets exposed[i] for lists with one that
// fewer than k share. Error(unmet) for two million different items or 200 million combinations.
CombinationSupport count_combinations(const Context& context, const ItemLists& lists,
                                      std::int64_t size, std::int64_t k,
                                      std::vector<bool>& exposed);

}  // namespace lethe
