// Counting who is alone, many times over.
//
// A row that is alone in some columns stays alone when columns are added, so only rows that still
// share their class are carried on ("open" rows), and these are soon few.
//
// All but one. For each column the classes of all others are wanted: n groupings of n - 1 columns,
// done plainly. Instead the columns are halved: the open rows are grouped by the left half for
// whatever is asked about the right, and the other way round, and so on down. Each level groups by
// each column once: about 2 n groupings of ever fewer rows, and memory for log n of them.
//
// Pairs. The open rows of a column are kept in the order of their classes. To add a second column,
// walk through each class and mark the values of the second that were seen: its first row counts as
// alone, its second takes that back. No hashing, and the marks are never cleared, since each class
// marks with its own number. A triple starts from the open rows of a pair.
#include "lethe/data/uniqueness.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/data/group_keys.h"
#include "lethe/data/groups.h"

namespace lethe {
namespace {

// The values of a column, numbered without gaps.
struct Codes {
    std::vector<std::int32_t> codes;
    std::uint64_t bound = 0;
};

// Rows that share their class, and how many were settled on the way.
struct Open {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> classes;  // of each of these rows
    std::uint64_t bound = 1;             // of the classes' numbers
    std::int64_t settled = 0;            // rows that are alone

    Uniqueness counted() const {
        return {settled, settled + (rows.empty() ? 0 : static_cast<std::int64_t>(bound))};
    }
};

Open everybody(std::int64_t count) {
    Open open;
    if (count < 2) {
        open.settled = count;
        return open;
    }
    open.rows.resize(static_cast<std::size_t>(count));
    std::iota(open.rows.begin(), open.rows.end(), 0U);
    open.classes.assign(open.rows.size(), 0);
    return open;
}

// What stays open when rows are also told apart by their keys.
Open settle(const Context& context, const Open& open, std::span<const std::uint64_t> keys) {
    const Groups groups = group_keys(context, keys);
    std::vector<std::uint32_t> renumbered(groups.sizes.size(), 0);
    Open left;
    left.settled = open.settled;
    left.bound = 0;
    std::size_t kept = 0;
    for (std::size_t c = 0; c < groups.sizes.size(); ++c) {
        if (groups.sizes[c] == 1) {
            ++left.settled;
        } else {
            renumbered[c] = static_cast<std::uint32_t>(left.bound++);
            kept += static_cast<std::size_t>(groups.sizes[c]);
        }
    }
    left.rows.reserve(kept);
    left.classes.reserve(kept);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto c = static_cast<std::size_t>(groups.class_of[i]);
        if (groups.sizes[c] == 1) continue;
        left.rows.push_back(open.rows[i]);
        left.classes.push_back(renumbered[c]);
    }
    return left;
}

Open refine(const Context& context, Open open, std::span<const Codes> columns) {
    std::vector<std::uint64_t> keys;
    for (std::size_t first = 0, last = 0; first < columns.size() && !open.rows.empty();
         first = last) {
        keys.assign(open.classes.begin(), open.classes.end());
        std::uint64_t bound = open.bound;
        while (last < columns.size() &&
               bound <= std::numeric_limits<std::uint64_t>::max() / columns[last].bound) {
            const Codes& column = columns[last++];
            bound *= column.bound;
            parallel_chunks(
                context, std::ssize(keys), [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                    for (auto i = static_cast<std::size_t>(begin);
                         i < static_cast<std::size_t>(end); ++i) {
                        keys[i] = keys[i] * column.bound +
                                  static_cast<std::uint64_t>(column.codes[open.rows[i]]);
                    }
                });
        }
        open = settle(context, open, keys);
    }
    return open;
}

// Fills without[first, last) from the rows that are open in all columns outside.
void leave_out(const Context& context, std::span<const Codes> columns, std::size_t first,
               std::size_t last, Open open, std::vector<Uniqueness>& without) {
    context.check_stop();
    if (last - first == 1 || open.rows.empty()) {
        for (std::size_t i = first; i < last; ++i) without[i] = open.counted();
        return;
    }
    const std::size_t middle = first + (last - first) / 2;
    leave_out(context, columns, first, middle,
              refine(context, open, columns.subspan(middle, last - middle)), without);
    leave_out(context, columns, middle, last,
              refine(context, std::move(open), columns.subspan(first, middle - first)), without);
}

// Open rows in the order of their classes.
struct Ordered {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> ends;  // of each class
    std::int64_t settled = 0;
};

Ordered in_order(const Open& open) {
    Ordered ordered;
    ordered.settled = open.settled;
    if (open.rows.empty()) return ordered;
    std::vector<std::uint32_t> places(open.bound + 1, 0);
    for (const std::uint32_t c : open.classes) ++places[c + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    ordered.ends.assign(places.begin() + 1, places.end());
    ordered.rows.resize(open.rows.size());
    for (std::size_t i = 0; i < open.rows.size(); ++i) {
        ordered.rows[places[open.classes[i]]++] = open.rows[i];
    }
    return ordered;
}

// How many rows are alone when a column is added.
std::int64_t unique_with(const Ordered& ordered, const Codes& column) {
    std::vector<std::uint64_t> marks(column.bound, 0);
    std::int64_t unique = ordered.settled;
    std::size_t at = 0;
    for (std::size_t c = 0; c < ordered.ends.size(); ++c) {
        const std::uint64_t once = 2 * (c + 1), again = once + 1;
        for (; at < ordered.ends[c]; ++at) {
            std::uint64_t& mark = marks[static_cast<std::size_t>(column.codes[ordered.rows[at]])];
            if (mark == again) continue;
            unique += mark == once ? -1 : 1;
            mark = mark == once ? again : once;
        }
    }
    return unique;
}

void keep_sharpest(std::vector<Combination>& combinations, std::size_t shown) {
    std::sort(combinations.begin(), combinations.end(), [](const auto& a, const auto& b) {
        return a.unique != b.unique ? a.unique > b.unique : a.columns < b.columns;
    });
    if (combinations.size() > shown) combinations.resize(shown);
}

// Columns for combinations: all, unless their pairs would take too many steps.
std::vector<std::size_t> columns_to_combine(std::span<const Codes> columns, std::int64_t rows) {
    constexpr double kSteps = 4e8;
    std::vector<std::size_t> order(columns.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return columns[a].bound > columns[b].bound;
    });
    std::size_t count = order.size();
    while (count > 8 &&
           0.5 * static_cast<double>(count * (count - 1)) * static_cast<double>(rows) > kSteps) {
        --count;
    }
    order.resize(count);
    std::sort(order.begin(), order.end());
    return order;
}

class Combiner {
  public:
    Combiner(const Context& context, std::span<const Codes> columns,
             std::span<const std::size_t> combined, std::int64_t rows, std::size_t shown)
        : context_(context), columns_(columns), combined_(combined), rows_(rows), shown_(shown) {}

