// What many masking methods do with columns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/parallel.h"
#include "lethe/method/method.h"

namespace lethe::mask {

// A numeric column with change(value, row) in place of each value that is there; missing stays.
template <class Change>
ColumnPtr map_numbers(const MaskInput& input, const std::string& name, Change change) {
    const Column& column = input.table.column(name);
    const auto old = column.numbers();
    std::vector<double> values(old.size(), 0.0);
    parallel_chunks(input.context, column.size(),
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (std::int64_t row = begin; row < end; ++row) {
                            const auto i = static_cast<std::size_t>(row);
                            if (column.valid(row)) values[i] = change(old[i], row);
                        }
                    });
    return Column::numeric(name, std::move(values), column.validity());
}

// body(place among the step's columns, column, context) for each of them, in parallel. The context
// is that of the work inside: of one thread, unless there is but one column.
template <class Body>
void for_each_column(const MaskInput& input, Body body) {
    const auto one = [&](std::size_t j, const Context& context) {
        body(j, input.table.column(input.columns[j]), context);
    };
    if (input.columns.size() == 1) return one(0, input.context);
    const Context inside = input.context.silent().single();
    parallel_tasks(input.context, std::ssize(input.columns),
                   [&](std::int64_t j) { one(static_cast<std::size_t>(j), inside); });
}

// The value that holds for a column: its own where a per-column table names it, else the common
// one.
template <class T>
T for_column(const std::string& name, const std::map<std::string, T>& own, const T& common) {
    const auto found = own.find(name);
    return found == own.end() ? common : found->second;
}

// The place of one parameter of the step at `place`.
inline Place within(Place place, const std::string& parameter) {
    place.parameter += (place.parameter.empty() ? "" : ".") + parameter;
    return place;
}

// Adds a problem for each key of a per-column table that is not among the step's columns.
template <class T>
void check_column_names(const std::string& parameter, const std::map<std::string, T>& per_column,
                        std::span<const std::string> columns, const Place& place,
                        Problems& problems) {
    for (const auto& [name, value] : per_column) {
        if (std::find(columns.begin(), columns.end(), name) == columns.end()) {
            problems.push_back(
                {unknown_name("column of this step", name, columns), within(place, parameter)});
        }
    }
}

}  // namespace lethe::mask
