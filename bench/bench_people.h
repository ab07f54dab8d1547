// Made-up people for the benchmarks of attacks and masks, ways to release them, and one method run
// with its time.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench_support.h"
#include "lethe/core/random.h"
#include "lethe/method/catalogue.h"

namespace lethe::bench {

inline ColumnPtr numbers(const Random& random, std::string name, std::int64_t rows,
                         double deviation = 1) {
    const Stream stream = random.stream(name);
    std::vector<double> values;
    for (std::int64_t row = 0; row < rows; ++row) {
        values.push_back(deviation * stream.at(row).normal());
    }
    return Column::numeric(std::move(name), std::move(values));
}

// "v0", "v1", ..., equally likely.
inline ColumnPtr categories(const Random& random, std::string name, std::int64_t rows,
                            std::int32_t values) {
    const Stream stream = random.stream(name);
    std::vector<std::int32_t> codes;
    for (std::int64_t row = 0; row < rows; ++row) {
        codes.push_back(
            static_cast<std::int32_t>(stream.at(row).below(static_cast<std::uint64_t>(values))));
    }
    auto dictionary = std::make_shared<Dictionary>();
    for (std::int32_t i = 0; i < values; ++i) dictionary->push_back(fmt::format("v{}", i));
    return Column::categories(std::move(name), Kind::nominal, std::move(codes), dictionary);
}

inline Table people_in_numbers(std::int64_t rows, int columns, double deviation = 1) {
    std::vector<ColumnPtr> result;
    for (int l = 0; l < columns; ++l) {
        result.push_back(numbers(Random(1), "v" + std::to_string(l), rows, deviation));
    }
    return Table(std::move(result));
}

// Noise that grows from column to column.
inline Table with_noise(const Table& table) {
    std::vector<ColumnPtr> result;
    for (const ColumnPtr& column : table.columns()) {
        std::vector<double> values(column->numbers().begin(), column->numbers().end());
        const double size = 0.05 * static_cast<double>(result.size() + 1);
        const Stream stream = Random(2).stream(column->name());
        for (std::size_t row = 0; row < values.size(); ++row) {
            values[row] += size * stream.at(static_cast<std::int64_t>(row)).normal();
        }
        result.push_back(Column::numeric(column->name(), std::move(values)));
    }
    return Table(std::move(result));
}

// Every record has two equals at least, whoever they are.
inline Table in_threes(const Table& table) {
    const std::int64_t rows = table.rows();
    std::vector<std::int64_t> first;
    for (std::int64_t row = 0; row < rows; ++row) {
        first.push_back(std::min(row / 3, rows / 3 - 1) * 3);
    }
    return table.gather(first);
}

inline Json bound_parameters(const Method& method, const Json& given) {
    Problems problems;
    Json parameters = method.bind(given, {}, problems);
    throw_if_any(problems);
    return parameters;
}

// All columns that the method takes masked by it.
inline Table masked_by(const Context& context, const std::string& name, const Json& given,
                       const Table& table) {
    const Method& method = find_method(name, Family::mask);
    std::vector<std::string> names = table.names();
    std::erase_if(names, [&](const std::string& column) {
        return !method.accepts(table.column(column).kind());
    });
    const MaskInput input{table, names, Random(2), context};
    return table.with(method.mask(input, bound_parameters(method, given)).changed);
}

// One attack or measure; the time is that of `run`, which ends here.
inline Measurement measured(Run& run, const std::string& name, const AssessInput& input,
                            const Json& given) {
    const Method& method = *find_method(name);
    const Json parameters = bound_parameters(method, given);
    Measurement found = method.assess(input, parameters);
    run.stop();
    return found;
}

}  // namespace lethe::bench
