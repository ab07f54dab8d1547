// Ranking by radix sort.
//
// The bits of a double, its sign bit flipped (all bits for a negative number), are a 64-bit number
// in the same order. Such keys are sorted, rows beside them, by 11 bits at a time from the lowest:
// each pass counts digits by block, and moves every block's entries, in order, to where the counts
// say. Passes are stable, so ties stay in row order and blocks may be moved in parallel. A pass
// over a digit in which all keys agree is left out: whole numbers and categories need two or three
// of the six.
#include "lethe/algo/statistics/ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

constexpr int kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
constexpr std::int64_t kMostRankedRows = std::numeric_limits<std::int32_t>::max();

struct Entries {
    explicit Entries(std::size_t size)
        : keys(std::make_unique_for_overwrite<std::uint64_t[]>(size)),
          rows(std::make_unique_for_overwrite<std::int32_t[]>(size)) {}

    std::unique_ptr<std::uint64_t[]> keys;
    std::unique_ptr<std::int32_t[]> rows;
};

std::int64_t block_size(std::int64_t size) {
    return std::max<std::int64_t>(32768, (size + 63) / 64);
}

std::uint64_t ordered_bits(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 to 0
    const std::uint64_t sign = std::uint64_t{1} << 63;
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

// Bits in which not all keys agree.
std::uint64_t differing_bits(const Context& context, const Entries& entries, std::int64_t size) {
    struct Bits {
        std::uint64_t any = 0;
        std::uint64_t all = ~std::uint64_t{0};
    };
    const Bits bits = parallel_reduce(
        context, size, Bits{},
        [&](std::int64_t begin, std::int64_t end) {
            Bits part;
            for (auto i = begin; i < end; ++i) {
                part.any |= entries.keys[static_cast<std::size_t>(i)];
                part.all &= entries.keys[static_cast<std::size_t>(i)];
            }
            return part;
        },
        [](Bits& total, const Bits& part) {
            total.any |= part.any;
            total.all &= part.all;
        });
    return bits.any & ~bits.all;
}

// Moves the entries by one digit.
void sort_by_digit(const Context& context, const Entries& from, Entries& to, std::int64_t size,
                   int shift) {
    const std::int64_t block = block_size(size);
    std::vector<std::vector<std::uint32_t>> places(
        static_cast<std::size_t>(chunk_count(size, block)), std::vector<std::uint32_t>(kDigits, 0));
    const auto digit = [&](std::size_t i) { return (from.keys[i] >> shift) & (kDigits - 1); };
    parallel_chunks(
        context, size, block, [&](std::int64_t begin, std::int64_t end, std::int64_t b) {
            auto& counts = places[static_cast<std::size_t>(b)];
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                ++counts[digit(i)];
            }
        });
    std::uint32_t next = 0;
    for (std::size_t d = 0; d < kDigits; ++d) {
        for (auto& counts : places) next += std::exchange(counts[d], next);
    }
    parallel_chunks(
        context, size, block, [&](std::int64_t begin, std::int64_t end, std::int64_t b) {
            auto& place = places[static_cast<std::size_t>(b)];
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                const std::uint32_t target = place[digit(i)]++;
                to.keys[target] = from.keys[i];
                to.rows[target] = from.rows[i];
            }
        });
}

// Sorts key(0), key(1), ... and gives the rows of the `wanted` smallest.
template <class Key>
std::vector<std::int32_t> rank_by_key(const Context& context, std::int64_t size,
                                      std::int64_t wanted, Key&& key) {
    if (size > kMostRankedRows) {
        throw Error(ErrorKind::input,
                    fmt::format("{} rows are more than can be ranked ({})", size, kMostRankedRows));
    }
    Entries entries(static_cast<std::size_t>(size)), sorted(static_cast<std::size_t>(size));
    parallel_chunks(context, size, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (auto row = begin; row < end; ++row) {
            entries.keys[static_cast<std::size_t>(row)] = key(row);
            entries.rows[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(row);
        }
    });
    const std::uint64_t differing = differing_bits(context, entries, size);
    for (int shift = 0; shift < 64; shift += kDigitBits) {
        if (((differing >> shift) & (kDigits - 1)) == 0) continue;
        sort_by_digit(context, entries, sorted, size, shift);
        std::swap(entries, sorted);
    }
    return {entries.rows.get(), entries.rows.get() + wanted};
}

}  // namespace

std::vector<std::int32_t> ranking(const Context& context, std::span<const double> values) {
    const auto size = static_cast<std::int64_t>(values.size());
    return rank_by_key(context, size, size, [&](std::int64_t row) {
        return ordered_bits(values[static_cast<std::size_t>(row)]);
    });
}

std::vector<std::int32_t> ranking(const Context& context, const Column& column) {
    if (!column.has_missing() && column.is_numeric()) return ranking(context, column.numbers());
    const Validity& validity = column.validity();
    const std::int64_t wanted = column.size() - column.missing();
    if (column.is_numeric()) {
        // Above all numbers, and without low bits, which might cost passes.
        const std::uint64_t last = ordered_bits(std::numeric_limits<double>::quiet_NaN());
        return rank_by_key(context, column.size(), wanted, [&](std::int64_t row) {
            return validity[row] ? ordered_bits(column.numbers()[static_cast<std::size_t>(row)])
                                 : last;
        });
    }
    const std::uint64_t last = column.dictionary().size();
    return rank_by_key(context, column.size(), wanted, [&](std::int64_t row) {
        return validity[row]
                   ? static_cast<std::uint64_t>(column.codes()[static_cast<std::size_t>(row)])
                   : last;
    });
}

}  // namespace lethe
