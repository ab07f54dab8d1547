// Distinct rows with missing values, packed into words and sorted by which values they hold. An
// inner part of matching_rows.cc.
//
// A tuple has a field of bits for each column, so that its projection on a set of columns is an AND
// with a mask. Two tuples agree exactly when they are equal under both their masks.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/parallel.h"
#include "lethe/data/groups.h"
#include "lethe/data/key_numbers.h"
#include "lethe/data/row_keys.h"

namespace lethe {

constexpr std::size_t kMostIncomplete = 64;  // columns with missing values: bits of a pattern

// Where a column's code stands in a tuple.
struct Field {
    std::size_t word = 0;
    int shift = 0;
    std::uint64_t mask = 0;    // of the code, before it is shifted
    bool has_missing = false;  // then code 0 is missing
};

inline std::vector<Field> lay_out(std::span<const ColumnCodes> columns) {
    std::vector<Field> fields;
    std::size_t word = 0;
    int used = 0;
    for (const ColumnCodes& column : columns) {
        const auto bits = static_cast<int>(std::bit_width(column.bound()));
        if (used + bits > 64) {
            ++word;
            used = 0;
        }
        fields.push_back({word, used, ~0ULL >> (64 - bits), column.has_missing()});
        used += bits;
    }
    return fields;
}

template <std::size_t kWords>
using Tuple = std::array<std::uint64_t, kWords>;

template <std::size_t kWords>
Tuple<kWords> project(const Tuple<kWords>& tuple, const Tuple<kWords>& mask) {
    Tuple<kWords> projection;
    for (std::size_t w = 0; w < kWords; ++w) projection[w] = tuple[w] & mask[w];
    return projection;
}

template <std::size_t kWords>
std::uint64_t code_in(const Tuple<kWords>& tuple, const Field& field) {
    return (tuple[field.word] >> field.shift) & field.mask;
}

template <std::size_t kWords>
struct Pattern {
    Tuple<kWords> mask{};  // the fields of the columns that are held
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t tuples() const { return end - begin; }
};

template <std::size_t kWords>
struct Tuples {
    std::vector<Tuple<kWords>> tuples;      // by pattern
    std::vector<std::int64_t> weights;      // the rows of each tuple
    std::vector<std::uint32_t> pattern_of;  // each tuple's
    std::vector<Pattern<kWords>> patterns;  // those with most tuples first
    std::vector<std::uint32_t> place_of_class;

    std::size_t size() const { return tuples.size(); }
};

// Adds to a sum that threads share. Sums of whole numbers do not depend on the order.
inline void add_shared(std::int64_t& sum, std::int64_t term) {
    std::atomic_ref<std::int64_t>(sum).fetch_add(term, std::memory_order_relaxed);
}

template <std::size_t kWords>
std::vector<Tuple<kWords>> tuples_of_classes(const Context& context,
                                             std::span<const ColumnCodes> columns,
                                             std::span<const Field> fields, const Groups& groups) {
    std::vector<std::uint32_t> first_row;
    for (std::size_t row = 0; row < groups.class_of.size(); ++row) {
        if (static_cast<std::size_t>(groups.class_of[row]) == first_row.size()) {
            first_row.push_back(static_cast<std::uint32_t>(row));
        }
    }
    std::vector<Tuple<kWords>> tuples(first_row.size(), Tuple<kWords>{});
    const auto rows = static_cast<std::int64_t>(groups.class_of.size());
    parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        const auto from = std::lower_bound(first_row.begin(), first_row.end(), begin);
        const auto to = std::lower_bound(from, first_row.end(), end);
        std::vector<std::uint64_t> codes(static_cast<std::size_t>(end - begin));
        for (std::size_t j = 0; j < columns.size(); ++j) {
            std::fill(codes.begin(), codes.end(), 0);
            columns[j].append(begin, codes);
            for (auto first = from; first != to; ++first) {
                tuples[static_cast<std::size_t>(first - first_row.begin())][fields[j].word] |=
                    codes[*first - static_cast<std::size_t>(begin)] << fields[j].shift;
            }
        }
    });
    return tuples;
}

// The columns that the tuple lacks, as bits: one for each column with missing values.
template <std::size_t kWords>
std::uint64_t lacking_in(const Tuple<kWords>& tuple, std::span<const Field> fields) {
    std::uint64_t lacking = 0;
    int bit = 0;
    for (const Field& field : fields) {
        if (!field.has_missing) continue;
        if (code_in(tuple, field) == 0) lacking |= 1ULL << bit;
        ++bit;
    }
    return lacking;
}

template <std::size_t kWords>
Tuple<kWords> mask_of(std::uint64_t lacking, std::span<const Field> fields) {
    Tuple<kWords> mask{};
    int bit = 0;
    for (const Field& field : fields) {
        const bool held = !field.has_missing || ((lacking >> bit++) & 1U) == 0;
        if (held) mask[field.word] |= field.mask << field.shift;
    }
    return mask;
}

template <std::size_t kWords>
Tuples<kWords> sorted_tuples(const Context& context, std::span<const ColumnCodes> columns,
                             std::span<const Field> fields, const Groups& groups) {
    const auto tuples = tuples_of_classes<kWords>(context, columns, fields, groups);
    KeyNumbers<std::uint64_t> numbers;
    std::vector<std::uint32_t> number_of;
    std::vector<std::size_t> counts;
    for (const auto& tuple : tuples) {
        number_of.push_back(numbers.number(lacking_in(tuple, fields)));
        counts.resize(numbers.size());
        ++counts[number_of.back()];
    }
    std::vector<std::size_t> order(counts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    Tuples<kWords> sorted;
    std::vector<std::size_t> next(counts.size());
    for (const std::size_t number : order) {
        const std::size_t begin = sorted.pattern_of.size();
        next[number] = begin;
        sorted.pattern_of.resize(begin + counts[number],
                                 static_cast<std::uint32_t>(sorted.patterns.size()));
        sorted.patterns.push_back(
            {mask_of<kWords>(numbers.keys()[number], fields), begin, begin + counts[number]});
    }
    sorted.tuples.resize(tuples.size());
    sorted.weights.resize(tuples.size());
    for (std::size_t i = 0; i < tuples.size(); ++i) {
        const std::size_t place = next[number_of[i]]++;
        sorted.tuples[place] = tuples[i];
        sorted.weights[place] = groups.sizes[i];
        sorted.place_of_class.push_back(static_cast<std::uint32_t>(place));
    }
    return sorted;
}

}  // namespace lethe
