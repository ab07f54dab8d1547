// Counting agreement patterns.
//
// Comparing all pairs is quadratic. But the number of pairs that agree at least on a set S of
// columns needs no pairs: group both files by S and sum the products of the group sizes. From these
// counts for all S the counts of exact patterns follow by Moebius inversion. There are 2^n sets,
// so:
//
//   - The sets are visited depth first. A node is S and one group of it: a block of rows of x and
//     rows of y that agree on S. For each later column k the block is split by the values of k into
//     the blocks of S + {k}. Values that only one of the files has drop out, so that blocks soon
//     become small or empty.
//   - A block in which comparing pairs is cheaper than splitting on is compared: each pair adds one
//     to a pattern that is "at least S" on the columns before and exact on the columns from j on,
//     where j is the first column that was not yet decided. This stands for the whole subtree.
//
// Which is cheaper is judged by a small table of expected costs over block sizes, made from the
// share of pairs that agree on each column. So one scheme covers both ends: all pairs are compared
// (small files, many columns) or none (large files, few columns).
//
// The counts are kept in one array for each j: "at least" on bits below j, exact from j on. Going
// down from j = n, the difference along bit j - 1 makes that bit exact, and the array of j - 1 is
// added. All is in whole numbers, so threads may count for themselves and be summed up.
#include "lethe/algo/linkage/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/core/vector_code.h"

namespace lethe {
namespace {

constexpr std::size_t kMostColumns = 16;
constexpr std::size_t kTile = 1024;  // rows of y that are compared at a time

using Rows = std::span<const std::uint32_t>;

struct PairBlock {
    Rows x;
    Rows y;

    std::uint64_t pairs() const { return static_cast<std::uint64_t>(x.size()) * y.size(); }
};

// The parts of a split block, with their rows, to which the blocks refer.
struct Parts {
    Parts() = default;
    Parts(Parts&&) = default;

    std::vector<std::uint32_t> x;
    std::vector<std::uint32_t> y;
    std::vector<PairBlock> blocks;
};

// Expected costs, in nanoseconds on a common machine; only their ratio matters.
class AgreementCosts {
  public:
    // agree[j]: share of all pairs that agree on column j.
    explicit AgreementCosts(std::span<const double> agree);

    // Whether to compare the block's pairs on the columns from `first` on.
    bool compare(const PairBlock& block, std::size_t first) const {
        const auto size = std::bit_width((block.x.size() + block.y.size()) / 2);
        return static_cast<double>(block.pairs()) * pair(first) <=
               split_[first][static_cast<std::size_t>(size)];
    }

  private:
    static constexpr std::size_t kSizes = 33;  // block sizes 2^0 .. 2^32
    static constexpr double kSplitRow = 8.0;

    double pair(std::size_t first) const {
        return 1.0 + 0.15 * static_cast<double>(split_.size() - 1 - first);
    }

    std::vector<std::array<double, kSizes>> split_;  // by first column and size
};

AgreementCosts::AgreementCosts(std::span<const double> agree) : split_(agree.size() + 1) {
    // The cheaper of the two ways for one block of 2^size rows of each file.
    const auto block = [&](std::size_t first, std::size_t size) {
        return std::min(pair(first) * std::exp2(2.0 * static_cast<double>(size)),
                        split_[first][size]);
    };
    split_.back().fill(0.0);
    for (std::size_t first = agree.size(); first-- > 0;) {
        for (std::size_t size = 0; size < kSizes; ++size) {
            const double rows = std::exp2(static_cast<double>(size));
            double cost = 0;
            for (std::size_t k = first; k < agree.size(); ++k) {
                // As if values were equally frequent: 1 / agree parts, or, with more values than
                // rows, single rows.
                const double share = std::max(agree[k], 1e-18);
                const double part = std::max(rows * share, 1.0);
                const double parts = rows * rows * share / (part * part);
                const auto part_size = static_cast<std::size_t>(std::lround(std::log2(part)));
                cost += 2 * rows * kSplitRow + parts * block(k + 1, part_size);
            }
            split_[first][size] = cost;
        }
    }
}

// What one thread counts, and its working space.
class Counter {
  public:
    Counter(std::span<const PairedCodes> columns, std::size_t codes, const AgreementCosts& costs)
        : columns_(columns),
          costs_(costs),
          counts_(columns.size() + 1,
                  std::vector<std::uint64_t>(std::size_t{1} << columns.size(), 0)),
          slots_(codes),
          tile_(columns.size() * kTile) {}

