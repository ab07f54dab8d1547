// Tables before they become text or HTML, and the tables that any JSON value can be shown as.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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

    std::string text;        // empty for none
    Type type = Type::none;  // none: no value, shown as a dash
};

struct Grid {
    std::string title;               // may be empty
    std::vector<std::string> heads;  // empty: names and values
    std::vector<std::vector<Cell>> rows;
    std::optional<std::size_t> chosen = {};  // a row to emphasise

    bool empty() const { return rows.empty(); }
    std::size_t columns() const;
    // Which columns hold numbers (and dashes) only, so that they are set to the right.
    std::vector<bool> numeric_columns() const;
};

// A field's name in words: "unique_share" -> "unique share".
std::string words(std::string_view key);

// A scalar for reading: grouped and rounded.
Cell cell(const Json& value);

// Whether it is written as a transition matrix: categories and as many rows.
bool is_transition_matrix(const Json& value);

// A parameter as it would be written in a policy, exactly: 0.05, mean, [a, b]; of a transition
// matrix its size alone.
std::string exact_text(const Json& value);

// How a field of some details is shown.
struct FieldLook {
    std::string title;     // instead of its name in words; empty: that
    bool percent = false;  // its numbers are percentages
    bool hidden = false;
    std::string keys;  // what its own names are, for a table of names and values
};
using Looks = std::function<FieldLook(std::string_view key)>;

// Everything in `details` that is not hidden: first the plain values, as a grid without heads; then
// the tables of names and values, those with the same names in one; then the other tables. What is
// nested deeper is written as JSON.
std::vector<Grid> grids(const Json& details, const Looks& looks = {});

}  // namespace lethe::report
