#include "lethe/space/categories.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"
#include "lethe/core/vector_code.h"
#include "lethe/data/column_stats.h"
#include "lethe/data/group_keys.h"
#include "lethe/data/label_codes.h"

namespace lethe {
namespace {

using Order = CategoryScale::Order;

// The first code at which the counts up to it reach half of the rows.
std::int32_t middle_of_counts(std::span<const std::int64_t> counts, std::int64_t rows) {
    std::int64_t seen = 0;
    for (std::size_t code = 0; code < counts.size(); ++code) {
        seen += counts[code];
        if (2 * seen >= rows && seen > 0) return static_cast<std::int32_t>(code);
    }
    return 0;
}

std::int32_t mode(std::span<const std::int64_t> counts) {
    return static_cast<std::int32_t>(std::max_element(counts.begin(), counts.end()) -
                                     counts.begin());
}

CategoryScale scale_of_numbers(const Context& context, const Column& column) {
    const ColumnStats stats = column_stats(context, column);
    CategoryScale scale;
    scale.order = Order::number;
    scale.smallest = stats.min;
    scale.range = stats.max - stats.min;
    return scale;
}

CategoryScale scale_of_categories(const Column& column) {
    CategoryScale scale;
    scale.order = column.kind() == Kind::ordinal ? Order::steps : Order::equality;
    scale.size = static_cast<std::int32_t>(column.dictionary().size());
    scale.dictionary = column.dictionary_ptr();
    std::vector<std::int64_t> counts(at(scale.size), 0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) ++counts[at(column.codes()[at(row)])];
    }
    if (!counts.empty()) {
        scale.stand_in = scale.order == Order::steps
                             ? middle_of_counts(counts, column.size() - column.missing())
                             : mode(counts);
    }
    return scale;
}

// The least common multiple of the ordered domains; 0 where it is more than `most`.
std::int64_t common_multiple(std::span<const CategoryScale> scales, std::int64_t most) {
    std::int64_t multiple = 1;
    for (const CategoryScale& scale : scales) {
        if (scale.order != Order::steps || scale.size == 0) continue;
        multiple = std::lcm(multiple, static_cast<std::int64_t>(scale.size));
        if (multiple > most) return 0;
    }
    return multiple;
}

void set_units(CategoryScales& scales) {
    const auto most = (std::int64_t{1} << 29) / std::ssize(scales.columns);
    const bool numbers =
        std::any_of(scales.columns.begin(), scales.columns.end(),
                    [](const CategoryScale& s) { return s.order == Order::number; });
    const std::int64_t exact = common_multiple(scales.columns, most);
    std::int64_t whole = exact > 0 ? exact : most;
    if (numbers && exact > 0) {
        whole = exact * std::max<std::int64_t>(1, std::min(most, std::int64_t{1} << 24) / exact);
    }
    scales.whole = static_cast<std::int32_t>(whole);
    for (CategoryScale& scale : scales.columns) {
        if (scale.order == Order::number) {
            scale.unit = 1;
            scale.stand_in = scales.whole / 2;
        } else if (scale.order == Order::equality) {
            scale.unit = scales.whole;
        } else if (scale.size > 0) {
            scale.unit = static_cast<std::int32_t>((whole + scale.size / 2) / scale.size);
        }
    }
}

// The code of each label of the column's own dictionary.
std::vector<std::int32_t> codes_of_labels(const CategoryScale& scale, const Column& column) {
    const std::int32_t unknown = scale.order == Order::steps ? scale.stand_in : scale.size;
    std::vector<std::int32_t> codes = label_codes(column.dictionary(), *scale.dictionary);
    std::replace(codes.begin(), codes.end(), kUnknownLabel, unknown);
    return codes;
}

// A number as parts of its range; what lies far outside is brought nearer, so that sums stay small.
std::int32_t code_of_number(const CategoryScale& scale, double value, std::int32_t whole) {
    if (scale.range <= 0) return value == scale.smallest ? 0 : whole;
    const double share = std::clamp((value - scale.smallest) / scale.range, -1.0, 2.0);
    return static_cast<std::int32_t>(std::lround(share * whole));
}

void code_column(const CategoryScales& scales, const CategoryScale& scale, const Column& column,
                 std::int32_t* codes) {
    if ((scale.order == Order::number) != column.is_numeric()) {
        throw Error(
            ErrorKind::input,
            fmt::format("column \"{}\" is numeric in only one of the tables", column.name()));
    }
    const std::vector<std::int32_t> of_label =
        column.is_numeric() ? std::vector<std::int32_t>() : codes_of_labels(scale, column);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) {
            codes[row] = scale.stand_in;
        } else if (column.is_numeric()) {
            codes[row] = code_of_number(scale, column.numbers()[at(row)], scales.whole);
        } else {
            codes[row] = of_label[at(column.codes()[at(row)])];
        }
    }
}

std::int32_t distance_of_codes(const CategoryScale& scale, std::int32_t a, std::int32_t b) {
    return scale.unit * (scale.order == Order::equality ? (a != b ? 1 : 0) : std::abs(a - b));
}

}  // namespace

CategoryScales category_scales(const Context& context, const Table& table,
                               std::span<const std::string> columns) {
    if (columns.empty()) throw Error(ErrorKind::usage, "there is no column to compare records by");
    CategoryScales scales;
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        if (column.kind() == Kind::text) {
            throw Error(ErrorKind::usage,
                        fmt::format("column \"{}\" is text, which has no distance", name));
        }
        scales.columns.push_back(column.is_numeric() ? scale_of_numbers(context, column)
                                                     : scale_of_categories(column));
    }
    set_units(scales);
    return scales;
}

