// What is left to an intruder who knows items of a person: the released records that show for each
// of them it itself or a concept that covers it. Knows nothing of how the sets were released.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe::sets {

inline constexpr std::int64_t kMostItemsKnown = 3;

// Items are numbers from 1; those of a record ascending.
using ItemNumbers = std::vector<std::int32_t>;
// Up to three of them, ascending, with zeros before them.
using ItemCombination = std::array<std::int32_t, kMostItemsKnown>;

struct WrittenSets {
    std::vector<ItemNumbers> rows;
    // Of each item, its column's place among the columns and its text; by number - 1.
    std::vector<std::pair<std::size_t, std::string>> items;
};

// The sets of all the columns together; the same text in two columns is two items.
WrittenSets written_sets(const Table& table, std::span<const std::string> columns,
                         const std::string& separator);

// Every combination of up to m items of a row, as often as it occurs, in order; nothing where there
// are more than a hundred million.
std::optional<std::vector<ItemCombination>> item_combinations(const Context& context,
                                                              std::span<const ItemNumbers> rows,
                                                              std::int64_t m);

// The items of the original by what covers them in the release: items that the same released ones
// cover are one, and those that nothing covers, which exclude nobody, are left out.
struct KnownItems {
    std::vector<ItemNumbers> rows;     // of the original
    std::vector<ItemNumbers> showing;  // by number - 1: released rows that show what covers it

    // Released rows that show what covers all of them; no more than `most` are counted.
    std::int64_t left(const ItemCombination& known, std::int64_t most) const;
};

// Both tables have the columns; those of the original have the taxonomies of their items, if any.
KnownItems known_items(const Table& original, const Table& released,
                       std::span<const std::string> columns, const std::string& separator);

// Of each item of `before`, by number - 1: the items of `after` that cover it, ascending.
std::vector<ItemNumbers> covering_items(const Table& original, std::span<const std::string> columns,
                                        const WrittenSets& before, const WrittenSets& after);

}  // namespace lethe::sets
