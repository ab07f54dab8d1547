#include "lethe/space/tuple_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/limits.h"
#include "lethe/data/key_numbers.h"
#include "lethe/space/tuple_centre.h"

namespace lethe {
namespace {

// The different numbers of a column, ascending, NaN last where one is missing.
std::vector<double> different_numbers(const Column& column) {
    std::vector<double> numbers;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        // -0 is 0.
        if (column.valid(row)) {
            numbers.push_back(column.numbers()[static_cast<std::size_t>(row)] + 0.0);
        }
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    if (column.has_missing()) numbers.push_back(kNaN);
    return numbers;
}

std::vector<std::int32_t> number_codes(const Column& column, std::span<const double> numbers) {
    const auto present = std::ssize(numbers) - (column.has_missing() ? 1 : 0);
    std::vector<std::int32_t> codes(static_cast<std::size_t>(column.size()));
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        codes[i] = static_cast<std::int32_t>(
            column.valid(row) ? std::lower_bound(numbers.begin(), numbers.begin() + present,
                                                 column.numbers()[i] + 0.0) -
                                    numbers.begin()
                              : present);
    }
    return codes;
}

double standard_deviation(const Column& column) {
    ExactSum sum;
    const std::int64_t present = column.size() - column.missing();
    if (present < 2) return 0;
    const auto over = [&](auto&& term) {
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (column.valid(row)) term(column.numbers()[static_cast<std::size_t>(row)]);
        }
    };
    over([&](double x) { sum.add(x); });
    const double mean = sum.value() / static_cast<double>(present);
    ExactSum squares;
    over([&](double x) { squares.add((x - mean) * (x - mean)); });
    return std::sqrt(squares.value() / static_cast<double>(present));
}

}  // namespace

TupleSpace::TupleSpace(const Context& context, const Table& table,
                       std::span<const std::string> columns, const Options& options,
                       const Table* masked)
    : options_(options) {
    if (columns.empty()) throw Error(ErrorKind::usage, "no columns to compare records by");
    std::vector<std::vector<std::int32_t>> codes(columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
        columns_.push_back(make_column(context, table, columns[j], masked, codes[j]));
    }
    choose_whole();
    number_tuples(std::move(codes), table.rows());
}

TupleSpace::SpaceColumn TupleSpace::make_column(const Context& context, const Table& table,
                                                const std::string& name, const Table* masked,
                                                std::vector<std::int32_t>& codes) const {
    const Column& column = table.column(name);
    if (column.kind() == Kind::text) {
        throw Error(ErrorKind::usage,
                    fmt::format("column \"{}\" is free text, which has no distance", name));
    }
    SpaceColumn made;
    made.name = name;
    if (!column.is_numeric()) {
        made.domain =
            std::make_shared<ValueDomain>(context, column, options_.measure, options_.squared,
                                          masked != nullptr ? &masked->column(name) : nullptr);
        codes = made.domain->value_codes(column);
        return made;
    }
    made.numbers = different_numbers(column);
    codes = number_codes(column, made.numbers);
    const std::size_t present = made.numbers.size() - (column.has_missing() ? 1 : 0);
    if (present < 2) return made;
    const double range = made.numbers[present - 1] - made.numbers[0];
    const double width =
        options_.squared && options_.standardise ? standard_deviation(column) : range;
    made.scale = options_.standardise && width > 0 ? 1 / width : 1;
    made.far = range * made.scale;
    if (options_.squared) made.far *= made.far;
    if (!std::isfinite(made.scale) || !std::isfinite(made.far)) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\": its numbers are too far apart, or too near to each "
                                "other, to be compared",
                                name));
    }
    return made;
}

// As fine as possible while the distances of all columns together stay below 2^30. Of whole records
// the distance is 0 or 1; only their centres look at the columns.
void TupleSpace::choose_whole() {
    double largest = 0;
    for (const SpaceColumn& column : columns_) {
        largest += column.domain ? column.domain->largest() : std::max(1.0, column.far);
    }
    whole_ = std::exp2(std::floor(30 - std::log2(std::max(1.0, largest))));
    for (const SpaceColumn& column : columns_) {
        if (column.domain) column.domain->measure_in(whole_);
    }
    if (options_.whole_records) whole_ = 1;
}

// Rows with the same codes so far have the same number; the numbers are kept in canonical order.
void TupleSpace::number_tuples(std::vector<std::vector<std::int32_t>> codes, std::int64_t rows) {
    std::vector<std::int32_t> number(static_cast<std::size_t>(rows), 0);
    std::vector<std::uint32_t> found(number.size());
    for (std::size_t j = 0; j < codes.size(); ++j) {
        KeyNumbers<std::uint64_t> keys;
        for (std::size_t i = 0; i < number.size(); ++i) {
            found[i] = keys.number(static_cast<std::uint64_t>(number[i]) << 32 |
                                   static_cast<std::uint32_t>(codes[j][i]));
        }
        std::vector<std::uint32_t> order(keys.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return keys.keys()[a] < keys.keys()[b];
        });
        std::vector<std::int32_t> rank(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            rank[order[i]] = static_cast<std::int32_t>(i);
        }
        for (std::size_t i = 0; i < number.size(); ++i) number[i] = rank[found[i]];
    }
    tuple_of_row_ = std::move(number);
    const std::int32_t tuples =
        tuple_of_row_.empty() ? 0
                              : *std::max_element(tuple_of_row_.begin(), tuple_of_row_.end()) + 1;
    counts_.assign(static_cast<std::size_t>(tuples), 0);
    for (SpaceColumn& column : columns_) column.codes.resize(counts_.size());
    for (std::size_t i = 0; i < tuple_of_row_.size(); ++i) {
        const auto t = static_cast<std::size_t>(tuple_of_row_[i]);
        if (counts_[t]++ > 0) continue;
        for (std::size_t j = 0; j < columns_.size(); ++j) columns_[j].codes[t] = codes[j][i];
    }
    first_row_.assign(1, 0);
    tuple_of_sorted_.reserve(tuple_of_row_.size());
    for (std::size_t t = 0; t < counts_.size(); ++t) {
        first_row_.push_back(first_row_.back() + counts_[t]);
        tuple_of_sorted_.insert(tuple_of_sorted_.end(), static_cast<std::size_t>(counts_[t]),
                                static_cast<std::int32_t>(t));
    }
}

