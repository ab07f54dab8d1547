// For one record every column is a set of bits, one for each row that agrees with it. A set of
// columns isolates the record when no other row is in all of its columns' sets. Sets are tried by
// size; one that holds an isolating set is not minimal and is left out. A second row that agrees
// is usually found in the first words, so that most sets cost next to nothing.
#include "lethe/algo/population/minimal_uniques.h"

#include <algorithm>

#include "lethe/core/parallel.h"
#include "lethe/data/groups.h"

namespace lethe {
namespace {

using LikeRows = std::vector<std::uint64_t>;
using Set = std::vector<std::size_t>;

// The rows, the record left out, that agree with it on a column.
LikeRows others_like(const std::vector<std::int32_t>& codes, std::size_t record) {
    LikeRows bits((codes.size() + 63) / 64, 0);
    for (std::size_t row = 0; row < codes.size(); ++row) {
        const bool same = codes[row] == codes[record];
        bits[row / 64] |= static_cast<std::uint64_t>(same) << (row % 64);
    }
    bits[record / 64] &= ~(1ULL << (record % 64));
    return bits;
}

bool isolates(const std::vector<LikeRows>& likes, const Set& set) {
    for (std::size_t word = 0; word < likes[set.front()].size(); ++word) {
        std::uint64_t all = likes[set.front()][word];
        for (std::size_t i = 1; i < set.size(); ++i) all &= likes[set[i]][word];
        if (all != 0) return false;
    }
    return true;
}

// All sets that begin with `set`, made larger up to `size`.
void grow_set(const std::vector<LikeRows>& likes, const std::vector<std::size_t>& held,
              std::size_t next, std::size_t size, Set& set, std::vector<Set>& found) {
    if (set.size() == size) {
        const bool minimal = std::none_of(found.begin(), found.end(), [&](const Set& smaller) {
            return std::includes(set.begin(), set.end(), smaller.begin(), smaller.end());
        });
        if (minimal && isolates(likes, set)) found.push_back(set);
        return;
    }
    for (std::size_t i = next; i < held.size(); ++i) {
        set.push_back(held[i]);
        grow_set(likes, held, i + 1, size, set, found);
        set.pop_back();
    }
}

}  // namespace

std::vector<std::vector<Set>> minimal_uniques(const Context& context, const Table& table,
                                              std::span<const std::string> columns,
                                              std::span<const std::int64_t> rows,
                                              std::size_t most_columns) {
    std::vector<std::vector<std::int32_t>> codes;
    for (const std::string& name : columns) {
        codes.push_back(group_rows(context, table, std::span(&name, 1)).class_of);
    }
    std::vector<std::vector<Set>> result(rows.size());
    parallel_tasks(context, std::ssize(rows), [&](std::int64_t task) {
        const std::int64_t row = rows[static_cast<std::size_t>(task)];
        std::vector<LikeRows> likes(columns.size());
        std::vector<std::size_t> held;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            if (!table.column(columns[j]).valid(row)) continue;
            likes[j] = others_like(codes[j], static_cast<std::size_t>(row));
            held.push_back(j);
        }
        std::vector<Set>& found = result[static_cast<std::size_t>(task)];
        for (std::size_t size = 1; size <= most_columns; ++size) {
            Set set;
            grow_set(likes, held, 0, size, set, found);
        }
    });
    return result;
}

}  // namespace lethe
