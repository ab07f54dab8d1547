// Values that changed places, by a mechanism that is published.
//
// A swapped column holds the values of the original, so that the rank of a known value is known.
// How likely it is that a record of rank i shows the value of rank j depends on the mechanism and
// the number of values alone, not on the data, and whoever knows the mechanism can run it: on ranks
// instead of values, as often as it takes. That is what is done here. It matters: in plain rank
// swapping the partner is not uniform in the window. A rank near by has often been swapped already
// when its turn comes, so that far partners are likelier than near ones, and who takes the nearest
// candidate takes one of the less likely.
//
// Ranks are cut into cells, a twelfth of the typical distance wide, and pairs (cell, cell of the
// value) are counted. Away from both ends only their difference matters (and the place within the
// bucket, where there are buckets), and the counts are pooled; near the ends every cell has counts
// of its own. What never came up counts as a tenth of once: unlikely, and only the bound of a
// window makes it impossible.
#include <algorithm>
#include <cmath>
#include <map>

#include "lethe/algo/statistics/rank_window.h"
#include "lethe/algo/statistics/unbounded_swap.h"
#include "lethe/core/random.h"
#include "lethe/table/attack/likelihood/likelihood_parts.h"
#include "lethe/table/attack/likelihood/swapped_ranks.h"

namespace lethe::attack {
namespace {

constexpr std::int64_t kCellsOfDistance = 12;
constexpr std::int64_t kCellsOfBucket = 4;
constexpr std::int64_t kMostSwapCells = 1024;
constexpr std::int64_t kReach = 200;  // differences of cells that are told apart
constexpr std::int64_t kEnd = 64;     // cells with counts of their own, at each end
constexpr std::int64_t kDraws = std::int64_t{1} << 20;  // ranks that are drawn in all
constexpr std::int64_t kMostRuns = 500;

// The rank whose value each rank shows in the end.
std::vector<std::int32_t> simulate(const Context& context, const SwapModel& model,
                                   std::int64_t size, const Random& random) {
    std::vector<std::int32_t> shown(static_cast<std::size_t>(size));
    for (std::size_t rank = 0; rank < shown.size(); ++rank) {
        shown[rank] = static_cast<std::int32_t>(rank);
    }
    for (std::size_t s = 0; s < model.steps.size(); ++s) {
        const SwapModel::Step& step = model.steps[s];
        const Stream stream = random.part(s).stream("swaps");
        const auto whole = static_cast<std::int64_t>(step.strength);
        const std::vector<std::int32_t> next =
            step.kind == SwapModel::Kind::window
                ? swap_ranks(context, size, std::max<std::int64_t>(1, whole), stream)
            : step.kind == SwapModel::Kind::buckets
                ? swap_ranks_in_buckets(context, size, std::max<std::int64_t>(1, whole), stream)
                : swap_ranks_at_distance(context, size, step.strength, step.deviation, stream);
        for (std::int32_t& rank : shown) rank = next[static_cast<std::size_t>(rank)];
    }
    return shown;
}

std::int64_t cells_of(const SwapModel& model, std::int64_t size) {
    double cells = 1;
    for (const SwapModel::Step& step : model.steps) {
        const double distance = step.kind == SwapModel::Kind::distance
                                    ? std::min(step.strength, 2 * step.deviation)
                                    : step.strength;
        const double own =
            step.kind == SwapModel::Kind::buckets
                ? static_cast<double>(kCellsOfBucket) * step.strength
                : kCellsOfDistance * static_cast<double>(size) / std::max(distance, 1.0);
        cells = std::max(cells, own);
    }
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(cells), 1,
                                    std::min(size, kMostSwapCells));
}

}  // namespace

