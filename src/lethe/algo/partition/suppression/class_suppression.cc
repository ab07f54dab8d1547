// Local suppression whose classes are those that a reader sees: records that show the same, a gap
// being something that is shown.
//
// Three rounds go through the sets S of columns, the cheapest first.
//
// 1. Records that are not in a class yet are grouped by what they show outside S. A group in which
//    the demand holds becomes a class whose records lose S.
// 2. What is left over are records too few or too much alike to be a class by themselves, even with
//    all columns blanked. They are grouped again, and each group takes a class with it that shows
//    the same outside S: the one that loses least by that (cells times cost). Where the demand then
//    holds both together are a class that loses S.
// 3. The same with as many classes as it takes. The last set has all columns and every class can
//    come, so that this ends, if the demand holds in all records together.
//
// A set costs a sort of what is not settled yet.
#include "lethe/algo/partition/suppression/class_suppression.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "lethe/algo/partition/suppression/local_suppression.h"
#include "lethe/algo/partition/suppression/suppression_sets.h"
#include "lethe/core/error.h"
#include "lethe/data/groups.h"

namespace lethe {
namespace {

using OpenRows = std::vector<std::int32_t>;

class ClassMaker {
  public:
    ClassMaker(const Context& context, const Table& table, std::span<const std::string> columns,
               const ClassSuppressionOptions& options)
        : context_(context),
          options_(options),
          sets_(suppression_sets(options.costs, richest_columns(context, table, columns))),
          open_(static_cast<std::size_t>(table.rows())) {
        for (const std::string& name : columns) {
            codes_.push_back(group_rows(context, table, std::vector{name}).class_of);
        }
        std::iota(open_.begin(), open_.end(), 0);
    }

    bool run() {
        for (const SuppressionSet& set : sets_) {
            if (open_.empty()) return true;
            context_.check_stop();
            settle_alone(set);
        }
        for (const bool many : {false, true}) {
            for (const SuppressionSet& set : sets_) {
                if (open_.empty()) return true;
                context_.check_stop();
                settle_with_others(set, many);
            }
        }
        return open_.empty();
    }

    // The set of each row.
    std::vector<std::uint32_t> result(std::size_t rows) const {
        std::vector<std::uint32_t> sets(rows, 0);
        for (const Made& one : classes_) {
            for (const std::int32_t row : one.rows) {
                sets[static_cast<std::size_t>(row)] = one.set.columns;
            }
        }
        return sets;
    }

  private:
    struct Made {
        SuppressionSet set;
        OpenRows rows;  // empty: it went into another
    };

    // What two rows show outside of a set: below, equal or above 0.
    int compared(const SuppressionSet& set, std::int32_t a, std::int32_t b) const {
        for (std::size_t j = 0; j < codes_.size(); ++j) {
            if ((set.columns >> j & 1U) != 0) continue;
            const std::int32_t x = codes_[j][static_cast<std::size_t>(a)];
            const std::int32_t y = codes_[j][static_cast<std::size_t>(b)];
            if (x != y) return x < y ? -1 : 1;
        }
        return 0;
    }

    // The open rows that show the same, each group ascending.
    std::vector<OpenRows> open_groups(const SuppressionSet& set) const {
        OpenRows rows = open_;
        std::sort(rows.begin(), rows.end(), [&](std::int32_t a, std::int32_t b) {
            const int order = compared(set, a, b);
            return order != 0 ? order < 0 : a < b;
        });
        std::vector<OpenRows> groups;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i == 0 || compared(set, rows[i - 1], rows[i]) != 0) groups.emplace_back();
            groups.back().push_back(rows[i]);
        }
        return groups;
    }

    void keep_open(std::vector<OpenRows> groups) {
        open_.clear();
        for (const OpenRows& rows : groups) open_.insert(open_.end(), rows.begin(), rows.end());
        std::sort(open_.begin(), open_.end());
    }

    void settle_alone(const SuppressionSet& set) {
        std::vector<OpenRows> left;
        for (OpenRows& rows : open_groups(set)) {
            if (options_.holds(rows)) {
                classes_.push_back({set, std::move(rows)});
            } else {
                left.push_back(std::move(rows));
            }
        }
        keep_open(std::move(left));
    }

    // Classes that show the same as the row outside of a set that contains theirs, by what they
    // would lose.
    std::vector<std::size_t> classes_like(const SuppressionSet& set, std::int32_t row) const {
        std::vector<std::pair<double, std::size_t>> found;
        for (std::size_t c = 0; c < classes_.size(); ++c) {
            const Made& one = classes_[c];
            if (one.rows.empty() || (one.set.columns & ~set.columns) != 0) continue;
            if (compared(set, one.rows.front(), row) != 0) continue;
            found.emplace_back((set.cost - one.set.cost) * static_cast<double>(one.rows.size()), c);
        }
        std::sort(found.begin(), found.end());
        std::vector<std::size_t> places;
        for (const auto& [loss, c] : found) places.push_back(c);
        return places;
    }

    void settle_with_others(const SuppressionSet& set, bool many) {
        std::vector<OpenRows> left;
        for (OpenRows& rows : open_groups(set)) {
            OpenRows joined = rows;
            std::vector<std::size_t> taken;
            bool settled = options_.holds(joined);
            for (const std::size_t c : classes_like(set, rows.front())) {
                if (settled) break;
                if (!many) {  // each of them by itself
                    joined = rows;
                    taken.clear();
                }
                joined.insert(joined.end(), classes_[c].rows.begin(), classes_[c].rows.end());
                std::sort(joined.begin(), joined.end());
                taken.push_back(c);
                settled = options_.holds(joined);
            }
            if (!settled) {
                left.push_back(std::move(rows));
                continue;
            }
            for (const std::size_t c : taken) classes_[c].rows.clear();
            classes_.push_back({set, std::move(joined)});
        }
        keep_open(std::move(left));
    }

    const Context& context_;
    const ClassSuppressionOptions& options_;
    std::vector<SuppressionSet> sets_;
    std::vector<std::vector<std::int32_t>> codes_;  // [column][row]
    OpenRows open_;
    std::vector<Made> classes_;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> class_suppression(
    const Context& context, const Table& table, std::span<const std::string> columns,
    const ClassSuppressionOptions& options) {
    if (columns.size() > kMostSuppressedColumns) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} columns; cells can be suppressed in at most {} together",
                                columns.size(), kMostSuppressedColumns));
    }
    const auto rows = static_cast<std::size_t>(table.rows());
    if (rows == 0) return std::vector<std::uint32_t>();
    ClassMaker maker(context, table, columns, options);
    if (!maker.run()) return std::nullopt;
    std::vector<std::uint32_t> sets = maker.result(rows);
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const Column& column = table.column(columns[j]);
        for (std::size_t row = 0; row < rows; ++row) {
            if (!column.valid(static_cast<std::int64_t>(row))) sets[row] &= ~(1U << j);
        }
    }
    return sets;
}

}  // namespace lethe
