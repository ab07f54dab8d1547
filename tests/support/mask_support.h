// Running a masking method of the catalogue on a table.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "example_key.h"
#include "lethe/method/catalogue.h"
#include "support.h"

namespace lethe::test {

struct MaskRun {
    int threads = 1;
    std::uint64_t seed = 7;
    std::vector<std::string> columns = {};  // empty: all
};

inline MaskOutput run_mask(const std::string& method, const Table& table, const Json& params,
                           const MaskRun& run = {}) {
    const Context context = threads(run.threads);
    const MaskInput input{table, run.columns.empty() ? table.names() : run.columns,
                          Random(run.seed), context, &example_key()};
    return find_method(method, Family::mask).mask(input, params);
}

inline Table result(const Table& table, const MaskOutput& output) {
    const Table changed = table.with(output.changed);
    return output.kept_rows ? changed.gather(*output.kept_rows) : changed;
}

inline Table mask(const std::string& method, const Table& table, const Json& params,
                  const MaskRun& run = {}) {
    return result(table, run_mask(method, table, params, run));
}

inline std::vector<double> numbers(const Table& table, const std::string& column) {
    const auto values = table.column(column).numbers();
    return {values.begin(), values.end()};
}

inline std::vector<std::string> texts(const Table& table, const std::string& column) {
    std::vector<std::string> result;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        const Column& found = table.column(column);
        result.push_back(found.valid(row) ? found.text(row) : "NA");
    }
    return result;
}

inline bool same_cell(const Column& a, std::int64_t i, const Column& b, std::int64_t j) {
    if (a.valid(i) != b.valid(j) || a.kind() != b.kind()) return false;
    if (!a.valid(i)) return true;
    if (!a.is_numeric()) return a.text(i) == b.text(j);
    return std::bit_cast<std::uint64_t>(a.numbers()[static_cast<std::size_t>(i)]) ==
           std::bit_cast<std::uint64_t>(b.numbers()[static_cast<std::size_t>(j)]);
}

// Whether row i of `a` is, bit for bit, row rows[i] of `b`.
inline bool same_cells(const Table& a, const Table& b, const std::vector<std::int64_t>& rows) {
    if (a.names() != b.names() || a.rows() != static_cast<std::int64_t>(rows.size())) return false;
    for (const std::string& name : a.names()) {
        for (std::int64_t i = 0; i < a.rows(); ++i) {
            if (!same_cell(a.column(name), i, b.column(name), rows[static_cast<std::size_t>(i)])) {
                return false;
            }
        }
    }
    return true;
}

inline bool same_cells(const Table& a, const Table& b) {
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < b.rows(); ++row) rows.push_back(row);
    return same_cells(a, b, rows);
}

// A numeric column in which the given rows are missing.
inline ColumnPtr with_missing(const std::string& name, std::vector<double> values,
                              const std::vector<std::int64_t>& missing) {
    Validity validity(static_cast<std::int64_t>(values.size()));
    for (const std::int64_t row : missing) {
        validity.set_missing(row);
        values[static_cast<std::size_t>(row)] = 0;
    }
    return Column::numeric(name, std::move(values), std::move(validity));
}

// What the method finds wrong with parameters for all columns of a table, one text a problem.
inline std::vector<std::string> problems(const std::string& method, const Table& table,
                                         const Json& params,
                                         std::vector<std::string> columns = {}) {
    if (columns.empty()) columns = table.names();
    const Method& found = find_method(method, Family::mask);
    Problems list;
    const Place place{"policy.toml", 4, 1, "step 1"};
    const Json bound = found.bind(params, place, list);
    if (list.empty()) found.check(table, columns, bound, place, list);
    std::vector<std::string> result;
    for (const Problem& problem : list) {
        result.push_back(problem.place.parameter + ": " + problem.message);
    }
    return result;
}

}  // namespace lethe::test
