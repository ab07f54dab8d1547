#include "lethe/mask/microaggregate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/algo/category_centre.h"
#include "lethe/core/parallel.h"
#include "lethe/mask/columns.h"

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

struct Replaced {
    ColumnPtr column;
    std::int64_t suppressed = 0;
};

Replaced replace_categories(const Column& column, const Clusters& groups) {
    std::vector<std::vector<std::int32_t>> members(static_cast<std::size_t>(groups.count));
    const auto group_of = [&](std::int64_t row) {
        return static_cast<std::size_t>(groups.of[static_cast<std::size_t>(row)]);
    };
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        members[group_of(row)].push_back(column.codes()[static_cast<std::size_t>(row)]);
    }
    std::vector<std::int32_t> centres;
    for (std::vector<std::int32_t>& codes : members) {
        centres.push_back(codes.size() < 2 ? 0 : category_centre(column.kind(), codes));
    }
    Replaced result;
    std::vector<std::int32_t> values(static_cast<std::size_t>(column.size()), 0);
    Validity validity = column.validity();
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        if (members[group_of(row)].size() >= 2) {
            values[static_cast<std::size_t>(row)] = centres[group_of(row)];
        } else {
            if (validity.all()) validity = Validity(column.size());
            validity.set_missing(row);
            ++result.suppressed;
        }
    }
    result.column = Column::categories(column.name(), column.kind(), std::move(values),
                                       column.dictionary_ptr(), std::move(validity));
    return result;
}

Replaced replace_numbers(const Column& column, const Clusters& groups) {
    std::vector<Mean> means(static_cast<std::size_t>(groups.count));
    const auto old = column.numbers();
    const auto mean_of = [&](std::int64_t row) -> Mean& {
        return means[static_cast<std::size_t>(groups.of[static_cast<std::size_t>(row)])];
    };
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) mean_of(row).add(old[static_cast<std::size_t>(row)]);
    }
    Replaced result;
    std::vector<double> values(old.size(), 0.0);
    Validity validity = column.validity();
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        if (const Mean& mean = mean_of(row); mean.count() >= 2) {
            values[static_cast<std::size_t>(row)] = mean.value();
        } else {
            if (validity.all()) validity = Validity(column.size());
            validity.set_missing(row);
            ++result.suppressed;
        }
    }
    result.column = Column::numeric(column.name(), std::move(values), std::move(validity));
    return result;
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

MaskOutput microaggregate(const MaskInput& input, std::span<const Part> parts) {
    std::vector<std::pair<const Part*, const Column*>> work;
    MaskOutput output;
    output.facts["parts"] = Json::array();
    for (const Part& part : parts) {
        for (const std::string& name : part.columns) {
            work.emplace_back(&part, &input.table.column(name));
        }
        output.facts["parts"].push_back(facts_of(part));
    }
    std::vector<Replaced> replaced(work.size());
    parallel_tasks(input.context, std::ssize(work), [&](std::int64_t task) {
        const auto& [part, column] = work[static_cast<std::size_t>(task)];
        replaced[static_cast<std::size_t>(task)] = column->is_numeric()
                                                       ? replace_numbers(*column, part->groups)
                                                       : replace_categories(*column, part->groups);
    });
    std::int64_t suppressed = 0;
    for (Replaced& one : replaced) {
        suppressed += one.suppressed;
        output.changed.push_back(std::move(one.column));
    }
    output.facts["suppressed_cells"] = suppressed;
    if (suppressed > 0) {
        output.warnings.push_back(fmt::format(
            "values made missing because no other value of their group is there: {}", suppressed));
    }
    return output;
}

void check_group_size(std::int64_t k, std::int64_t available, const std::string& whole,
                      const std::string& members, const Place& place, Problems& problems) {
    if (available == 0 || k <= available) return;
    problems.push_back({fmt::format("k is {}, but {} has {} {}", k, whole, available, members),
                        within(place, "k"), ErrorKind::unmet});
}

}  // namespace lethe::mask