    // Whether the block's own count is all there is to its subtree, or its pairs are compared.
    bool is_leaf(const PairBlock& block, std::size_t first) const {
        return first == columns_.size() || costs_.compare(block, first);
    }

    // The block and all that comes of splitting it on columns from `first` on.
    void visit(const PairBlock& block, std::size_t first, std::uint32_t agreed) {
        count(block, first, agreed);
        if (is_leaf(block, first)) return;
        for (std::size_t k = first; k < columns_.size(); ++k) descend(block, k, agreed);
    }

    // The block alone; for a leaf its subtree.
    void count(const PairBlock& block, std::size_t first, std::uint32_t agreed) {
        if (first < columns_.size() && is_leaf(block, first)) {
            compare(block, first, agreed);
        } else {
            counts_.back()[agreed] += block.pairs();
        }
    }

    // What comes of splitting the block on this column.
    void descend(const PairBlock& block, std::size_t column, std::uint32_t agreed) {
        const Parts parts = split(block, column);
        for (const PairBlock& part : parts.blocks) visit(part, column + 1, agreed | (1U << column));
    }

    Parts split(const PairBlock& block, std::size_t column);
    void compare(const PairBlock& block, std::size_t first, std::uint32_t agreed);

    // By number of columns that are "at least"; the others are exact.
    const std::vector<std::vector<std::uint64_t>>& counts() const { return counts_; }

  private:
    LETHE_INLINED void compare_all(const PairBlock& block, std::size_t first, std::uint32_t agreed);

    struct Slot {
        std::uint32_t x = 0;  // the rows with this code, then where the next one goes
        std::uint32_t y = 0;
        bool used = false;  // both files have the code
    };

