#include "lethe/method/comparison.h"

#include <fmt/format.h>

#include "lethe/core/error.h"

namespace lethe {
namespace {

void check_rows(const std::vector<std::int64_t>& rows, std::int64_t limit, std::string_view what) {
    for (const std::int64_t row : rows) {
        if (row < 0 || row >= limit) {
            throw Error(ErrorKind::input, fmt::format("{} names row {}, but the original has {}",
                                                      what, row + 1, limit));
        }
    }
}

}  // namespace

void check_tables(const AssessInput& input) {
    if (input.columns.empty()) {
        throw Error(ErrorKind::input, "there is no column to compare");
    }
    for (const std::string& name : input.columns) {
        input.original.column(name);
        input.masked.column(name);
    }
    const std::int64_t rows = input.original.rows();
    if (input.origin.empty() && input.masked.rows() != rows) {
        throw Error(ErrorKind::input,
                    fmt::format("the original has {} rows and the masked table {}: which rows were "
                                "dropped is not known",
                                rows, input.masked.rows()));
    }
    if (!input.origin.empty() &&
        static_cast<std::int64_t>(input.origin.size()) != input.masked.rows()) {
        throw Error(ErrorKind::input, "the origins do not fit the rows of the masked table");
    }
    check_rows(input.origin, rows, "the list of origins");
    check_rows(input.known, rows, "the list of known records");
    check_rows(input.training, rows, "the list of training records");
}

NumericColumns numeric_columns(const AssessInput& input) {
    check_tables(input);
    NumericColumns result;
    for (const std::string& name : input.columns) {
        const ColumnPtr original = input.original.column_ptr(name);
        const ColumnPtr masked = input.masked.column_ptr(name);
        if (!original->is_numeric() || !masked->is_numeric()) {
            throw Error(
                ErrorKind::input,
                fmt::format("column \"{}\" must be numeric in both tables; it is {} in the "
                            "original and {} in the masked one",
                            name, lethe::name(original->kind()), lethe::name(masked->kind())));
        }
        result.original.push_back(original);
        result.aligned.push_back(input.origin.empty() ? original : original->gather(input.origin));
        result.masked.push_back(masked);
    }
    return result;
}

std::vector<std::int64_t> masked_row_of(const AssessInput& input) {
    std::vector<std::int64_t> masked(static_cast<std::size_t>(input.original.rows()), -1);
    for (std::int64_t row = 0; row < input.masked.rows(); ++row) {
        masked[static_cast<std::size_t>(input.origin_of(row))] = row;
    }
    return masked;
}

std::vector<std::int64_t> attacked_rows(const AssessInput& input) {
    const auto rows = static_cast<std::size_t>(input.original.rows());
    std::vector<bool> counted(rows, input.known.empty());
    for (const std::int64_t row : input.known) counted[static_cast<std::size_t>(row)] = true;
    for (const std::int64_t row : input.training) counted[static_cast<std::size_t>(row)] = false;
    std::vector<std::int64_t> result;
    for (std::size_t row = 0; row < rows; ++row) {
        if (counted[row]) result.push_back(static_cast<std::int64_t>(row));
    }
    return result;
}

}  // namespace lethe
