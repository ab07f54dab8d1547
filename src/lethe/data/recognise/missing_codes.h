// Texts and numbers that stand for "no value" in the files of the world: "?", "unknown", -9, 999.
// Only codes of a fixed list are ever told, so that telling them gives no value of the data away.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lethe {

struct MissingCode {
    std::string code;  // as it is written in the data; one of the list, whatever its case
    std::int64_t rows = 0;
    // Whether it can mean nothing else, so that it may be read as missing without asking: "?",
    // "null". An answer such as "unknown" or "not stated" is a category to some, -9 and 999 may be
    // numbers.
    bool certain = false;
};

namespace recognise {

enum class MissingText { none, certain, answer };
MissingText missing_text(std::string_view text);

// Of a numeric column's different values (ascending) with their rows: negative codes where all
// other values are at least 0, and 99, 999, ... where they stand far above all others.
std::vector<MissingCode> missing_numbers(const std::vector<double>& values,
                                         const std::vector<std::int64_t>& rows);

}  // namespace recognise
}  // namespace lethe
