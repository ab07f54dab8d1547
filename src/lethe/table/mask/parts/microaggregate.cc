#include "lethe/table/mask/parts/microaggregate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/core/parallel.h"
#include "lethe/data/column_stats.h"
#include "lethe/space/attribute/category_centre.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

// A mean by Neumaier's compensated sum. It lies between the least and the largest value, so equal
// values have exactly that value as their mean.
class Mean {
  public:
    void add(double value) {
        const double total = sum_ + value;
        lost_ +=
            std::fabs(sum_) >= std::fabs(value) ? (sum_ - total) + value : (value - total) + sum_;
        sum_ = total;
        least_ = std::min(least_, value);
        most_ = std::max(most_, value);
        ++count_;
    }
    std::int64_t count() const { return count_; }
    double value() const {
        return std::clamp((sum_ + lost_) / static_cast<double>(count_), least_, most_);
    }

  private:
    double sum_ = 0;
    double lost_ = 0;
    double least_ = std::numeric_limits<double>::infinity();
    double most_ = -std::numeric_limits<double>::infinity();
    std::int64_t count_ = 0;
};

struct ReplacedRows {
    ColumnPtr column;
    std::int64_t suppressed = 0;
    std::int64_t filled = 0;
};

// Which groups show a value, and in which rows the column then has one. A row without a group has
// none.
struct Shown {
    std::vector<bool> groups;
    Validity validity;
    std::int64_t suppressed = 0;
    std::int64_t filled = 0;
};

Shown shown_groups(const Column& column, const Clusters& groups, MissingRule rule) {
    const auto count = static_cast<std::size_t>(groups.count);
    std::vector<std::int64_t> present(count, 0);
    std::vector<std::int64_t> sizes(count, 0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const std::int32_t group = groups.of[static_cast<std::size_t>(row)];
        if (group < 0) continue;
        ++sizes[static_cast<std::size_t>(group)];
        if (column.valid(row)) ++present[static_cast<std::size_t>(group)];
    }
    Shown shown{std::vector<bool>(count), Validity(column.size()), 0, 0};
    for (std::size_t g = 0; g < count; ++g) {
        shown.groups[g] =
            present[g] >= 2 && (rule == MissingRule::any || 2 * present[g] > sizes[g]);
    }
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const std::int32_t group = groups.of[static_cast<std::size_t>(row)];
        const bool before = column.valid(row);
        const bool after = group >= 0 && shown.groups[static_cast<std::size_t>(group)] &&
                           (before || rule == MissingRule::own);
        if (!after) shown.validity.set_missing(row);
        shown.suppressed += before && !after ? 1 : 0;
        shown.filled += after && !before ? 1 : 0;
    }
    return shown;
}

std::size_t group_at(const Clusters& groups, std::int64_t row) {
    return static_cast<std::size_t>(groups.of[static_cast<std::size_t>(row)]);
}

ReplacedRows replace_categories(const Column& column, const Clusters& groups, MissingRule rule) {
    std::vector<std::vector<std::int32_t>> members(static_cast<std::size_t>(groups.count));
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        members[group_at(groups, row)].push_back(column.codes()[static_cast<std::size_t>(row)]);
    }
    Shown shown = shown_groups(column, groups, rule);
    std::vector<std::int32_t> centres;
    for (std::size_t g = 0; g < members.size(); ++g) {
        centres.push_back(shown.groups[g] ? category_centre(column.kind(), members[g]) : 0);
    }
    std::vector<std::int32_t> values(static_cast<std::size_t>(column.size()), 0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!shown.validity[row]) continue;
        values[static_cast<std::size_t>(row)] = centres[group_at(groups, row)];
    }
    return {Column::categories(column.name(), column.kind(), std::move(values),
                               column.dictionary_ptr(), std::move(shown.validity)),
            shown.suppressed, shown.filled};
}

ReplacedRows replace_numbers(const Column& column, const Clusters& groups, MissingRule rule) {
    std::vector<Mean> means(static_cast<std::size_t>(groups.count));
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        means[group_at(groups, row)].add(column.numbers()[static_cast<std::size_t>(row)]);
    }
    Shown shown = shown_groups(column, groups, rule);
    std::vector<double> values(static_cast<std::size_t>(column.size()), 0.0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!shown.validity[row]) continue;
        values[static_cast<std::size_t>(row)] = means[group_at(groups, row)].value();
    }
    return {Column::numeric(column.name(), std::move(values), std::move(shown.validity)),
            shown.suppressed, shown.filled};
}

