// Who is alone in a set stays alone when columns are added, so that the rows for which a set is
// minimal are those that are alone in it and in none of its parts with one column less: sets of
// rows, one bit each. Rows that are alone in every set are found first, then the minimal ones from
// the largest sets down, in the same place.
//
// Pairs. The rows in the order of one column are put into the order of another, stably: rows that
// agree on both lie side by side, and those without such a neighbour are alone. Larger sets grow
// from the rows of a pair that are not, a column at a time: each class is split by the values of
// the column, those alone leave, and the others go on to the next column. Where nobody is left
// nothing larger is tried. The last column need not split: within each class its values are marked
// with the row that had them first; a second one takes that row's bit back. Marks are never
// cleared, since each class marks with its own number.
#include "lethe/algo/population/minimal_sets.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "lethe/core/index.h"
#include "lethe/core/parallel.h"
#include "lethe/data/groups.h"

namespace lethe {
namespace {

using RowList = std::vector<std::uint32_t>;
using KeySet = std::vector<std::size_t>;

void set_bit(RowBits& bits, std::uint32_t row) { bits[row / 64] |= 1ULL << (row % 64); }
void clear_bit(RowBits& bits, std::uint32_t row) { bits[row / 64] &= ~(1ULL << (row % 64)); }
void keep_bits(RowBits& bits, const RowBits& those) {
    for (std::size_t w = 0; w < bits.size(); ++w) bits[w] &= those[w];
}
void add_bits(RowBits& bits, const RowBits& those) {
    for (std::size_t w = 0; w < bits.size(); ++w) bits[w] |= those[w];
}
void leave_out_bits(RowBits& bits, const RowBits& those) {
    for (std::size_t w = 0; w < bits.size(); ++w) bits[w] &= ~those[w];
}
bool any_bit(const RowBits& bits) {
    return std::any_of(bits.begin(), bits.end(), [](std::uint64_t word) { return word != 0; });
}

struct UniqueColumn {
    std::vector<std::int32_t> codes;  // missing has one of its own
    std::size_t bound = 0;
    RowBits held;   // rows that have a value
    RowList order;  // rows by code
};

// Stable: rows of one code stay in the order in which they come.
RowList by_code(const UniqueColumn& column, const RowList& rows) {
    RowList places(column.bound + 1, 0);
    for (const std::int32_t code : column.codes) ++places[at(code) + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    RowList sorted(rows.size());
    for (const std::uint32_t row : rows) sorted[places[at(column.codes[row])]++] = row;
    return sorted;
}

UniqueColumn unique_column(const Context& context, const Table& table, const std::string& name) {
    Groups groups = group_rows(context, table, std::span(&name, 1));
    UniqueColumn column{std::move(groups.class_of), groups.sizes.size(), {}, {}};
    column.held.assign((column.codes.size() + 63) / 64, 0);
    RowList all(column.codes.size());
    std::iota(all.begin(), all.end(), 0U);
    for (const std::uint32_t row : all) {
        if (table.column(name).valid(row)) set_bit(column.held, row);
    }
    column.order = by_code(column, all);
    return column;
}

// Rows that agree on the columns looked at so far, side by side; none is alone.
struct SharedClasses {
    RowList rows;
    RowList ends;  // of each class
};

// Takes rows in an order in which equal ones are neighbours; those without one go to `alone`.
template <class Same>
SharedClasses shared_classes(const RowList& order, Same same, RowBits& alone) {
    SharedClasses shared;
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        while (end < order.size() && same(order[begin], order[end])) ++end;
        if (end - begin == 1) {
            set_bit(alone, order[begin]);
            continue;
        }
        shared.rows.insert(shared.rows.end(), order.begin() + static_cast<std::ptrdiff_t>(begin),
                           order.begin() + static_cast<std::ptrdiff_t>(end));
        shared.ends.push_back(static_cast<std::uint32_t>(shared.rows.size()));
    }
    return shared;
}

// Splits classes by columns. One for each task: it keeps marks from class to class.
class ClassSplitter {
  public:
    explicit ClassSplitter(std::span<const UniqueColumn> columns) : columns_(columns) {
        std::size_t most = 0;
        for (const UniqueColumn& column : columns) most = std::max(most, column.bound);
        marks_.resize(most);
    }

    // The rows that are alone when a column is added.
    void alone_with(const SharedClasses& shared, std::size_t j, RowBits& alone) {
        const std::vector<std::int32_t>& codes = columns_[j].codes;
        std::size_t place = 0;
        for (const std::uint32_t end : shared.ends) {
            ++class_;
            for (; place < end; ++place) {
                const std::uint32_t row = shared.rows[place];
                Mark& mark = marks_[at(codes[row])];
                if (mark.its_class == class_) {
                    clear_bit(alone, mark.row);
                } else {
                    mark = {class_, row, 0};
                    set_bit(alone, row);
                }
            }
        }
    }

