// The number of rows that agree with each row, where missing agrees with anything.
//
// Agreement is not an equivalence (1 agrees with missing and missing with 2), so rows cannot be
// grouped. But two rows agree exactly when they are equal on the columns that both hold, and which
// columns a row holds is one of a few patterns. So:
//
// 1. Equal rows (missing being a value) become one tuple with a weight. Columns without missing
//    values are folded into one. A tuple is packed into words, a field of bits a column: its
//    projection on a set of columns is an AND with a mask.
// 2. The tuples are sorted by pattern, the patterns with most tuples first.
// 3. A pattern P meets every pattern Q that stands before it. On the columns C = P and Q together,
//    the tuples of P go into a table by their projection on C; each tuple of Q looks itself up,
//    takes the weight that it finds there and leaves its own for the tuples of P. Patterns Q with
//    the same C share the table. A pattern of a few tuples is compared directly, without tables.
//
// P is never larger than Q, so tables are small and the cost is that of the look-ups: at most
// (number of patterns) x (number of tuples). With n columns and m % missing nearly all rows share a
// few patterns, and the cost is near to linear. Where every row has a pattern of its own it is the
// square of the rows, the cost of comparing all pairs. All sums are of whole numbers and so do not
// depend on the order in which threads add to them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <numeric>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/data/group_keys.h"
#include "lethe/data/groups.h"
#include "lethe/data/key_numbers.h"
#include "lethe/data/row_keys.h"

namespace lethe {
namespace {

constexpr std::size_t kMostIncomplete = 64;  // columns with missing values: bits of a pattern
constexpr std::size_t kDirect = 8;           // tuples of a pattern that needs no table
constexpr std::size_t kPieceTuples = 262144;

void add(std::int64_t& sum, std::int64_t term) {
    std::atomic_ref<std::int64_t>(sum).fetch_add(term, std::memory_order_relaxed);
}

// Where a column's code stands in a tuple.
struct Field {
    std::size_t word;
    int shift;
    int bits;
};

std::vector<Field> lay_out(std::span<const ColumnCodes> columns) {
    std::vector<Field> fields;
    std::size_t word = 0;
    int used = 0;
    for (const ColumnCodes& column : columns) {
        const int bits = static_cast<int>(std::bit_width(column.bound()));
        if (used + bits > 64) {
            ++word;
            used = 0;
        }
        fields.push_back({word, used, bits});
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
struct Pattern {
    Tuple<kWords> mask{};  // the fields of the columns that are held
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t tuples() const { return end - begin; }
};

// Distinct rows, sorted by pattern; the pattern with most tuples stands first.
template <std::size_t kWords>
struct Tuples {
    std::vector<Tuple<kWords>> tuples;
    std::vector<std::int64_t> weights;  // rows of each tuple
    std::vector<Pattern<kWords>> patterns;
    std::vector<std::uint32_t> place_of_class;
};

// The tuple of each class of equal rows, and which columns (as bits) it lacks.
template <std::size_t kWords>
std::pair<std::vector<Tuple<kWords>>, std::vector<std::uint64_t>> tuples_of_classes(
    const Context& context, std::span<const ColumnCodes> columns, std::span<const Field> fields,
    const Groups& groups) {
    std::vector<std::uint32_t> first_row;
    for (std::size_t row = 0; row < groups.class_of.size(); ++row) {
        if (static_cast<std::size_t>(groups.class_of[row]) == first_row.size()) {
            first_row.push_back(static_cast<std::uint32_t>(row));
        }
    }
    std::vector<Tuple<kWords>> tuples(first_row.size(), Tuple<kWords>{});
    std::vector<std::uint64_t> lacking(first_row.size(), 0);
    const auto rows = static_cast<std::int64_t>(groups.class_of.size());
    parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        const auto from = std::lower_bound(first_row.begin(), first_row.end(), begin);
        const auto to = std::lower_bound(from, first_row.end(), end);
        std::vector<std::uint64_t> codes(static_cast<std::size_t>(end - begin));
        int bit = 0;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            std::fill(codes.begin(), codes.end(), 0);
            columns[j].append(begin, codes);
            const Validity* validity = columns[j].validity();
            for (auto first = from; first != to; ++first) {
                const auto tuple = static_cast<std::size_t>(first - first_row.begin());
                tuples[tuple][fields[j].word] |= codes[*first - static_cast<std::size_t>(begin)]
                                                 << fields[j].shift;
                if (validity != nullptr && !(*validity)[*first]) lacking[tuple] |= 1ULL << bit;
            }
            if (validity != nullptr) ++bit;
        }
    });
    return {std::move(tuples), std::move(lacking)};
}

template <std::size_t kWords>
Tuple<kWords> mask_of(std::uint64_t lacking, std::span<const ColumnCodes> columns,
                      std::span<const Field> fields) {
    Tuple<kWords> mask{};
    int bit = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const bool held = !columns[j].has_missing() || ((lacking >> bit++) & 1U) == 0;
        if (held) {
            mask[fields[j].word] |= (~0ULL >> (64 - fields[j].bits)) << fields[j].shift;
        }
    }
    return mask;
}