Json facts_of(const Part& part) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(part.groups.count), 0);
    for (const std::int32_t group : part.groups.of) {
        if (group >= 0) ++sizes[static_cast<std::size_t>(group)];
    }
    Json facts = {{"columns", part.columns}, {"groups", part.groups.count}};
    if (sizes.empty()) return facts;
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    facts["smallest"] = *least;
    facts["largest"] = *most;
    return facts;
}

}  // namespace

MaskOutput microaggregate(const MaskInput& input, std::span<const Part> parts, MissingRule rule) {
    std::vector<std::pair<const Part*, const Column*>> work;
    MaskOutput output;
    output.facts["parts"] = Json::array();
    for (const Part& part : parts) {
        for (const std::string& name : part.columns) {
            work.emplace_back(&part, &input.table.column(name));
        }
        output.facts["parts"].push_back(facts_of(part));
    }
    std::vector<ReplacedRows> replaced(work.size());
    parallel_tasks(input.context, std::ssize(work), [&](std::int64_t task) {
        const auto& [part, column] = work[static_cast<std::size_t>(task)];
        replaced[static_cast<std::size_t>(task)] =
            column->is_numeric() ? replace_numbers(*column, part->groups, rule)
                                 : replace_categories(*column, part->groups, rule);
    });
    std::int64_t suppressed = 0;
    std::int64_t filled = 0;
    for (ReplacedRows& one : replaced) {
        suppressed += one.suppressed;
        filled += one.filled;
        output.changed.push_back(std::move(one.column));
    }
    output.facts["suppressed_cells"] = suppressed;
    if (filled > 0) output.facts["filled_cells"] = filled;
    if (suppressed > 0) {
        output.warnings.push_back(fmt::format("values made missing because {}: {}",
                                              rule == MissingRule::any
                                                  ? "no other value of their group is there"
                                                  : "half of their group or more are missing",
                                              suppressed));
    }
    if (filled > 0) {
        output.warnings.push_back(
            fmt::format("missing values that now show the centre of their group, as its other "
                        "records do: {} (missing = any leaves them missing)",
                        filled));
    }
    return output;
}

WithGaps with_gap_columns(const Context& context, const Table& table,
                          const std::vector<std::string>& columns, bool raw) {
    WithGaps result{table, columns};
    const bool numbers = std::all_of(columns.begin(), columns.end(), [&](const std::string& name) {
        return table.column(name).is_numeric();
    });
    std::vector<ColumnPtr> added;
    if (columns.size() == 1) return result;  // its groups are runs of values, and stay so
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        if (!column.has_missing() || column.missing() == column.size()) continue;
        std::string beside = name + " is missing";
        while (table.find(beside) != nullptr) beside += "?";
        std::vector<double> gaps;
        std::vector<std::int32_t> codes;
        const double share =
            static_cast<double>(column.missing()) / static_cast<double>(column.size());
        const double scale = raw && numbers ? column_stats(context, column).deviation() /
                                                  std::sqrt(share * (1 - share))
                                            : 1.0;
        for (std::int64_t row = 0; row < column.size(); ++row) {
            gaps.push_back(column.valid(row) ? 0.0 : scale);
            codes.push_back(column.valid(row) ? 0 : 1);
        }
        result.columns.push_back(beside);
        added.push_back(numbers ? Column::numeric(beside, std::move(gaps))
                                : Column::categories(beside, Kind::nominal, std::move(codes),
                                                     std::make_shared<const Dictionary>(
                                                         Dictionary{"there", "missing"})));
    }
    result.table = table.with(added);
    return result;
}

void check_group_size(std::int64_t k, std::int64_t available, const std::string& whole,
                      const std::string& members, const Place& place, Problems& problems) {
    if (available == 0 || k <= available) return;
    problems.push_back({fmt::format("k is {}, but {} has {} {}", k, whole, available, members),
                        within(place, "k"), ErrorKind::unmet});
}

}  // namespace lethe::mask
