#include "lethe/report/grid.h"

#include <algorithm>
#include <array>
#include <optional>

#include "lethe/report/number_format.h"
#include "lethe/report/result.h"
#include "lethe/report/utf8.h"

namespace lethe::report {
namespace {

bool is_plain(const Json& value) { return value.is_primitive(); }

bool all_plain(const Json& value) {
    return std::ranges::all_of(value, [](const Json& item) { return is_plain(item); });
}

// Lists of the same fields, or of numbers, make a table of their own.
bool is_table(const Json& value) {
    if (value.empty() || is_plain(value)) return false;
    return std::ranges::all_of(value, [](const Json& item) {
        return (item.is_object() || item.is_array()) && all_plain(item);
    });
}

std::string list_text(const Json& list) {
    std::string result;
    for (const Json& item : list) result += (result.empty() ? "" : ", ") + cell(item).text;
    return result;
}

std::string json_text(const Json& value) {
    return clean(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// Every field that any of the records has, in order of first appearance.
std::vector<std::string> all_fields(const Json& records) {
    std::vector<std::string> fields;
    for (const Json& record : records) {
        if (!record.is_object()) continue;
        for (const auto& [key, item] : record.items()) {
            if (std::ranges::find(fields, key) == fields.end()) fields.push_back(key);
        }
    }
    return fields;
}

Cell named_cell(std::string_view key, const Json& value) {
    constexpr std::array<std::string_view, 4> kPercent = {"strict", "lax", "expected", "percent"};
    const bool in_percent = value.is_number() && std::ranges::find(kPercent, key) != kPercent.end();
    return in_percent ? Cell::percent(number(value)) : cell(value);
}

Grid table(std::string_view title, const Json& value) {
    Grid grid{words(title), {}, {}};
    const std::vector<std::string> fields = all_fields(value);
    const bool named = value.is_object();
    if (!fields.empty()) {
        if (named) grid.heads.push_back("");
        for (const std::string& key : fields) grid.heads.push_back(words(key));
    }
    for (const auto& [key, item] : value.items()) {
        std::vector<Cell> row;
        if (named) row.emplace_back(clean(key));
        if (item.is_array()) {
            for (const Json& entry : item) row.push_back(cell(entry));
        } else {
            for (const std::string& name : fields) row.push_back(named_cell(name, field(item, name)));
        }
        grid.rows.push_back(std::move(row));
    }
    return grid;
}

Grid pairs(std::string_view title, const Json& object) {
    Grid grid{words(title), {}, {}};
    for (const auto& [key, item] : object.items()) {
        grid.rows.push_back({Cell(words(key)), named_cell(key, item)});
    }
    return grid;
}

}  // namespace

Cell Cell::count(std::optional<std::int64_t> value) {
    return value ? figure(count_text(*value)) : Cell();
}

Cell Cell::figure(std::optional<double> value) {
    return value ? figure(figure_text(*value)) : Cell();
}

Cell Cell::percent(std::optional<double> value) {
    return value ? figure(percent_text(*value)) : Cell();
}

std::size_t Grid::columns() const {
    std::size_t most = heads.size();
    for (const auto& row : rows) most = std::max(most, row.size());
    return most;
}

bool Grid::is_numeric(std::size_t column) const {
    bool any = false;
    for (const auto& row : rows) {
        if (column >= row.size() || row[column].type == Cell::Type::none) continue;
        if (row[column].type == Cell::Type::text) return false;
        any = true;
    }
    return any;
}

std::string words(std::string_view key) {
    std::string result = clean(key);
    std::ranges::replace(result, '_', ' ');
    return result;
}

Cell cell(const Json& value) {
    if (value.is_boolean()) return Cell(value.get<bool>() ? "yes" : "no");
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) {
        return Cell::figure(std::to_string(value.get<std::uint64_t>()));
    }
    if (value.is_number_integer()) return Cell::count(value.get<std::int64_t>());
    if (value.is_number()) return Cell::figure(number(value));
    if (value.is_string()) return Cell(clean(value.get_ref<const std::string&>()));
    if (value.is_null()) return {};
    if (value.is_array() && all_plain(value)) return Cell(list_text(value));
    return Cell(json_text(value));
}

std::string exact_text(const Json& value) {
    if (value.is_string()) return clean(value.get_ref<const std::string&>());
    if (value.is_null()) return "-";
    if (!value.is_structured()) return json_text(value);
    std::string result;
    for (const auto& [key, item] : value.items()) {
        if (!result.empty()) result += ", ";
        if (value.is_object()) result += clean(key) + " = ";
        result += item.is_structured() ? "[" + exact_text(item) + "]" : exact_text(item);
    }
    return result.empty() ? "none" : result;
}

std::vector<Grid> grids(const Json& details, std::span<const std::string_view> skipped) {
    if (!details.is_object()) return {};
    Grid plain;
    std::vector<Grid> nested;
    for (const auto& [key, item] : details.items()) {
        if (std::ranges::find(skipped, key) != skipped.end()) continue;
        if (is_table(item)) {
            nested.push_back(table(key, item));
        } else if (item.is_object() && !item.empty() && all_plain(item)) {
            nested.push_back(pairs(key, item));
        } else {
            plain.rows.push_back({Cell(words(key)), named_cell(key, item)});
        }
    }
    if (!plain.empty()) nested.insert(nested.begin(), std::move(plain));
    return nested;
}

}  // namespace lethe::report
