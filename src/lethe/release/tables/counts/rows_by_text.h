// Rows of a written table by what they show, text by text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe::release {

inline constexpr std::int32_t kNoText = -1;  // a missing value

// A number for each text of a column, by row: equal texts have equal numbers, and no others.
std::vector<std::int32_t> numbered_texts(const Column& column);

struct RowsByText {
    std::vector<std::vector<std::int32_t>> texts;  // [column][row], as numbered
    std::vector<std::int64_t> rows;                // all, by their numbers in the columns' order;
                                                   // rows that show the same in theirs
    // Whether the row at this place shows something else than the one before.
    bool begins_class(std::size_t place) const {
        if (place == 0) return true;
        const auto row = static_cast<std::size_t>(rows[place]);
        const auto last = static_cast<std::size_t>(rows[place - 1]);
        for (const auto& column : texts) {
            if (column[row] != column[last]) return true;
        }
        return false;
    }
};

// Sorts by counting, a column at a time: linear in rows and different texts.
RowsByText rows_by_text(const Context& context, const Table& table,
                        std::span<const std::string> columns);

}  // namespace lethe::release