template <std::size_t kWords>
Tuples<kWords> sorted_tuples(const Context& context, std::span<const ColumnCodes> columns,
                             std::span<const Field> fields, const Groups& groups) {
    const auto [tuples, lacking] = tuples_of_classes<kWords>(context, columns, fields, groups);
    KeyNumbers<std::uint64_t> numbers;
    std::vector<std::uint32_t> pattern_of;
    std::vector<std::size_t> counts;
    for (const std::uint64_t bits : lacking) {
        pattern_of.push_back(numbers.number(bits));
        counts.resize(numbers.size());
        ++counts[pattern_of.back()];
    }
    std::vector<std::size_t> order(counts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    Tuples<kWords> sorted;
    std::vector<std::size_t> next(counts.size());
    std::size_t begin = 0;
    for (const std::size_t number : order) {
        next[number] = begin;
        sorted.patterns.push_back({mask_of<kWords>(numbers.keys()[number], columns, fields), begin,
                                   begin + counts[number]});
        begin += counts[number];
    }
    sorted.tuples.resize(tuples.size());
    sorted.weights.resize(tuples.size());
    for (std::size_t i = 0; i < tuples.size(); ++i) {
        const std::size_t place = next[pattern_of[i]]++;
        sorted.tuples[place] = tuples[i];
        sorted.weights[place] = groups.sizes[i];
        sorted.place_of_class.push_back(static_cast<std::uint32_t>(place));
    }
    return sorted;
}

// Tuples [begin, end), all of one pattern, to be compared on the columns of the mask.
template <std::size_t kWords>
struct Stretch {
    Tuple<kWords> mask;
    std::size_t begin;
    std::size_t end;
};

template <std::size_t kWords>
void match_directly(const Tuples<kWords>& all, const Pattern<kWords>& pattern,
                    std::span<const Stretch<kWords>> stretches, std::span<std::int64_t> matches) {
    for (std::size_t own = pattern.begin; own < pattern.end; ++own) {
        std::int64_t found = 0;
        for (const Stretch<kWords>& stretch : stretches) {
            const Tuple<kWords> wanted = project(all.tuples[own], stretch.mask);
            for (std::size_t other = stretch.begin; other < stretch.end; ++other) {
                if (project(all.tuples[other], stretch.mask) == wanted) {
                    found += all.weights[other];
                    add(matches[other], all.weights[own]);
                }
            }
        }
        add(matches[own], found);
    }
}

template <std::size_t kWords>
void match_by_table(const Tuples<kWords>& all, const Pattern<kWords>& pattern,
                    std::span<Stretch<kWords>> stretches, std::span<std::int64_t> matches) {
    struct Weights {
        std::int64_t own = 0;
        std::int64_t other = 0;
    };
    std::sort(stretches.begin(), stretches.end(), [](const auto& a, const auto& b) {
        return a.mask != b.mask ? a.mask < b.mask : a.begin < b.begin;
    });
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
                add(matches[other], weights[number].own);
            }
        }
        for (std::size_t own = pattern.begin; own < pattern.end; ++own) {
            const auto found = weights[numbers.find(project(all.tuples[own], mask))].other;
            if (found != 0) add(matches[own], found);
        }
    }
}

