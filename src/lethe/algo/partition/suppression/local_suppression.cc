// Local suppression: the cheapest cells whose loss makes every record agree with k.
//
// A record r with the cells of a set S of columns blanked agrees with every record that is equal to
// it on the other columns. How many there are does not depend on what is blanked in them: a blanked
// value agrees with r as the value did. So each record can be settled on its own: it takes the
// cheapest S that leaves it at least k records of the original, and no choice of all of them
// together is cheaper under that count (Match::original).
//
// All sets S are tried in the order of their cost, from the empty one, on all records that are not
// yet settled. Equal records are one tuple with a weight. For one S the unsettled tuples go into a
// hash table by their projection on the columns outside S, and all tuples add their weight to the
// entry that they meet. Missing values of the original are never compared, so tuples meet by pairs
// of patterns of missing values. A few sets are counted at a time, in parallel; a tuple takes the
// first that suffices, so that nothing depends on the threads.
//
// Counted on the release (Match::released) less is needed: a record in which a cell was blanked
// agrees also with records that differ from it there, so blanked records make others safe that keep
// all their values. Where k - 1 records are shown by the same values after the same S, all others
// that are equal to them outside S agree with k: with these and with themselves. So, from the
// costliest sets down, of every such group at most k - 1 records are blanked, the neediest, and
// records that agree with k by then are left as they are. What this saves is bought dearly: the
// records that keep their values are as rare as before.
#include "lethe/algo/partition/suppression/local_suppression.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

#include "lethe/algo/partition/clusters.h"
#include "lethe/algo/partition/suppression/suppression_sets.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/data/group_keys.h"
#include "lethe/data/key_numbers.h"
#include "lethe/data/row_keys.h"
#include "lethe/data/tuples.h"
#include "lethe/data/without_cells.h"

namespace lethe {
namespace {

using Columns = std::uint32_t;  // a set, as bits

constexpr std::size_t kSetsAtATime = 8;

// The columns of a table as codes, the classes of equal rows, and which columns are rich.
struct Coded {
    std::vector<ColumnCodes> columns;
    std::vector<Field> fields;
    Groups classes;
    std::vector<std::size_t> richest;
};

Coded encode(const Context& context, const Table& table, std::span<const std::string> names) {
    Coded coded;
    for (const std::string& name : names) {
        coded.columns.emplace_back(context, table.column(name));
    }
    coded.fields = lay_out(coded.columns);
    coded.classes = group_keys(context, row_keys(context, coded.columns, table.rows()));
    coded.richest = richest_columns(context, table, names);
    return coded;
}

// Tuples with the same columns missing.
struct Lacking {
    Columns columns = 0;
    std::vector<std::uint32_t> tuples;
};

template <std::size_t kWords>
class SuppressionSearch {
  public:
    SuppressionSearch(const Context& context, const Coded& coded, std::int64_t k)
        : context_(context),
          fields_(coded.fields),
          weights_(coded.classes.sizes),
          k_(k),
          tuples_(tuples_of_classes<kWords>(context, coded.columns, coded.fields, coded.classes)) {
        for (std::uint32_t t = 0; t < tuples_.size(); ++t) unsettled_.push_back(t);
        all_ = by_lacking(unsettled_);
    }

    // For each tuple the first of the sets that leaves it k records, by its place.
    std::vector<std::uint32_t> run(std::span<const SuppressionSet> sets) {
        std::vector<std::uint32_t> taken(tuples_.size(), 0);
        for (std::size_t begin = 0; !unsettled_.empty() && begin < sets.size();) {
            const std::size_t end = std::min(sets.size(), begin == 0 ? 1 : begin + kSetsAtATime);
            const std::vector<Lacking> open = by_lacking(unsettled_);
            std::vector<std::vector<std::int64_t>> counts(end - begin);
            parallel_tasks(context_, std::ssize(counts), [&](std::int64_t task) {
                const auto i = static_cast<std::size_t>(task);
                counts[i] = agreeing(sets[begin + i].columns, open);
            });
            std::vector<std::uint32_t> left;
            for (const std::uint32_t t : unsettled_) {
                std::size_t i = 0;
                while (i < counts.size() && counts[i][t] < k_) ++i;
                if (i == counts.size()) {
                    left.push_back(t);
                } else {
                    taken[t] = static_cast<std::uint32_t>(begin + i);
                }
            }
            unsettled_ = std::move(left);
            begin = end;
        }
        return taken;
    }