    // The same, and the others by their new classes.
    void split(const SharedClasses& shared, std::size_t j, RowBits& alone, SharedClasses& next) {
        const std::vector<std::int32_t>& codes = columns_[j].codes;
        next.rows.resize(shared.rows.size());
        next.ends.clear();
        std::uint32_t filled = 0;
        std::uint32_t begin = 0;
        for (const std::uint32_t end : shared.ends) {
            ++class_;
            for (std::uint32_t i = begin; i < end; ++i) {
                Mark& mark = marks_[at(codes[shared.rows[i]])];
                if (mark.its_class != class_) mark = {class_, kNoPlace, 0};
                ++mark.count;
            }
            for (std::uint32_t i = begin; i < end; ++i) {
                const std::uint32_t row = shared.rows[i];
                Mark& mark = marks_[at(codes[row])];
                if (mark.count == 1) {
                    set_bit(alone, row);
                    continue;
                }
                if (mark.row == kNoPlace) {
                    mark.row = filled;
                    filled += mark.count;
                    next.ends.push_back(filled);
                }
                next.rows[mark.row++] = row;
            }
            begin = end;
        }
        next.rows.resize(filled);
    }

  private:
    static constexpr std::uint32_t kNoPlace = 0xffffffffU;
    struct Mark {
        std::uint64_t its_class = 0;
        std::uint32_t row = 0;  // the first one, or where the next one goes
        std::uint32_t count = 0;
    };

    std::span<const UniqueColumn> columns_;
    std::vector<Mark> marks_;
    std::uint64_t class_ = 0;
};

// Numbers the sets of one to `most` of some columns: by size, then in the order of their largest
// columns.
class SetNumbers {
  public:
    SetNumbers(std::size_t columns, std::size_t most) : choose_(columns + 1) {
        for (std::size_t n = 0; n <= columns; ++n) {
            choose_[n].assign(most + 1, 0);
            choose_[n][0] = 1;
            for (std::size_t k = 1; k <= std::min(n, most); ++k) {
                choose_[n][k] = choose_[n - 1][k - 1] + (k < n ? choose_[n - 1][k] : 0);
            }
        }
        first_.assign(most + 2, 0);
        for (std::size_t k = 1; k <= most; ++k) first_[k + 1] = first_[k] + choose_[columns][k];
    }

    std::size_t all() const { return first_.back(); }
    std::size_t of(const KeySet& set) const { return without(set, set.size()); }

    // Of the set without its i-th column.
    std::size_t without(const KeySet& set, std::size_t i) const {
        std::size_t size = 0;
        std::size_t number = 0;
        for (std::size_t place = 0; place < set.size(); ++place) {
            if (place == i) continue;
            ++size;
            number += choose_[set[place]][size];
        }
        return first_[size] + number;
    }

  private:
    std::vector<std::vector<std::size_t>> choose_;
    std::vector<std::size_t> first_;  // number of each size
};

// All sets of a size, ascending by place.
std::vector<KeySet> sets_of_size(std::size_t columns, std::size_t size) {
    std::vector<KeySet> sets;
    KeySet set(size);
    std::iota(set.begin(), set.end(), std::size_t{0});
    while (true) {
        sets.push_back(set);
        std::size_t i = size;
        while (i > 0 && set[i - 1] == columns - size + i - 1) --i;
        if (i == 0) return sets;
        ++set[i - 1];
        for (; i < size; ++i) set[i] = set[i - 1] + 1;
    }
}

class MinimalSearch {
  public:
    MinimalSearch(const Context& context, std::vector<UniqueColumn> columns, std::size_t most)
        : context_(context),
          columns_(std::move(columns)),
          most_(most),
          words_(columns_.front().held.size()),
          numbers_(columns_.size(), most),
          found_(numbers_.all()) {}

    void run() {
        parallel_tasks(context_, std::ssize(columns_), [&](std::int64_t j) { one(at(j)); });
        if (most_ < 2) return;
        const std::vector<KeySet> pairs = sets_of_size(columns_.size(), 2);
        parallel_tasks(context_, std::ssize(pairs),
                       [&](std::int64_t p) { grow_pair(pairs[at(p)]); });
        for (std::size_t size = most_; size > 1; --size) {
            const std::vector<KeySet> sets = sets_of_size(columns_.size(), size);
            parallel_tasks(context_, std::ssize(sets),
                           [&](std::int64_t i) { make_minimal(sets[at(i)]); });
        }
    }

    // Empty where nobody is singled out.
    const RowBits& rows(const KeySet& set) const { return found_[numbers_.of(set)]; }