    std::span<const PairedCodes> columns_;
    const AgreementCosts& costs_;
    std::vector<std::vector<std::uint64_t>> counts_;
    std::vector<Slot> slots_;  // by code; all zero between splits
    std::vector<std::int32_t> tile_;
    std::array<std::uint32_t, kTile> patterns_{};
};

Parts Counter::split(const PairBlock& block, std::size_t column) {
    const auto slot_at = [&](const std::vector<std::int32_t>& codes, std::uint32_t row) {
        const std::int32_t code = codes[row];
        return code < 0 ? nullptr : &slots_[static_cast<std::size_t>(code)];
    };
    const auto& [codes_x, codes_y] = columns_[column];
    std::vector<Slot*> touched;
    for (const std::uint32_t row : block.x) {
        Slot* slot = slot_at(codes_x, row);
        if (slot != nullptr && slot->x++ == 0) touched.push_back(slot);
    }
    for (const std::uint32_t row : block.y) {
        Slot* slot = slot_at(codes_y, row);
        if (slot != nullptr && slot->x > 0) ++slot->y;
    }
    Parts parts;
    parts.x.resize(block.x.size());
    parts.y.resize(block.y.size());
    std::size_t next_x = 0, next_y = 0;
    for (Slot* slot : touched) {
        if (slot->y == 0) {
            *slot = {};
            continue;
        }
        parts.blocks.push_back(
            {{parts.x.data() + next_x, slot->x}, {parts.y.data() + next_y, slot->y}});
        next_x += std::exchange(slot->x, static_cast<std::uint32_t>(next_x));
        next_y += std::exchange(slot->y, static_cast<std::uint32_t>(next_y));
        slot->used = true;
    }
    for (const std::uint32_t row : block.x) {
        Slot* slot = slot_at(codes_x, row);
        if (slot != nullptr && slot->used) parts.x[slot->x++] = row;
    }
    for (const std::uint32_t row : block.y) {
        Slot* slot = slot_at(codes_y, row);
        if (slot != nullptr && slot->used) parts.y[slot->y++] = row;
    }
    for (Slot* slot : touched) *slot = {};
    return parts;
}

void Counter::compare(const PairBlock& block, std::size_t first, std::uint32_t agreed) {
    vector_code([&]() LETHE_INLINED { compare_all(block, first, agreed); });
}

inline void Counter::compare_all(const PairBlock& block, std::size_t first, std::uint32_t agreed) {
    std::vector<std::uint64_t>& counts = counts_[first];
    for (std::size_t begin = 0; begin < block.y.size(); begin += kTile) {
        const Rows rows = block.y.subspan(begin, std::min(kTile, block.y.size() - begin));
        for (std::size_t k = first; k < columns_.size(); ++k) {
            std::int32_t* codes = tile_.data() + k * kTile;
            for (const std::uint32_t row : rows) *codes++ = columns_[k].y[row];
        }
        for (const std::uint32_t row : block.x) {
            std::fill_n(patterns_.begin(), rows.size(), agreed);
            for (std::size_t k = first; k < columns_.size(); ++k) {
                const std::int32_t code = columns_[k].x[row];
                if (code < 0) continue;
                const std::int32_t* codes = tile_.data() + k * kTile;
                for (std::size_t i = 0; i < rows.size(); ++i) {
                    patterns_[i] |= static_cast<std::uint32_t>(codes[i] == code) << k;
                }
            }
            for (std::size_t i = 0; i < rows.size(); ++i) ++counts[patterns_[i]];
        }
    }
}

std::size_t code_bound(std::span<const PairedCodes> columns) {
    std::int32_t largest = PairedCodes::kMissing;
    for (const PairedCodes& column : columns) {
        for (const auto* codes : {&column.x, &column.y}) {
            for (const std::int32_t code : *codes) largest = std::max(largest, code);
        }
    }
    return static_cast<std::size_t>(largest + 1);
}

double agreeing_share(const PairedCodes& column, std::size_t codes) {
    std::vector<double> rows_x(codes, 0.0);
    for (const std::int32_t code : column.x) {
        if (code >= 0) ++rows_x[static_cast<std::size_t>(code)];
    }
    double agreeing = 0;
    for (const std::int32_t code : column.y) {
        if (code >= 0) agreeing += rows_x[static_cast<std::size_t>(code)];
    }
    const double pairs =
        static_cast<double>(column.x.size()) * static_cast<double>(column.y.size());
    return agreeing / std::max(pairs, 1.0);
}

using Task = std::function<void(Counter&)>;

// All pairs, by ranges of x.
std::vector<Task> tasks_for_comparing(const PairBlock& all) {
    constexpr std::size_t kTaskPairs = std::size_t{1} << 24;
    const std::size_t rows = std::max<std::size_t>(1, kTaskPairs / all.y.size());
    std::vector<Task> tasks;
    for (std::size_t begin = 0; begin < all.x.size(); begin += rows) {
        const PairBlock part{all.x.subspan(begin, std::min(rows, all.x.size() - begin)), all.y};
        tasks.push_back([part](Counter& counter) { counter.compare(part, 0, 0); });
    }
    return tasks;
}

// One task for the blocks of each column, and one for each pair of columns and all beyond.
std::vector<Task> tasks_for_splitting(std::span<const Parts> parts_of) {
    std::vector<Task> tasks;
    for (std::size_t j = 0; j < parts_of.size(); ++j) {
        const std::span<const PairBlock> blocks = parts_of[j].blocks;
        const std::uint32_t agreed = 1U << j;
        tasks.push_back([=](Counter& counter) {
            for (const PairBlock& block : blocks) counter.count(block, j + 1, agreed);
        });
        for (std::size_t k = j + 1; k < parts_of.size(); ++k) {
            tasks.push_back([=](Counter& counter) {
                for (const PairBlock& block : blocks) {
                    if (!counter.is_leaf(block, j + 1)) counter.descend(block, k, agreed);
                }
            });
        }
    }
    return tasks;
}

// Sums up the threads' counts and turns "at least" into exact, from the last column to the first.
std::vector<std::int64_t> exact_counts(std::span<const Counter> counters) {
    std::vector<std::uint64_t> total(counters[0].counts().back().size(), 0);
    const auto add = [&](std::size_t first) {
        for (const Counter& counter : counters) {
            for (std::size_t i = 0; i < total.size(); ++i) total[i] += counter.counts()[first][i];
        }
    };
    const std::size_t columns = counters[0].counts().size() - 1;
    add(columns);
    for (std::size_t j = columns; j-- > 0;) {
        const std::size_t bit = std::size_t{1} << j;
        for (std::size_t i = 0; i < total.size(); ++i) {
            if ((i & bit) == 0) total[i] -= total[i | bit];
        }
        add(j);
    }
    return {total.begin(), total.end()};
}

// Each thread takes the next task until there is none.
void run(const Context& context, std::span<const Task> tasks, std::span<Counter> counters) {
    std::atomic<std::size_t> next = 0;
    parallel_tasks(context, static_cast<std::int64_t>(counters.size()), [&](std::int64_t thread) {
        for (std::size_t i = next++; i < tasks.size(); i = next++) {
            context.check_stop();
            tasks[i](counters[static_cast<std::size_t>(thread)]);
        }
    });
}

void check_codes(std::span<const PairedCodes> columns) {
    if (columns.empty() || columns.size() > kMostColumns) {
        throw Error(ErrorKind::usage,
                    fmt::format("agreement patterns need 1 to {} columns; {} were given",
                                kMostColumns, columns.size()));
    }
    for (const PairedCodes& column : columns) {
        if (column.x.size() != columns[0].x.size() || column.y.size() != columns[0].y.size()) {
            throw Error(ErrorKind::input, "the columns of a file differ in length");
        }
    }
}

}  // namespace

AgreementCounts count_agreements(const Context& context, std::span<const PairedCodes> columns) {
    check_codes(columns);
    const std::size_t n = columns.size(), codes = code_bound(columns);
    std::vector<std::uint32_t> rows_x(columns[0].x.size()), rows_y(columns[0].y.size());
    std::iota(rows_x.begin(), rows_x.end(), 0U);
    std::iota(rows_y.begin(), rows_y.end(), 0U);
    const PairBlock all{rows_x, rows_y};
    AgreementCounts result{static_cast<std::int64_t>(rows_x.size()),
                           static_cast<std::int64_t>(rows_y.size()), static_cast<int>(n),
                           std::vector<std::int64_t>(std::size_t{1} << n, 0)};
    if (all.pairs() == 0) return result;

    std::vector<double> agree;
    for (const PairedCodes& column : columns) agree.push_back(agreeing_share(column, codes));
    const AgreementCosts costs(agree);
    Counter root(columns, codes, costs);
    std::vector<Parts> parts_of;
    std::vector<Task> tasks;
    if (root.is_leaf(all, 0)) {
        tasks = tasks_for_comparing(all);
    } else {
        for (std::size_t j = 0; j < n; ++j) parts_of.push_back(root.split(all, j));
        tasks = tasks_for_splitting(parts_of);
        tasks.push_back([&](Counter& counter) { counter.count(all, 0, 0); });
    }
    const auto threads = static_cast<std::size_t>(std::max(1, context.threads));
    std::vector<Counter> counters(std::min(threads, tasks.size()), root);
    run(context, tasks, counters);
    result.pairs = exact_counts(counters);
    return result;
}

}  // namespace lethe