// Adds the agreements between one pattern and those tuples before it that are in [begin, end).
template <std::size_t kWords>
void match_pattern(const Tuples<kWords>& all, std::size_t number, std::size_t begin,
                   std::size_t end, std::span<std::int64_t> matches) {
    const Pattern<kWords>& pattern = all.patterns[number];
    const auto first = std::partition_point(all.patterns.begin(), all.patterns.end(),
                                            [&](const auto& p) { return p.end <= begin; });
    std::vector<Stretch<kWords>> stretches;
    for (auto other = first; other != all.patterns.end() && other->begin < end; ++other) {
        stretches.push_back({project(pattern.mask, other->mask), std::max(begin, other->begin),
                             std::min(end, other->end)});
    }
    if (pattern.tuples() <= kDirect) {
        match_directly<kWords>(all, pattern, stretches, matches);
    } else {
        match_by_table<kWords>(all, pattern, stretches, matches);
    }
}

// For each tuple the weight of the tuples that it agrees with.
template <std::size_t kWords>
std::vector<std::int64_t> match_tuples(const Context& context, const Tuples<kWords>& all) {
    struct Piece {
        std::size_t pattern;
        std::size_t begin;
        std::size_t end;
    };
    std::vector<Piece> pieces;
    for (std::size_t i = 1; i < all.patterns.size(); ++i) {
        const std::size_t before = all.patterns[i].begin;
        const std::size_t size = std::max(kPieceTuples, 4 * all.patterns[i].tuples());
        for (std::size_t begin = 0; begin < before; begin += size) {
            pieces.push_back({i, begin, std::min(before, begin + size)});
        }
    }
    std::vector<std::int64_t> matches = all.weights;
    parallel_tasks(context, static_cast<std::int64_t>(pieces.size()), [&](std::int64_t task) {
        const Piece& piece = pieces[static_cast<std::size_t>(task)];
        match_pattern<kWords>(all, piece.pattern, piece.begin, piece.end, matches);
    });
    return matches;
}

template <std::size_t kWords>
std::vector<std::int64_t> match_classes(const Context& context,
                                        std::span<const ColumnCodes> columns,
                                        std::span<const Field> fields, const Groups& groups) {
    const auto tuples = sorted_tuples<kWords>(context, columns, fields, groups);
    const std::vector<std::int64_t> matches = match_tuples<kWords>(context, tuples);
    std::vector<std::int64_t> of_class;
    for (const std::uint32_t place : tuples.place_of_class) of_class.push_back(matches[place]);
    return of_class;
}

// The columns with missing values, and all others folded into one.
std::vector<ColumnCodes> fold_complete(const Context& context, std::vector<ColumnCodes> columns,
                                       std::int64_t rows) {
    const auto complete = std::stable_partition(
        columns.begin(), columns.end(), [](const ColumnCodes& c) { return c.has_missing(); });
    if (columns.end() - complete < 2) return columns;
    ColumnCodes folded(group_keys(context, row_keys(context, {complete, columns.end()}, rows)));
    columns.erase(complete, columns.end());
    columns.push_back(std::move(folded));
    return columns;
}

}  // namespace

std::vector<std::int64_t> matching_rows(const Context& context, const Table& table,
                                        std::span<const std::string> names) {
    const std::vector<ColumnCodes> columns =
        fold_complete(context, column_codes(context, table, names), table.rows());
    const auto incomplete = static_cast<std::size_t>(std::count_if(
        columns.begin(), columns.end(), [](const ColumnCodes& c) { return c.has_missing(); }));
    if (incomplete > kMostIncomplete) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} of the chosen columns have missing values; rows can be matched "
                                "on at most {} such columns",
                                incomplete, kMostIncomplete));
    }
    const Groups groups = group_keys(context, row_keys(context, columns, table.rows()));
    std::vector<std::int64_t> of_class = groups.sizes;
    if (incomplete > 0) {
        const std::vector<Field> fields = lay_out(columns);
        const std::size_t words = fields.back().word + 1;
        const auto match = words <= 1   ? match_classes<1>
                           : words <= 2 ? match_classes<2>
                           : words <= 4 ? match_classes<4>
                           : words <= 8 ? match_classes<8>
                                        : match_classes<33>;
        of_class = match(context, columns, fields, groups);
    }
    std::vector<std::int64_t> matches(groups.class_of.size());
    parallel_chunks(context, table.rows(), [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end);
             ++row) {
            matches[row] = of_class[static_cast<std::size_t>(groups.class_of[row])];
        }
    });
    return matches;
}

}  // namespace lethe
