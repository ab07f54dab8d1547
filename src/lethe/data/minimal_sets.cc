// Who is alone in a set stays alone when columns are added, so that the rows for which a set is
// minimal are those that are alone in it and in none of its parts with one column less: sets of
// rows, one bit each.
//
// Pairs. The rows in the order of one column are put into the order of another, stably: rows that
// agree on both lie side by side, and those without such a neighbour are alone. Triples start from
// the rows of a pair that are not: within each class the values of the third column are marked with
// the row that had them first; a second one takes that row's bit back. Marks are never cleared,
// since each class marks with its own number.
#include "lethe/data/minimal_sets.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "lethe/core/index.h"
#include "lethe/core/parallel.h"
#include "lethe/data/groups.h"

namespace lethe {
namespace {

using Bits = std::vector<std::uint64_t>;
using RowList = std::vector<std::uint32_t>;

void set_bit(Bits& bits, std::uint32_t row) { bits[row / 64] |= 1ULL << (row % 64); }
void clear_bit(Bits& bits, std::uint32_t row) { bits[row / 64] &= ~(1ULL << (row % 64)); }

struct UniqueColumn {
    std::vector<std::int32_t> codes;  // missing has one of its own
    std::size_t bound = 0;
    Bits held;      // rows that have a value
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
SharedClasses shared_classes(const RowList& order, Same same, Bits& alone) {
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

// The rows that are alone when a column is added.
Bits alone_with(const SharedClasses& shared, const UniqueColumn& column) {
    struct Mark {
        std::uint32_t its_class = 0, row = 0;
    };
    Bits alone(column.held.size(), 0);
    std::vector<Mark> marks(column.bound);
    std::size_t place = 0;
    for (std::uint32_t c = 0; c < shared.ends.size(); ++c) {
        for (; place < shared.ends[c]; ++place) {
            const std::uint32_t row = shared.rows[place];
            Mark& mark = marks[at(column.codes[row])];
            if (mark.its_class == c + 1) {
                clear_bit(alone, mark.row);
            } else {
                mark = {c + 1, row};
                set_bit(alone, row);
            }
        }
    }
    return alone;
}

class MinimalSearch {
  public:
    MinimalSearch(const Context& context, std::vector<UniqueColumn> columns)
        : context_(context), columns_(std::move(columns)), words_(columns_.front().held.size()) {
        for (std::size_t b = 1; b < columns_.size(); ++b) {
            for (std::size_t a = 0; a < b; ++a) pairs_.push_back({a, b});
        }
    }

    // Rows by set; sets that single out nobody are left out.
    std::vector<std::pair<std::vector<std::size_t>, Bits>> run() {
        std::vector<std::pair<std::vector<std::size_t>, Bits>> found;
        one_.resize(columns_.size());
        parallel_tasks(context_, std::ssize(columns_), [&](std::int64_t j) {
            const UniqueColumn& column = columns_[at(j)];
            Bits& alone = one_[at(j)];
            alone.assign(words_, 0);
            shared_classes(
                column.order,
                [&](std::uint32_t x, std::uint32_t y) {
                    return column.codes[x] == column.codes[y];
                },
                alone);
            keep(alone, column.held);
        });
        for (std::size_t j = 0; j < columns_.size(); ++j) add(found, {j}, one_[j]);
        two_.resize(pairs_.size());
        std::vector<Bits> minimal(pairs_.size());
        parallel_tasks(context_, std::ssize(pairs_), [&](std::int64_t p) {
            const auto [a, b] = pairs_[at(p)];
            classes_of(at(p), two_[at(p)]);
            keep(two_[at(p)], columns_[a].held);
            keep(two_[at(p)], columns_[b].held);
            minimal[at(p)] = two_[at(p)];
            leave_out(minimal[at(p)], one_[a]);
            leave_out(minimal[at(p)], one_[b]);
        });
        std::vector<std::vector<std::pair<std::size_t, Bits>>> triples(pairs_.size());
        parallel_tasks(context_, std::ssize(pairs_),
                       [&](std::int64_t p) { triples[at(p)] = grown(at(p)); });
        for (std::size_t p = 0; p < pairs_.size(); ++p) {
            add(found, {pairs_[p].first, pairs_[p].second}, minimal[p]);
            for (auto& [c, rows] : triples[p]) {
                add(found, {pairs_[p].first, pairs_[p].second, c}, rows);
            }
        }
        std::sort(found.begin(), found.end(), [](const auto& x, const auto& y) {
            return x.first.size() != y.first.size() ? x.first.size() < y.first.size()
                                                    : x.first < y.first;
        });
        return found;
    }

  private:
    static void keep(Bits& bits, const Bits& those) {
        for (std::size_t w = 0; w < bits.size(); ++w) bits[w] &= those[w];
    }
    static void leave_out(Bits& bits, const Bits& those) {
        for (std::size_t w = 0; w < bits.size(); ++w) bits[w] &= ~those[w];
    }
    static void add(std::vector<std::pair<std::vector<std::size_t>, Bits>>& found,
                    std::vector<std::size_t> set, const Bits& rows) {
        if (std::any_of(rows.begin(), rows.end(), [](std::uint64_t word) { return word != 0; })) {
            found.emplace_back(std::move(set), rows);
        }
    }
    static std::size_t place_of(std::size_t a, std::size_t b) { return b * (b - 1) / 2 + a; }

    SharedClasses classes_of(std::size_t p, Bits& alone) const {
        const UniqueColumn &a = columns_[pairs_[p].first], &b = columns_[pairs_[p].second];
        alone.assign(words_, 0);
        return shared_classes(
            by_code(a, b.order),
            [&](std::uint32_t x, std::uint32_t y) {
                return a.codes[x] == a.codes[y] && b.codes[x] == b.codes[y];
            },
            alone);
    }

    // The triples of a pair and a later column.
    std::vector<std::pair<std::size_t, Bits>> grown(std::size_t p) const {
        const auto [a, b] = pairs_[p];
        std::vector<std::pair<std::size_t, Bits>> result;
        if (b + 1 == columns_.size()) return result;
        Bits alone;
        const SharedClasses shared = classes_of(p, alone);
        for (std::size_t c = b + 1; c < columns_.size() && !shared.rows.empty(); ++c) {
            Bits rows = alone_with(shared, columns_[c]);
            for (const std::size_t j : {a, b, c}) keep(rows, columns_[j].held);
            leave_out(rows, two_[place_of(a, c)]);
            leave_out(rows, two_[place_of(b, c)]);
            const bool any =
                std::any_of(rows.begin(), rows.end(), [](std::uint64_t word) { return word != 0; });
            if (any) result.emplace_back(c, std::move(rows));
        }
        return result;
    }

    Context context_;
    std::vector<UniqueColumn> columns_;
    std::size_t words_;
    std::vector<std::pair<std::size_t, std::size_t>> pairs_;
    std::vector<Bits> one_, two_;  // rows that are alone in a column, in a pair
};

}  // namespace

MinimalSets all_minimal_uniques(const Context& context, const Table& table,
                                std::span<const std::string> columns, std::size_t listed) {
    MinimalSets result;
    result.sets_of.resize(at(table.rows()));
    if (columns.empty() || table.rows() == 0) return result;
    std::vector<UniqueColumn> coded;
    for (const std::string& name : columns) coded.push_back(unique_column(context, table, name));
    for (auto& [set, rows] : MinimalSearch(context, std::move(coded)).run()) {
        const auto place = static_cast<std::uint32_t>(result.sets.size());
        std::int64_t count = 0;
        for (std::size_t w = 0; w < rows.size(); ++w) {
            count += std::popcount(rows[w]);
            for (std::uint64_t word = rows[w]; word != 0; word &= word - 1) {
                auto& own = result.sets_of[w * 64 + at(std::countr_zero(word))];
                if (own.size() < listed) own.push_back(place);
            }
        }
        result.sets.push_back(set);
        result.rows.push_back(count);
    }
    return result;
}

double minimal_set_steps(std::int64_t rows, std::size_t columns) {
    const auto n = static_cast<double>(columns);
    return static_cast<double>(rows) * (n + n * (n - 1) / 2 + n * (n - 1) * (n - 2) / 6);
}

}  // namespace lethe