CategorySpace::CategorySpace(const Context& context, const CategoryScales& scales,
                             const Table& table, std::span<const std::string> columns)
    : scales_(scales), rows_(table.rows()), codes_(columns.size() * at(table.rows())) {
    parallel_tasks(context, std::ssize(columns), [&](std::int64_t j) {
        code_column(scales_, scales_.columns[at(j)], table.column(columns[at(j)]),
                    codes_.data() + j * rows_);
    });
}

CategorySpace::CategorySpace(const Context& context, const Table& table,
                             std::span<const std::string> columns)
    : CategorySpace(context, category_scales(context, table, columns), table, columns) {}

CategorySpace::Point CategorySpace::point(std::int64_t row) const {
    Point point;
    for (std::size_t j = 0; j < scales_.columns.size(); ++j) point.push_back(codes(j)[at(row)]);
    return point;
}

double CategorySpace::distance(std::int64_t a, std::int64_t b) const {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < scales_.columns.size(); ++j) {
        sum += distance_of_codes(scales_.columns[j], codes(j)[at(a)], codes(j)[at(b)]);
    }
    return static_cast<double>(sum);
}

double CategorySpace::distance(const Point& point, std::int64_t row) const {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < scales_.columns.size(); ++j) {
        sum += distance_of_codes(scales_.columns[j], point[j], codes(j)[at(row)]);
    }
    return static_cast<double>(sum);
}

CategorySpace::Point CategorySpace::centroid(std::span<const std::int64_t> rows) const {
    return RunningCentroid(*this, rows).point();
}

void add_distances(const CategoryScale& scale, std::int32_t code,
                   std::span<const std::int32_t> codes, std::int32_t* out) {
    const std::int32_t unit = scale.unit;
    const bool equality = scale.order == Order::equality;
    vector_code([=]() LETHE_INLINED {
        if (equality) {
            for (std::size_t i = 0; i < codes.size(); ++i) out[i] += codes[i] != code ? unit : 0;
        } else {
            for (std::size_t i = 0; i < codes.size(); ++i) {
                out[i] += unit * std::abs(codes[i] - code);
            }
        }
    });
}

Groups equal_records(const Context& context, const CategorySpace& space) {
    std::vector<std::uint64_t> keys(at(space.rows()), 0);
    Groups groups;
    for (std::size_t j = 0; j < space.scales().columns.size(); ++j) {
        const auto codes = space.codes(j);
        for (std::size_t row = 0; row < keys.size(); ++row) {
            const auto code = static_cast<std::uint32_t>(codes[row]);
            keys[row] =
                (j == 0 ? 0 : static_cast<std::uint64_t>(groups.class_of[row]) << 32) | code;
        }
        groups = group_keys(context, keys);
    }
    return groups;
}

CategorySpace::RunningCentroid::RunningCentroid(const CategorySpace& space,
                                                std::span<const std::int64_t> rows)
    : space_(space), columns_(space.scales_.columns.size()) {
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        const CategoryScale& scale = space.scales_.columns[j];
        if (scale.order != Order::number) columns_[j].counts.resize(at(scale.size) + 1, 0);
    }
    for (const std::int64_t row : rows) add(row);
    find_centres();
}

CategorySpace::RunningCentroid::RunningCentroid(const CategorySpace& space)
    : RunningCentroid(space, std::span<const std::int64_t>()) {
    for (std::int64_t row = 0; row < space.rows(); ++row) add(row);
    find_centres();
}

void CategorySpace::RunningCentroid::add(std::int64_t row) {
    ++rows_;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        const std::int32_t code = space_.codes(j)[at(row)];
        if (columns_[j].counts.empty()) {
            columns_[j].sum += code;
        } else {
            ++columns_[j].counts[at(code)];
        }
    }
}

void CategorySpace::RunningCentroid::find_centres() {
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        Column& column = columns_[j];
        if (space_.scales_.columns[j].order == Order::equality) find_mode(column);
        if (space_.scales_.columns[j].order != Order::steps) continue;
        column.centre = middle_of_counts(column.counts, rows_);
        column.aside = std::accumulate(column.counts.begin(), column.counts.begin() + column.centre,
                                       std::int64_t{0});
    }
}

void CategorySpace::RunningCentroid::find_mode(Column& column) const {
    column.centre = mode(column.counts);
    column.aside = 0;
    for (std::size_t code = 0; code < column.counts.size(); ++code) {
        if (code == at(column.centre)) continue;
        column.aside = std::max(column.aside, column.counts[code]);
    }
}

// To the first code at which the counts up to it reach half of the rows.
void CategorySpace::RunningCentroid::move_median(Column& column) const {
    while (column.centre > 0 && 2 * column.aside >= rows_) {
        column.aside -= column.counts[at(--column.centre)];
    }
    while (2 * (column.aside + column.counts[at(column.centre)]) < rows_) {
        column.aside += column.counts[at(column.centre++)];
    }
}

void CategorySpace::RunningCentroid::remove(std::int64_t row) {
    --rows_;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        Column& column = columns_[j];
        const std::int32_t code = space_.codes(j)[at(row)];
        if (column.counts.empty()) {
            column.sum -= code;
            continue;
        }
        const std::int64_t left = --column.counts[at(code)];
        if (space_.scales_.columns[j].order == Order::steps) {
            if (code < column.centre) --column.aside;
            if (rows_ > 0) move_median(column);
        } else if (code == column.centre && left <= column.aside) {
            find_mode(column);
        }
    }
}

CategorySpace::Point CategorySpace::RunningCentroid::point() const {
    Point point;
    for (const Column& column : columns_) {
        point.push_back(column.counts.empty()
                            ? static_cast<std::int32_t>(std::llround(
                                  static_cast<double>(column.sum) / static_cast<double>(rows_)))
                            : column.centre);
    }
    return point;
}

}  // namespace lethe
