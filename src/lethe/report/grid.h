// Tables before they become text or HTML, and the tables that any JSON value can be shown as.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"

namespace lethe::report {

struct Cell {
    enum class Type { text, number, none };

    Cell() = default;
    Cell(std::string shown, Type its_type = Type::text) : text(std::move(shown)), type(its_type) {}
    Cell(const char* shown) : Cell(std::string(shown)) {}

    static Cell figure(std::string text) { return {std::move(text), Type::number}; }
    static Cell count(std::optional<std::int64_t> value);
    static Cell figure(std::optional<double> value);
    static Cell percent(std::optional<double> value);

    std::string text;          // empty for none
    Type type = Type::none;  // none: no value, shown as a dash
};

struct Grid {
    std::string title;                // may be empty
    std::vector<std::string> heads;   // empty: a table of names and values
    std::vector<std::vector<Cell>> rows;

    bool empty() const { return rows.empty(); }
    std::size_t columns() const;
    // Whether a column holds numbers (and dashes) only, so that it is set to the right.
    bool is_numeric(std::size_t column) const;
};

// A field's name in words: "unique_share" -> "unique share".
std::string words(std::string_view key);

// A scalar for reading: grouped and rounded.
Cell cell(const Json& value);

// A parameter as it would be written in a policy, exactly: 0.05, mean, [a, b].
std::string exact_text(const Json& value);

// Everything in `details` but the fields in `skipped`: plain values first, as names and values; then
// lists and tables, each as a grid of its own. What is nested deeper is written as JSON.
std::vector<Grid> grids(const Json& details, std::span<const std::string_view> skipped = {});

}  // namespace lethe::report