  private:
    std::vector<Lacking> by_lacking(std::span<const std::uint32_t> tuples) const {
        std::map<Columns, std::size_t> place;
        std::vector<Lacking> result;
        for (const std::uint32_t t : tuples) {
            Columns columns = 0;
            for (std::size_t j = 0; j < fields_.size(); ++j) {
                const bool missing = fields_[j].has_missing && code_in(tuples_[t], fields_[j]) == 0;
                columns |= static_cast<Columns>(missing) << j;
            }
            const auto [entry, added] = place.try_emplace(columns, result.size());
            if (added) result.push_back({columns, {}});
            result[entry->second].tuples.push_back(t);
        }
        return result;
    }

    Tuple<kWords> mask_of_columns(Columns columns) const {
        Tuple<kWords> mask{};
        for (std::size_t j = 0; j < fields_.size(); ++j) {
            if ((columns >> j & 1U) != 0)
                mask[fields_[j].word] |= fields_[j].mask << fields_[j].shift;
        }
        return mask;
    }

    // For each open tuple the records that agree with it once `set` is blanked in it; 0 where the
    // set holds a column that it lacks, for a smaller set does the same.
    std::vector<std::int64_t> agreeing(Columns set, std::span<const Lacking> open) const {
        std::vector<std::int64_t> counts(tuples_.size(), 0);
        KeyNumbers<Tuple<kWords>> numbers;
        std::vector<std::int64_t> sums;
        std::vector<std::uint32_t> number_of;
        const auto every = static_cast<Columns>((std::uint64_t{1} << fields_.size()) - 1);
        for (const Lacking& some : open) {
            if ((set & some.columns) != 0) continue;
            std::map<Columns, std::vector<const Lacking*>> others;  // by what is compared
            for (const Lacking& other : all_) {
                others[every & ~set & ~some.columns & ~other.columns].push_back(&other);
            }
            for (const auto& [compared, met] : others) {
                const Tuple<kWords> mask = mask_of_columns(compared);
                numbers.reset(some.tuples.size());
                number_of.clear();
                for (const std::uint32_t t : some.tuples) {
                    number_of.push_back(numbers.number(project(tuples_[t], mask)));
                }
                sums.assign(numbers.size(), 0);
                for (const Lacking* other : met) {
                    for (const std::uint32_t t : other->tuples) {
                        const std::uint32_t number = numbers.find(project(tuples_[t], mask));
                        if (number != numbers.kNone) sums[number] += weights_[t];
                    }
                }
                for (std::size_t i = 0; i < number_of.size(); ++i) {
                    counts[some.tuples[i]] += sums[number_of[i]];
                }
            }
        }
        return counts;
    }