    // In a pair the column with more different values leads: fewer of its rows are open. Pairs with
    // most possible values come first, so that those that cannot reach the sharpest are left out;
    // this is decided between batches, whose size does not depend on the number of threads.
    std::vector<Combination> pairs() {
        struct Pair {
            std::size_t lead, other;
            std::uint64_t most;
        };
        std::vector<Pair> all;
        for (std::size_t i = 0; i < combined_.size(); ++i) {
            for (std::size_t j = i + 1; j < combined_.size(); ++j) {
                std::size_t lead = combined_[i], other = combined_[j];
                if (columns_[other].bound > columns_[lead].bound) std::swap(lead, other);
                all.push_back({lead, other, columns_[lead].bound * columns_[other].bound});
            }
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const Pair& a, const Pair& b) { return a.most > b.most; });
        std::vector<Ordered> ordered(columns_.size());
        std::vector<bool> ready(columns_.size(), false);
        std::vector<Combination> best;
        constexpr std::size_t kBatch = 16;
        for (std::size_t first = 0; first < all.size(); first += kBatch) {
            context_.check_stop();
            const std::size_t count = std::min(kBatch, all.size() - first);
            const std::int64_t needed = best.size() < shown_ ? -1 : best.back().unique;
            if (needed >= 0 && all[first].most <= static_cast<std::uint64_t>(needed)) break;
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t lead = all[first + i].lead;
                if (ready[lead]) continue;
                ordered[lead] =
                    in_order(refine(context_, everybody(rows_), columns_.subspan(lead, 1)));
                ready[lead] = true;
            }
            std::vector<Combination> tried(count);
            parallel_tasks(context_, static_cast<std::int64_t>(count), [&](std::int64_t task) {
                const Pair& pair = all[first + static_cast<std::size_t>(task)];
                tried[static_cast<std::size_t>(task)] = {
                    {std::min(pair.lead, pair.other), std::max(pair.lead, pair.other)},
                    unique_with(ordered[pair.lead], columns_[pair.other])};
            });
            best.insert(best.end(), tried.begin(), tried.end());
            keep_sharpest(best, shown_);
        }
        return best;
    }

    std::vector<Combination> triples(const std::vector<Combination>& pairs) {
        std::vector<Combination> best;
        for (const Combination& pair : pairs) {
            context_.check_stop();
            Open open = everybody(rows_);
            for (const std::size_t c : pair.columns) {
                open = refine(context_, std::move(open), columns_.subspan(c, 1));
            }
            const Ordered ordered = in_order(open);
            std::vector<std::size_t> others;
            for (const std::size_t c : combined_) {
                if (c != pair.columns[0] && c != pair.columns[1]) others.push_back(c);
            }
            std::vector<Combination> tried(others.size());
            parallel_tasks(context_, std::ssize(others), [&](std::int64_t task) {
                const auto at = static_cast<std::size_t>(task);
                std::vector<std::size_t> three{pair.columns[0], pair.columns[1], others[at]};
                std::sort(three.begin(), three.end());
                tried[at] = {std::move(three), unique_with(ordered, columns_[others[at]])};
            });
            for (Combination& triple : tried) {
                if (std::find(best.begin(), best.end(), triple) == best.end()) {
                    best.push_back(std::move(triple));
                }
            }
        }
        keep_sharpest(best, shown_);
        return best;
    }

  private:
    const Context& context_;
    std::span<const Codes> columns_;
    std::span<const std::size_t> combined_;
    std::int64_t rows_;
    std::size_t shown_;
};

}  // namespace

ColumnUniqueness uniqueness_by_column(const Context& context, const Table& table,
                                      std::span<const std::string> columns, std::size_t shown) {
    ColumnUniqueness result;
    std::vector<Codes> codes;
    for (const std::string& name : columns) {
        Groups groups = group_rows(context, table, std::span(&name, 1));
        result.alone.push_back(
            {std::count(groups.sizes.begin(), groups.sizes.end(), std::int64_t{1}),
             groups.classes()});
        codes.push_back({std::move(groups.class_of),
                         static_cast<std::uint64_t>(std::max<std::int64_t>(groups.classes(), 1))});
    }
    const Open all = refine(context, everybody(table.rows()), codes);
    result.all = all.counted();
    result.without.resize(codes.size());
    if (!codes.empty())
        leave_out(context, codes, 0, codes.size(), everybody(table.rows()), result.without);
    result.combined = columns_to_combine(codes, table.rows());
    Combiner combiner(context, codes, result.combined, table.rows(), shown);
    result.pairs = combiner.pairs();
    result.triples = combiner.triples(result.pairs);
    return result;
}

}  // namespace lethe
