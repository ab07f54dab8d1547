#include "lethe/data/sparse_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "lethe/core/error.h"

namespace lethe {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t next) {
    hash = (hash ^ next) * 0x9e3779b97f4a7c15ULL;
    return hash ^ (hash >> 29U);
}

std::uint64_t hash_of(const SparseRow& row) {
    std::uint64_t hash = static_cast<std::uint64_t>(row.size());
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
        hash = mixed(hash, static_cast<std::uint64_t>(row.columns[i]));
        hash = mixed(hash, std::bit_cast<std::uint64_t>(row.values[i]));
    }
    return hash;
}

}  // namespace

double dot(const SparseRow& a, const SparseRow& b) {
    double sum = 0;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.columns.size() && j < b.columns.size()) {
        if (a.columns[i] < b.columns[j]) {
            ++i;
        } else if (b.columns[j] < a.columns[i]) {
            ++j;
        } else {
            sum += a.values[i++] * b.values[j++];
        }
    }
    return sum;
}

double norm(const SparseRow& row) {
    // Divided by the largest first, so that squares neither vanish nor overflow.
    double largest = 0;
    for (const double value : row.values) largest = std::max(largest, std::abs(value));
    if (largest == 0) return 0;
    double squares = 0;
    for (const double value : row.values) squares += (value / largest) * (value / largest);
    return largest * std::sqrt(squares);
}

bool equal(const SparseRow& a, const SparseRow& b) {
    return std::ranges::equal(a.columns, b.columns) && std::ranges::equal(a.values, b.values);
}

void SparseRows::add(std::int32_t column, double value) {
    if (column < 0 || column >= columns_) {
        throw Error(ErrorKind::internal, "a sparse row has a column that is not there");
    }
    if (column_.size() > begin_.back() && column_.back() >= column) {
        throw Error(ErrorKind::internal, "the columns of a sparse row do not ascend");
    }
    if (value == 0 || !std::isfinite(value)) {
        throw Error(ErrorKind::internal, "a sparse row has an entry that is 0 or no number");
    }
    column_.push_back(column);
    value_.push_back(value);
}

void SparseRows::end_row() { begin_.push_back(column_.size()); }

void SparseRows::append(const SparseRow& row) {
    column_.insert(column_.end(), row.columns.begin(), row.columns.end());
    value_.insert(value_.end(), row.values.begin(), row.values.end());
    end_row();
}

void SparseRows::reserve(std::int64_t rows, std::int64_t entries) {
    begin_.reserve(static_cast<std::size_t>(rows) + 1);
    column_.reserve(static_cast<std::size_t>(entries));
    value_.reserve(static_cast<std::size_t>(entries));
}

SparseRows with_unit_norms(const SparseRows& rows) {
    SparseRows result(rows.columns());
    result.reserve(rows.rows(), rows.entries());
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        const SparseRow row = rows[r];
        // Divided by the largest first, so that squares neither vanish nor overflow.
        double largest = 0;
        for (const double value : row.values) largest = std::max(largest, std::abs(value));
        double squares = 0;
        for (const double value : row.values) squares += (value / largest) * (value / largest);
        const double length = std::sqrt(squares);
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            const double value = row.values[i] / largest / length;
            if (value != 0) result.add(row.columns[i], value);
        }
        result.end_row();
    }
    return result;
}

SparseRows transposed(const SparseRows& rows) {
    if (rows.rows() > std::numeric_limits<std::int32_t>::max()) {
        throw Error(ErrorKind::input, "more than two thousand million rows are too many");
    }
    const auto columns = static_cast<std::size_t>(rows.columns());
    std::vector<std::size_t> begin(columns + 1, 0);
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        for (const std::int32_t c : rows[r].columns) ++begin[static_cast<std::size_t>(c) + 1];
    }
    for (std::size_t c = 0; c < columns; ++c) begin[c + 1] += begin[c];
    std::vector<std::int32_t> row_of(static_cast<std::size_t>(rows.entries()));
    std::vector<double> value_of(row_of.size());
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        const SparseRow row = rows[r];
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            const std::size_t place = next[static_cast<std::size_t>(row.columns[i])]++;
            row_of[place] = static_cast<std::int32_t>(r);
            value_of[place] = row.values[i];
        }
    }
    SparseRows result(static_cast<std::int32_t>(rows.rows()));
    result.reserve(rows.columns(), rows.entries());
    for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t count = begin[c + 1] - begin[c];
        result.append({std::span(row_of).subspan(begin[c], count),
                       std::span(value_of).subspan(begin[c], count)});
    }
    return result;
}

std::vector<bool> used_columns(const SparseRows& rows) {
    std::vector<bool> used(static_cast<std::size_t>(rows.columns()), false);
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        for (const std::int32_t column : rows[r].columns) {
            used[static_cast<std::size_t>(column)] = true;
        }
    }
    return used;
}

std::vector<std::int32_t> equal_rows(const SparseRows& rows) {
    struct Class {
        std::int64_t first = 0;
        std::int32_t number = 0;
    };
    std::unordered_multimap<std::uint64_t, Class> classes;
    std::vector<std::int32_t> of(static_cast<std::size_t>(rows.rows()));
    std::int32_t count = 0;
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        const SparseRow row = rows[r];
        const std::uint64_t hash = hash_of(row);
        const auto [from, to] = classes.equal_range(hash);
        const auto found = std::find_if(
            from, to, [&](const auto& entry) { return equal(rows[entry.second.first], row); });
        if (found != to) {
            of[static_cast<std::size_t>(r)] = found->second.number;
        } else {
            classes.emplace(hash, Class{r, count});
            of[static_cast<std::size_t>(r)] = count++;
        }
    }
    return of;
}

}  // namespace lethe