std::int32_t TupleSpace::values(std::size_t column) const {
    const SpaceColumn& at = columns_[column];
    return at.domain ? at.domain->values() : static_cast<std::int32_t>(at.numbers.size());
}

std::int32_t TupleSpace::number_parts(const SpaceColumn& column, double a, double b) const {
    double distance = column.far;
    if (std::isnan(a) && std::isnan(b)) {
        distance = 0;
    } else if (!std::isnan(a) && !std::isnan(b)) {
        const double difference = std::abs(a - b) * column.scale;
        distance = options_.squared ? difference * difference : difference;
    }
    // A number outside the range (of a masked table) may be farther than all others.
    constexpr double kMost = 1 << 30;
    return static_cast<std::int32_t>(std::lround(std::min(distance * whole_, kMost)));
}

bool TupleSpace::differs(const SpaceColumn& column, double coordinate, std::int32_t value) const {
    if (column.domain) return column.domain->candidate_of(value) != coordinate;
    const double number = column.numbers[static_cast<std::size_t>(value)];
    return std::isnan(number) ? !std::isnan(coordinate) : number != coordinate;
}

TupleSpace::Point TupleSpace::tuple_point(std::int32_t tuple) const {
    Point point(columns_.size());
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        const std::int32_t value = code(j, tuple);
        point[j] = columns_[j].domain ? columns_[j].domain->candidate_of(value)
                                      : columns_[j].numbers[static_cast<std::size_t>(value)];
    }
    return point;
}

std::int64_t TupleSpace::parts(const Point& point, std::int32_t tuple) const {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        const SpaceColumn& column = columns_[j];
        if (options_.whole_records) {
            if (differs(column, point[j], column.codes[static_cast<std::size_t>(tuple)])) return 1;
            continue;
        }
        const std::int32_t value = column.codes[static_cast<std::size_t>(tuple)];
        sum += column.domain ? column.domain->parts(static_cast<std::int32_t>(point[j]), value)
                             : number_parts(column, point[j],
                                            column.numbers[static_cast<std::size_t>(value)]);
    }
    return sum;
}

std::int64_t TupleSpace::parts(std::int32_t a, std::int32_t b) const {
    return parts(tuple_point(a), b);
}

void TupleSpace::column_parts(std::size_t column, double coordinate,
                              std::span<std::int32_t> out) const {
    const SpaceColumn& at = columns_[column];
    if (options_.whole_records) {
        for (std::int32_t v = 0; v < values(column); ++v) {
            out[static_cast<std::size_t>(v)] = differs(at, coordinate, v) ? 1 : 0;
        }
    } else if (at.domain) {
        at.domain->parts_from(static_cast<std::int32_t>(coordinate), out);
    } else {
        for (std::size_t i = 0; i < at.numbers.size(); ++i) {
            out[i] = number_parts(at, coordinate, at.numbers[i]);
        }
    }
}

TupleSpace::Points TupleSpace::points_of(const Table& masked) const {
    std::vector<std::vector<double>> coordinates(columns_.size());
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        const Column& column = masked.column(columns_[j].name);
        if (columns_[j].domain) {
            const auto codes = columns_[j].domain->candidate_codes(column);
            coordinates[j].assign(codes.begin(), codes.end());
            continue;
        }
        for (std::int64_t row = 0; row < column.size(); ++row) {
            coordinates[j].push_back(
                column.valid(row) ? column.numbers()[static_cast<std::size_t>(row)] + 0.0 : kNaN);
        }
    }
    // Rows with the same coordinates so far have the same number.
    std::vector<std::uint32_t> number(static_cast<std::size_t>(masked.rows()), 0);
    for (const auto& column : coordinates) {
        KeyNumbers<std::array<std::uint64_t, 2>> keys;
        for (std::size_t i = 0; i < number.size(); ++i) {
            number[i] = keys.number({number[i], std::bit_cast<std::uint64_t>(column[i])});
        }
    }
    Points result;
    for (std::size_t i = 0; i < number.size(); ++i) {
        if (number[i] == result.points.size()) {
            Point& point = result.points.emplace_back();
            for (const auto& column : coordinates) point.push_back(column[i]);
            result.counts.push_back(0);
        }
        ++result.counts[number[i]];
        result.of_row.push_back(static_cast<std::int32_t>(number[i]));
    }
    return result;
}

TupleSpace::Point TupleSpace::centroid(std::span<const std::int64_t> rows) const {
    TupleCentre centre(*this, {});
    for (const std::int64_t row : rows) centre.add(tuple_of(row), 1);
    return centre.point();
}

}  // namespace lethe