  private:
    void one(std::size_t j) {
        const UniqueColumn& column = columns_[j];
        RowBits alone(words_, 0);
        shared_classes(
            column.order,
            [&](std::uint32_t x, std::uint32_t y) { return column.codes[x] == column.codes[y]; },
            alone);
        keep_bits(alone, column.held);
        found_[numbers_.of({j})] = std::move(alone);
    }

    void grow_pair(KeySet pair) {
        const UniqueColumn &a = columns_[pair[0]], &b = columns_[pair[1]];
        RowBits alone(words_, 0);
        const SharedClasses shared = shared_classes(
            by_code(a, b.order),
            [&](std::uint32_t x, std::uint32_t y) {
                return a.codes[x] == a.codes[y] && b.codes[x] == b.codes[y];
            },
            alone);
        keep_bits(alone, a.held);
        keep_bits(alone, b.held);
        found_[numbers_.of(pair)] = std::move(alone);
        ClassSplitter splitter(columns_);
        grow(pair, shared, splitter);
    }

    // All larger sets that begin with this one.
    void grow(KeySet& set, const SharedClasses& shared, ClassSplitter& splitter) {
        if (set.size() == most_ || shared.rows.empty()) return;
        context_.check_stop();
        const std::size_t own = numbers_.of(set);
        SharedClasses next;
        for (std::size_t j = set.back() + 1; j < columns_.size(); ++j) {
            set.push_back(j);
            RowBits alone(words_, 0);
            const bool ends = set.size() == most_ || j + 1 == columns_.size();
            if (ends) {
                splitter.alone_with(shared, j, alone);
            } else {
                splitter.split(shared, j, alone, next);
            }
            for (const std::size_t column : set) keep_bits(alone, columns_[column].held);
            // Who was alone before is, with a value here.
            RowBits before = found_[own];
            keep_bits(before, columns_[j].held);
            add_bits(alone, before);
            found_[numbers_.of(set)] = std::move(alone);
            if (!ends) grow(set, next, splitter);
            set.pop_back();
        }
    }

    // Sets that were not tried have parts in which everybody is alone.
    void make_minimal(const KeySet& set) {
        RowBits& rows = found_[numbers_.of(set)];
        for (std::size_t i = 0; i < set.size() && !rows.empty(); ++i) {
            leave_out_bits(rows, found_[numbers_.without(set, i)]);
        }
        if (!any_bit(rows)) rows = {};
    }

    const Context& context_;
    std::vector<UniqueColumn> columns_;
    std::size_t most_;
    std::size_t words_;
    SetNumbers numbers_;
    std::vector<RowBits> found_;  // by number: rows that are alone, then those that are minimal
};

}  // namespace

void for_each_minimal_set(
    const Context& context, const Table& table, std::span<const std::string> columns,
    std::size_t most,
    const std::function<void(std::span<const std::size_t>, const RowBits&)>& visit) {
    most = std::min(most, columns.size());
    if (most == 0 || table.rows() == 0) return;
    std::vector<UniqueColumn> coded;
    for (const std::string& name : columns) coded.push_back(unique_column(context, table, name));
    MinimalSearch search(context, std::move(coded), most);
    search.run();
    for (std::size_t size = 1; size <= most; ++size) {
        for (const KeySet& set : sets_of_size(columns.size(), size)) {
            const RowBits& rows = search.rows(set);
            if (any_bit(rows)) visit(set, rows);
        }
    }
}

MinimalSets all_minimal_uniques(const Context& context, const Table& table,
                                std::span<const std::string> columns, std::size_t listed,
                                std::size_t most) {
    MinimalSets result;
    result.sets_of.resize(at(table.rows()));
    for_each_minimal_set(context, table, columns, most,
                         [&](std::span<const std::size_t> set, const RowBits& rows) {
                             const auto place = static_cast<std::uint32_t>(result.sets.size());
                             std::int64_t count = 0;
                             for_each_row(rows, [&](std::size_t row) {
                                 ++count;
                                 auto& own = result.sets_of[row];
                                 if (own.size() < listed) own.push_back(place);
                             });
                             result.sets.emplace_back(set.begin(), set.end());
                             result.rows.push_back(count);
                         });
    return result;
}

double minimal_set_steps(std::int64_t rows, std::size_t columns, std::size_t most) {
    const auto n = static_cast<double>(columns);
    double sets = 0;
    double of_size = 1;
    for (std::size_t size = 1; size <= std::min(most, columns); ++size) {
        const auto k = static_cast<double>(size);
        of_size *= (n - k + 1) / k;
        sets += of_size;
    }
    return static_cast<double>(rows) * sets;
}

}  // namespace lethe