// How much likelier the value of a cell is for a record of a cell than at random.
class SwapTable {
  public:
    SwapTable(const Context& context, const SwapModel& model, std::int64_t size)
        : size_(size), cells_(cells_of(model, size)) {
        const bool buckets = std::any_of(
            model.steps.begin(), model.steps.end(),
            [](const SwapModel::Step& step) { return step.kind == SwapModel::Kind::buckets; });
        phases_ = buckets ? kCellsOfBucket : 1;
        const std::size_t classes = static_cast<std::size_t>(2 * kEnd + phases_);
        counts_.assign(classes * kWidth, 0.0);
        totals_.assign(classes, 0.0);
        const Random random(0x5eed);
        const std::int64_t runs = std::clamp<std::int64_t>(kDraws / size, 1, kMostRuns);
        for (std::int64_t run = 0; run < runs; ++run) {
            const std::vector<std::int32_t> shown =
                simulate(context, model, size, random.part(static_cast<std::uint64_t>(run)));
            for (std::int64_t rank = 0; rank < size; ++rank) {
                const std::int64_t from = cell(rank);
                const std::int64_t to = cell(shown[static_cast<std::size_t>(rank)]);
                const std::size_t own = class_of(from);
                totals_[own] += 1;
                if (std::abs(to - from) <= kReach) counts_[place(own, to - from)] += 1;
            }
        }
    }

    std::int64_t cell(std::int64_t rank) const {
        return std::clamp<std::int64_t>(rank, 0, size_ - 1) * cells_ / size_;
    }

    double ratio(std::int64_t from, std::int64_t to) const {
        const std::size_t own = class_of(from);
        const double count = std::abs(to - from) <= kReach ? counts_[place(own, to - from)] : 0;
        return std::max(count, 0.1) / std::max(totals_[own], 1.0) * static_cast<double>(cells_);
    }

  private:
    static constexpr std::size_t kWidth = 2 * kReach + 1;

    // Cells that share their counts.
    std::size_t class_of(std::int64_t from) const {
        if (from < kEnd) return static_cast<std::size_t>(from);
        const std::int64_t above = cells_ - 1 - from;
        if (above < kEnd) return static_cast<std::size_t>(kEnd + above);
        return static_cast<std::size_t>(2 * kEnd + from % phases_);
    }
    static std::size_t place(std::size_t own, std::int64_t difference) {
        return own * kWidth + static_cast<std::size_t>(difference + kReach);
    }

    std::int64_t size_;
    std::int64_t cells_;
    std::int64_t phases_ = 1;
    std::vector<double> counts_;
    std::vector<double> totals_;
};

namespace {

// Cells from one to another: those of a value that several records have.
struct Cells {
    std::int64_t first = 0;
    std::int64_t last = 0;
    friend auto operator<=>(const Cells&, const Cells&) = default;
};

// Different ones, numbered.
class CellSets {
  public:
    std::int32_t add(const Cells& cells) {
        const auto [place, added] =
            numbers_.try_emplace(cells, static_cast<std::int32_t>(sets.size()));
        if (added) sets.push_back(cells);
        return place->second;
    }
    std::vector<Cells> sets;

  private:
    std::map<Cells, std::int32_t> numbers_;
};

double mean_ratio(const SwapTable& table, const Cells& from, const Cells& to) {
    double sum = 0;
    // Of a value that half the records have, some cells tell as much as all.
    const auto step = [](const Cells& cells) {
        return std::max<std::int64_t>(1, (cells.last - cells.first) / 32);
    };
    std::int64_t pairs = 0;
    for (std::int64_t a = from.first; a <= from.last; a += step(from)) {
        for (std::int64_t b = to.first; b <= to.last; b += step(to)) {
            sum += table.ratio(a, b);
            ++pairs;
        }
    }
    return sum / static_cast<double>(pairs);
}

class SwapPart final : public LikelihoodPart {
  public:
    std::vector<std::int32_t> set_of_query;   // by query code
    std::vector<std::int32_t> set_of_target;  // by target code, without the missing code
    std::vector<LogWeight> weights;           // sets of queries x sets of targets
    std::vector<LogWeight> largest;           // by set of queries
    std::size_t width = 0;                    // sets of targets
    std::vector<CodeRange> ranges;            // by query code, where there is a bound
    LogWeight missing = kImpossible;          // of the last code

