// Matching of two patterns of tuples by hash tables. An inner part of matching_rows.cc.
//
// A pattern P meets every pattern Q that stands before it. On the columns C that both hold, the
// tuples of P go into a table by their projection on C; each tuple of Q looks itself up, takes the
// weight that it finds and leaves its own there for the tuples of P. Patterns Q with the same C
// share the table. P has at most as many tuples as Q, so the look-ups are the cost: one for each
// tuple that stands before P.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/parallel.h"
#include "lethe/data/key_numbers.h"
#include "lethe/data/tuples.h"

namespace lethe {

// Tuples [begin, end), all of one pattern, to be compared on the columns of the mask.
template <std::size_t kWords>
struct Stretch {
    Tuple<kWords> mask;
    std::size_t begin;
    std::size_t end;
};

// The tuples of [begin, end) by the columns that they share with the pattern.
template <std::size_t kWords>
std::vector<Stretch<kWords>> stretches_for(const Tuples<kWords>& all,
                                           const Pattern<kWords>& pattern, std::size_t begin,
                                           std::size_t end) {
    std::vector<Stretch<kWords>> stretches;
    for (std::size_t i = all.pattern_of[begin];
         i < all.patterns.size() && all.patterns[i].begin < end; ++i) {
        const Pattern<kWords>& other = all.patterns[i];
        stretches.push_back({project(pattern.mask, other.mask), std::max(begin, other.begin),
                             std::min(end, other.end)});
    }
    std::sort(stretches.begin(), stretches.end(), [](const auto& a, const auto& b) {
        return a.mask != b.mask ? a.mask < b.mask : a.begin < b.begin;
    });
    return stretches;
}

// Adds the agreements, both ways, between a pattern and tuples [begin, end), which stand before it.
template <std::size_t kWords>
void match_pattern(const Tuples<kWords>& all, const Pattern<kWords>& pattern, std::size_t begin,
                   std::size_t end, std::span<std::int64_t> matches) {
    struct Weights {
        std::int64_t own = 0;
        std::int64_t other = 0;
    };
    const auto stretches = stretches_for(all, pattern, begin, end);
    KeyNumbers<Tuple<kWords>> numbers;
    std::vector<Weights> weights;
    for (std::size_t i = 0, next = 0; i < stretches.size(); i = next) {
        const Tuple<kWords> mask = stretches[i].mask;
        numbers.reset(pattern.tuples());
        weights.clear();
        for (std::size_t own = pattern.begin; own < pattern.end; ++own) {
            const std::uint32_t number = numbers.number(project(all.tuples[own], mask));
            if (number == weights.size()) weights.emplace_back();
            weights[number].own += all.weights[own];
        }
        for (; next < stretches.size() && stretches[next].mask == mask; ++next) {
            for (std::size_t other = stretches[next].begin; other < stretches[next].end; ++other) {
                const std::uint32_t number = numbers.find(project(all.tuples[other], mask));
                if (number == numbers.kNone) continue;
                weights[number].other += all.weights[other];
                add_shared(matches[other], weights[number].own);
            }
        }
        for (std::size_t own = pattern.begin; own < pattern.end; ++own) {
            const auto found = weights[numbers.find(project(all.tuples[own], mask))].other;
            if (found != 0) add_shared(matches[own], found);
        }
    }
}

// Adds to `matches` the agreements between different patterns among the first `patterns`.
template <std::size_t kWords>
void match_by_tables(const Context& context, const Tuples<kWords>& all, std::size_t patterns,
                     std::span<std::int64_t> matches) {
    constexpr std::size_t kPieceTuples = 262144;
    struct Piece {
        std::size_t pattern;
        std::size_t begin;
        std::size_t end;
    };
    std::vector<Piece> pieces;
    for (std::size_t i = 1; i < patterns; ++i) {
        const std::size_t before = all.patterns[i].begin;
        const std::size_t size = std::max(kPieceTuples, 4 * all.patterns[i].tuples());
        for (std::size_t begin = 0; begin < before; begin += size) {
            pieces.push_back({i, begin, std::min(before, begin + size)});
        }
    }
    parallel_tasks(context, static_cast<std::int64_t>(pieces.size()), [&](std::int64_t task) {
        const Piece& piece = pieces[static_cast<std::size_t>(task)];
        match_pattern(all, all.patterns[piece.pattern], piece.begin, piece.end, matches);
    });
}

}  // namespace lethe
