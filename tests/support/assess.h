// Running an attack or a loss measure of the catalogue in a test.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/method/catalogue.h"
#include "support.h"

namespace lethe::test {

struct Intruder {
    std::vector<std::int64_t> origin = {};
    std::vector<std::int64_t> known = {};
    std::vector<std::int64_t> training = {};
    Json record = nullptr;
};

// On all columns of `original`.
inline Measurement assess(const std::string& name, const Table& original, const Table& masked,
                          const Json& parameters = Json::object(), int thread_count = 1,
                          const Intruder& intruder = {}, std::uint64_t seed = 1) {
    const Method* method = find_method(name);
    if (method == nullptr) throw Error(ErrorKind::usage, "no method " + name);
    Problems problems;
    const Json bound = method->bind(parameters, {}, problems);
    for (const Problem& problem : problems) throw Error(ErrorKind::usage, to_string(problem));
    const Context context = threads(thread_count);
    const AssessInput input{original,       masked,          original.names(), Random(seed),
                            context,        intruder.origin, intruder.known,   intruder.training,
                            intruder.record};
    return method->assess(input, bound);
}

// Whether every number in it, at any depth, is finite.
inline bool all_finite(const Json& json) {
    if (json.is_number_float()) return std::isfinite(json.get<double>());
    if (!json.is_structured()) return true;
    for (const Json& item : json) {
        if (!all_finite(item)) return false;
    }
    return true;
}

// A table with some cells of another missing: each with probability 1 / one_in.
inline Table with_missing(const Table& table, const Random& random, std::uint64_t one_in) {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        Validity validity(table.rows());
        const Stream stream = random.stream(column->name());
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            if (stream.at(row).below(one_in) == 0) validity.set_missing(row);
        }
        if (!column->is_numeric()) {
            columns.push_back(Column::categories(column->name(), column->kind(),
                                                 {column->codes().begin(), column->codes().end()},
                                                 column->dictionary_ptr(), validity));
            continue;
        }
        const auto numbers = column->numbers();
        columns.push_back(
            Column::numeric(column->name(), {numbers.begin(), numbers.end()}, validity));
    }
    return Table(std::move(columns));
}

}  // namespace lethe::test
