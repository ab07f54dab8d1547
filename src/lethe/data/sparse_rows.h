// Rows of numbers of which nearly all are 0: only the others are held, row by row, in the order of
// their columns. This is how a collection of documents looks, a row a document and a column a term.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lethe {

// One row: `columns` ascend without repeats, `values` beside them are finite and not 0.
struct SparseRow {
    std::span<const std::int32_t> columns;
    std::span<const double> values;

    std::int64_t size() const { return std::ssize(columns); }
};

// Over the columns of both, summed in ascending order of columns.
double dot(const SparseRow& a, const SparseRow& b);
double norm(const SparseRow& row);  // Euclidean
bool equal(const SparseRow& a, const SparseRow& b);

class SparseRows {
  public:
    explicit SparseRows(std::int32_t columns = 0) : columns_(columns) {}

    std::int32_t columns() const { return columns_; }
    std::int64_t rows() const { return std::ssize(begin_) - 1; }
    std::int64_t entries() const { return std::ssize(column_); }  // not 0
    SparseRow operator[](std::int64_t row) const {
        const auto from = begin_[static_cast<std::size_t>(row)];
        const auto count = begin_[static_cast<std::size_t>(row) + 1] - from;
        return {std::span(column_).subspan(from, count), std::span(value_).subspan(from, count)};
    }

    // The next entry of the row being written; columns ascend. Error(internal) where they do not,
    // for a column that is not there and for a value that is 0 or no number.
    void add(std::int32_t column, double value);
    void end_row();
    void append(const SparseRow& row);  // a whole row, of a valid one
    void reserve(std::int64_t rows, std::int64_t entries);

    friend bool operator==(const SparseRows&, const SparseRows&) = default;

  private:
    std::int32_t columns_;
    std::vector<std::size_t> begin_ = {0};
    std::vector<std::int32_t> column_;
    std::vector<double> value_;
};

// Every row divided by its norm; an empty row stays empty.
SparseRows with_unit_norms(const SparseRows& rows);

// The same turned round: of each column its rows, ascending, and the values in them.
SparseRows transposed(const SparseRows& rows);

// Of each column whether any row has it.
std::vector<bool> used_columns(const SparseRows& rows);

// Numbers of classes of equal rows, in the order of their first rows.
std::vector<std::int32_t> equal_rows(const SparseRows& rows);

}  // namespace lethe