    void add(std::int32_t query, std::span<const std::int32_t> targets,
             std::span<LogWeight> totals) const override {
        const auto q = static_cast<std::size_t>(query);
        const LogWeight* row = &weights[static_cast<std::size_t>(set_of_query[q]) * width];
        const CodeRange range = ranges.empty() ? CodeRange{0, codes - 2} : ranges[q];
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const std::int32_t code = targets[i];
            if (code == codes - 1) {
                totals[i] += missing;
            } else if (code < range.low || code > range.high) {
                totals[i] = kImpossible;
            } else {
                totals[i] += row[set_of_target[static_cast<std::size_t>(code)]];
            }
        }
    }
    LogWeight most(std::int32_t query) const override {
        const auto q = static_cast<std::size_t>(query);
        return std::max(largest[static_cast<std::size_t>(set_of_query[q])], missing);
    }
    bool excludes() const override { return !ranges.empty() || missing == kImpossible; }
    void possible(std::int32_t query, std::vector<CodeRange>& out) const override {
        const CodeRange range =
            ranges.empty() ? CodeRange{0, codes - 2} : ranges[static_cast<std::size_t>(query)];
        if (range.low <= range.high) out.push_back(range);
        if (missing != kImpossible) out.push_back({codes - 1, codes - 1});
    }
};

}  // namespace

const SwapTable& SwapTables::find(const Context& context, const SwapModel& model,
                                  std::int64_t size) {
    std::vector<double> key{static_cast<double>(size)};
    for (const SwapModel::Step& step : model.steps) {
        key.insert(key.end(), {static_cast<double>(step.kind), step.strength, step.deviation});
    }
    auto& table = tables_[key];
    if (!table) table = std::make_shared<const SwapTable>(context, model, size);
    return *table;
}

PartPtr swapped_part(const Context& context, const ColumnPair& pair, const SwapModel& model,
                     SwapTables& tables) {
    const OrderedColumn column = order_column(context, *pair.released);
    const std::int64_t size = std::ssize(column.code_at_rank);
    if (size == 0) return distance_part(pair);
    const SwapTable& table = tables.find(context, model, size);
    auto part = std::make_unique<SwapPart>();
    CellSets from, to;
    for (std::size_t code = 0; code < column.values.size(); ++code) {
        part->set_of_target.push_back(
            to.add({table.cell(column.smaller[code]), table.cell(column.smaller[code + 1] - 1)}));
    }
    part->codes = static_cast<std::int32_t>(column.values.size()) + 1;
    for (const std::int32_t code : column.code_of_row) {
        part->target_codes.push_back(code == kMissingCode ? part->codes - 1 : code);
    }
    std::map<double, std::int32_t> known;
    for (std::int64_t row = 0; row < pair.held->size(); ++row) {
        if (!pair.held->valid(row)) {
            part->query_codes.push_back(LikelihoodPart::kUnknown);
            continue;
        }
        const double value = pair.held->numbers()[static_cast<std::size_t>(row)] + 0.0;
        const auto [place, added] =
            known.try_emplace(value, static_cast<std::int32_t>(known.size()));
        part->query_codes.push_back(place->second);
        if (!added) continue;
        const OrderedColumn::Ranks ranks = column.ranks_of(value);
        part->set_of_query.push_back(
            from.add({table.cell(ranks.low), table.cell(std::max(ranks.low, ranks.high))}));
        if (model.bound) part->ranges.push_back(column.within(value, *model.bound));
    }
    part->width = to.sets.size();
    for (const Cells& own : from.sets) {
        LogWeight largest = kImpossible;
        for (const Cells& other : to.sets) {
            part->weights.push_back(log_weight(std::log(mean_ratio(table, own, other))));
            largest = std::max(largest, part->weights.back());
        }
        part->largest.push_back(largest);
    }
    part->missing = pair.can_be_missing ? 0 : kImpossible;
    return part;
}

}  // namespace lethe::attack
