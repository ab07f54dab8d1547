// Tables of categories made at random.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/data/table.h"

namespace lethe::test {

inline ColumnPtr category_column(std::string name, Kind kind, std::vector<std::int32_t> codes,
                                 std::int32_t domain) {
    Dictionary dictionary;
    for (std::int32_t code = 0; code < domain; ++code)
        dictionary.push_back(fmt::format("c{}", code));
    return Column::categories(std::move(name), kind, std::move(codes),
                              std::make_shared<const Dictionary>(std::move(dictionary)));
}

// Columns "a", "b", ... in turn ordinal and nominal, with `domain` categories, the first of them
// the most frequent.
inline Table random_categories(const Random& random, std::int64_t rows, int columns,
                               std::int32_t domain) {
    std::vector<ColumnPtr> made;
    for (int j = 0; j < columns; ++j) {
        const std::string name(1, static_cast<char>('a' + j));
        const Stream stream = random.stream(name);
        std::vector<std::int32_t> codes;
        for (std::int64_t row = 0; row < rows; ++row) {
            const double u = stream.at(row).uniform();
            codes.push_back(static_cast<std::int32_t>(u * u * domain));
        }
        made.push_back(category_column(name, j % 2 == 0 ? Kind::ordinal : Kind::nominal,
                                       std::move(codes), domain));
    }
    return Table(std::move(made));
}

// Some cells of the table with another category, or with one that the table does not have.
inline Table other_categories(const Table& table, const Random& random, double share,
                              double new_share = 0) {
    std::vector<ColumnPtr> changed;
    for (const ColumnPtr& column : table.columns()) {
        auto dictionary = std::make_shared<Dictionary>(column->dictionary());
        const auto domain = static_cast<std::int32_t>(dictionary->size());
        dictionary->insert(dictionary->end(), {"merged", "others"});
        const Stream stream = random.stream(column->name());
        std::vector<std::int32_t> codes(column->codes().begin(), column->codes().end());
        for (std::size_t i = 0; i < codes.size(); ++i) {
            Draws draws = stream.at(static_cast<std::int64_t>(i));
            if (draws.uniform() < share) {
                codes[i] =
                    static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(domain)));
            }
            if (draws.uniform() < new_share) {
                codes[i] = domain + static_cast<std::int32_t>(draws.below(2));
            }
        }
        changed.push_back(Column::categories(column->name(), column->kind(), std::move(codes),
                                             std::move(dictionary), column->validity()));
    }
    return Table(std::move(changed));
}

}  // namespace lethe::test
