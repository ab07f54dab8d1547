// Microaggregation as what it is: a partition into groups of at least k that loses least. To find
// the best one is NP-hard; MDAV and Mondrian build one greedily, by a distance or by cuts that know
// nothing of the loss, and never look back. Here a partition is improved by the loss itself, until
// no step that is tried helps:
//
//   - a record moves to another group, if its own keeps k;
//   - two records of two groups change places;
//   - a group is dissolved, each of its records going where it costs least, and another one that
//     has 2k records is cut in two: the farthest record and its nearest on one side.
//
// Each step is judged by the exact loss of the groups that it changes, each shown as the value that
// loses least in every column. So the loss never rises, and the search ends. Which groups a record
// is tried in is decided by its distance to what these show.
//
// The number of groups decides what an intruder can find: one in the mean size of a group, over all
// people, whatever the attack. Groups of equal size waste that: where many people are alike a large
// group costs nothing, and each record it takes lets a group elsewhere be small. So the mean size
// is bounded, not each size; k stays the least. A start with too many groups has those dissolved
// first that cost least.
//
// Of the same number of groups MDAV loses about two fifths more: see docs/benchmarks.md.
//
// Blocks of some thousand records are searched on their own, in parallel, then again with the
// boundaries in the middle of the old blocks.
#include "lethe/algo/partition/exchange_groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "lethe/algo/partition/exchange_block.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

constexpr std::size_t kFewRecords = 32;

void offer_exchange(GroupValue& best, double position, double lost) {
    if (lost < best.lost || (lost == best.lost && position < best.position)) {
        best = {position, lost};
    }
}

// The same by sums over the sorted values: what is within 1 of a value loses its difference, all
// else 1.
GroupValue value_of_many(std::span<const double> positions) {
    std::vector<double> sorted(positions.begin(), positions.end());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t n = sorted.size();
    std::vector<double> sums(n + 1, 0);  // of the first ones, from the least on
    for (std::size_t i = 0; i < n; ++i) sums[i + 1] = sums[i] + (sorted[i] - sorted[0]);
    GroupValue best{sorted[0], std::numeric_limits<double>::infinity()};
    std::size_t low = 0, high = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if (i > 0 && sorted[i] == sorted[i - 1]) continue;
        std::size_t end = i;
        while (end < n && sorted[end] == sorted[i]) ++end;
        while (sorted[i] - sorted[low] >= 1) ++low;
        high = std::max(high, end);
        while (high < n && sorted[high] - sorted[i] < 1) ++high;
        const double place = sorted[i] - sorted[0];
        double lost = static_cast<double>(n - (high - low));
        if (low < i) lost += static_cast<double>(i - low) * place - (sums[i] - sums[low]);
        if (end < high) lost += (sums[high] - sums[end]) - static_cast<double>(high - end) * place;
        offer_exchange(best, sorted[i], lost);
    }
    return best;
}

}  // namespace

GroupValue least_loss_value(std::span<const double> positions) {
    if (positions.empty()) return {};
    if (positions.size() > kFewRecords) return value_of_many(positions);
    // Every different value and how often it is there.
    std::array<double, kFewRecords> values;
    std::array<double, kFewRecords> times;
    std::size_t count = 0;
    for (const double position : positions) {
        std::size_t place = 0;
        while (place < count && values[place] != position) ++place;
        if (place == count) {
            values[count] = position;
            times[count++] = 0;
        }
        ++times[place];
    }
    GroupValue best{values[0], std::numeric_limits<double>::infinity()};
    for (std::size_t i = 0; i < count; ++i) {
        double lost = 0;
        for (std::size_t j = 0; j < count; ++j) {
            lost += times[j] * lost_between(values[i], values[j]);
        }
        offer_exchange(best, values[i], lost);
    }
    return best;
}

double loss_of_groups(std::span<const LossPositions> columns, const Clusters& groups) {
    const ClusterRows rows(groups);
    double sum = 0;
    std::vector<double> positions;
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        for (const LossPositions& column : columns) {
            positions.clear();
            for (const std::int64_t row : rows[group]) {
                positions.push_back(column[static_cast<std::size_t>(row)]);
            }
            sum += least_loss_value(positions).lost;
        }
    }
    return sum;
}

Clusters exchange_groups(const Context& context, std::span<const LossPositions> columns,
                         const Clusters& start, const ExchangeOptions& given) {
    // A block of less than the mean size could not keep it.
    ExchangeOptions options = given;
    const double mean_size = std::min(std::max(given.mean, static_cast<double>(given.k)),
                                      static_cast<double>(start.of.size()));
    options.block = std::max(options.block, 4 * static_cast<std::int64_t>(std::ceil(mean_size)));
    const ClusterRows rows(start);
    std::vector<std::vector<std::int64_t>> groups;
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        if (std::ssize(rows[group]) < options.k) {
            throw Error(ErrorKind::usage, "a group of the start has fewer than k records");
        }
        groups.emplace_back(rows[group].begin(), rows[group].end());
    }
    for (const bool shifted : {false, true}) {
        // Blocks: runs of groups. The second time they begin in the middle of the first ones.
        std::vector<std::vector<std::vector<std::int64_t>>> blocks;
        std::int64_t size = options.block;
        std::int64_t most = shifted ? options.block / 2 : options.block;
        for (auto& group : groups) {
            if (size >= most) {
                if (!blocks.empty()) most = options.block;
                blocks.emplace_back();
                size = 0;
            }
            size += std::ssize(group);
            blocks.back().push_back(std::move(group));
        }
        // What is left at the end is too little to be searched on its own.
        if (blocks.size() > 1 && 2 * size < options.block) {
            auto last = std::move(blocks.back());
            blocks.pop_back();
            for (auto& group : last) blocks.back().push_back(std::move(group));
        }
        parallel_tasks(context, std::ssize(blocks), [&](std::int64_t b) {
            auto& block = blocks[static_cast<std::size_t>(b)];
            ExchangeBlock search(columns, std::move(block), options);
            search.run(context);
            block = search.groups();
        });
        groups.clear();
        for (auto& block : blocks) {
            for (auto& group : block) groups.push_back(std::move(group));
        }
        if (blocks.size() < 2) break;
    }
    Clusters result{std::vector<std::int32_t>(start.of.size(), 0),
                    static_cast<std::int32_t>(groups.size())};
    for (std::size_t group = 0; group < groups.size(); ++group) {
        for (const std::int64_t row : groups[group]) {
            result.of[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(group);
        }
    }
    return result;
}

}  // namespace lethe