    const Context& context_;
    const std::vector<Field>& fields_;
    const std::vector<std::int64_t>& weights_;
    std::int64_t k_;
    std::vector<Tuple<kWords>> tuples_;
    std::vector<std::uint32_t> unsettled_;
    std::vector<Lacking> all_;
};

std::vector<std::uint32_t> cheapest_sets(const Context& context, const Coded& coded, std::int64_t k,
                                         std::span<const SuppressionSet> sets) {
    const std::size_t words = coded.fields.back().word + 1;
    if (words <= 1) return SuppressionSearch<1>(context, coded, k).run(sets);
    if (words <= 2) return SuppressionSearch<2>(context, coded, k).run(sets);
    if (words <= 4) return SuppressionSearch<4>(context, coded, k).run(sets);
    return SuppressionSearch<kMostSuppressedColumns>(context, coded, k).run(sets);
}

// Rows that would lose the same columns and be equal afterwards. Blanking the first j of them gives
// each of the others j more records that agree with it, its equals apart, which agreed already; so
// the neediest are blanked, and no more of them than the neediest of the others needs.
std::size_t rows_to_blank(std::vector<std::int64_t>& rows, const Groups& classes,
                          std::span<const std::int64_t> agreeing, std::int64_t k) {
    const auto class_of = [&](std::int64_t row) {
        return classes.class_of[static_cast<std::size_t>(row)];
    };
    const auto agreeing_with = [&](std::int64_t row) {
        return agreeing[static_cast<std::size_t>(row)];
    };
    std::sort(rows.begin(), rows.end(), [&](std::int64_t a, std::int64_t b) {
        if (agreeing_with(a) != agreeing_with(b)) return agreeing_with(a) < agreeing_with(b);
        return class_of(a) != class_of(b) ? class_of(a) < class_of(b) : a < b;
    });
    std::int64_t equals = 0;  // of the next row, among those before it
    for (std::size_t i = 1; i < rows.size(); ++i) {
        equals = class_of(rows[i]) == class_of(rows[i - 1]) ? equals + 1 : 0;
        if (agreeing_with(rows[i]) + static_cast<std::int64_t>(i) - equals >= k) return i;
    }
    return rows.size();
}

Table blanked(const Table& table, std::span<const std::string> columns,
              std::span<const Columns> sets) {
    std::vector<ColumnPtr> changed;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        std::vector<std::int64_t> rows;
        for (std::size_t row = 0; row < sets.size(); ++row) {
            if ((sets[row] >> j & 1U) != 0) rows.push_back(static_cast<std::int64_t>(row));
        }
        changed.push_back(without_cells(table.column(columns[j]), rows));
    }
    return table.with(changed);
}

// Of the rows with their cheapest sets, those that must be blanked for k records of the release.
std::vector<Columns> still_needed(const Context& context, const Table& table,
                                  std::span<const std::string> columns, std::int64_t k,
                                  const Groups& classes,
                                  std::span<const SuppressionSet> set_of_row) {
    std::map<double, std::map<Columns, std::vector<std::int64_t>>, std::greater<>> levels;
    for (std::size_t row = 0; row < set_of_row.size(); ++row) {
        if (set_of_row[row].columns == 0) continue;
        levels[set_of_row[row].cost][set_of_row[row].columns].push_back(
            static_cast<std::int64_t>(row));
    }
    std::vector<Columns> sets(set_of_row.size(), 0);
    for (const auto& [cost, rows_of_set] : levels) {
        for (const auto& [set, rows] : rows_of_set) {
            context.check_stop();
            const auto agreeing = matching_rows(context, blanked(table, columns, sets), columns);
            std::vector<std::string> shown;
            for (std::size_t j = 0; j < columns.size(); ++j) {
                if ((set >> j & 1U) == 0) shown.push_back(columns[j]);
            }
            const Groups alike = group_rows(context, table, shown);
            std::map<std::int32_t, std::vector<std::int64_t>> needy;
            for (const std::int64_t row : rows) {
                const auto i = static_cast<std::size_t>(row);
                if (agreeing[i] < k) {
                    needy[shown.empty() ? 0 : alike.class_of[i]].push_back(row);
                }
            }
            for (auto& [number, group] : needy) {
                const std::size_t count = rows_to_blank(group, classes, agreeing, k);
                for (std::size_t i = 0; i < count; ++i) {
                    sets[static_cast<std::size_t>(group[i])] = set;
                }
            }
        }
    }
    return sets;
}

}  // namespace

std::vector<std::uint32_t> local_suppression(const Context& context, const Table& table,
                                             std::span<const std::string> columns,
                                             const SuppressionOptions& options) {
    if (columns.size() > kMostSuppressedColumns) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} columns; cells can be suppressed in at most {} together",
                                columns.size(), kMostSuppressedColumns));
    }
    const auto rows = static_cast<std::size_t>(table.rows());
    if (rows == 0 || columns.empty()) return std::vector<std::uint32_t>(rows, 0);
    check_cluster_size(table.rows(), options.k);
    const Coded coded = encode(context, table, columns);
    const std::vector<SuppressionSet> sets = suppression_sets(options.costs, coded.richest);
    const std::vector<std::uint32_t> taken = cheapest_sets(context, coded, options.k, sets);
    std::vector<SuppressionSet> set_of_row(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        set_of_row[row] = sets[taken[static_cast<std::size_t>(coded.classes.class_of[row])]];
    }
    if (options.match == SuppressionOptions::Match::released) {
        return still_needed(context, table, columns, options.k, coded.classes, set_of_row);
    }
    std::vector<Columns> result;
    for (const SuppressionSet& set : set_of_row) result.push_back(set.columns);
    return result;
}

}  // namespace lethe
