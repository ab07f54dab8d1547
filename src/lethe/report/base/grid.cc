#include "lethe/report/base/grid.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/utf8.h"

namespace lethe::report {
namespace {

bool all_plain(const Json& value) {
    return std::ranges::all_of(value, [](const Json& item) { return item.is_primitive(); });
}

// A plain value, or a list of them: what fits one cell.
bool fits_cell(const Json& value) {
    return value.is_primitive() || (value.is_array() && all_plain(value));
}

// Records or rows, each of which is a row of cells.
bool is_table(const Json& value) {
    if (value.empty() || value.is_primitive()) return false;
    return std::ranges::all_of(value, [](const Json& item) {
        if (item.is_object()) return std::ranges::all_of(item, fits_cell);
        return item.is_array() && all_plain(item);
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

Cell looked_cell(const Json& value, const FieldLook& look) {
    return look.percent && value.is_number() ? Cell::percent(number(value)) : cell(value);
}

Grid table_of_objects(std::string title, const Json& value, const FieldLook& look) {
    Grid grid{std::move(title), {}, {}};
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
            for (const Json& entry : item) row.push_back(looked_cell(entry, look));
        } else {
            for (const std::string& name : fields) {
                row.push_back(looked_cell(field(item, name), look));
            }
        }
        grid.rows.push_back(std::move(row));
    }
    return grid;
}

std::vector<std::string> keys_of(const Json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, item] : object.items()) keys.push_back(key);
    return keys;
}

// Tables of names and values under construction: those with the same names share one.
struct Merged {
    std::vector<std::string> keys;
    Grid grid;
};

void add_values(std::vector<Merged>& tables, const Json& object, const FieldLook& look) {
    std::vector<std::string> keys = keys_of(object);
    auto place = std::ranges::find(tables, keys, &Merged::keys);
    if (place == tables.end()) {
        Merged fresh{std::move(keys), Grid{"", {look.keys}, {}}};
        for (const std::string& key : fresh.keys) fresh.grid.rows.push_back({Cell(clean(key))});
        place = tables.insert(tables.end(), std::move(fresh));
    }
    place->grid.heads.push_back(look.title);
    std::size_t row = 0;
    for (const Json& item : object) place->grid.rows[row++].push_back(looked_cell(item, look));
}

// An object of plain values and larger ones: the plain ones side by side with others of the same
// names, each table by itself, and what is neither as a fact.
void add_parts(const Json& object, const FieldLook& look, Grid& plain, std::vector<Merged>& merged,
               std::vector<Grid>& nested) {
    Json values = Json::object();
    for (const auto& [key, item] : object.items()) {
        const std::string title = look.title + ": " + words(key);
        if (is_table(item)) {
            nested.push_back(table_of_objects(title, item, look));
        } else if (fits_cell(item)) {
            values[key] = item;
        } else {
            plain.rows.push_back({Cell(title), Cell(exact_text(item))});
        }
    }
    if (!values.empty()) add_values(merged, values, look);
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

std::vector<bool> Grid::numeric_columns() const {
    std::vector<bool> numbers(columns(), false), texts(columns(), false);
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (row[i].type == Cell::Type::number) numbers[i] = true;
            if (row[i].type == Cell::Type::text) texts[i] = true;
        }
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = numbers[i] && !texts[i];
    return numbers;
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

bool is_transition_matrix(const Json& value) {
    return value.is_object() && value.size() == 2 && value.contains("categories") &&
           value.contains("rows") && value["categories"].is_array() && value["rows"].is_array() &&
           value["rows"].size() == value["categories"].size();
}

std::string exact_text(const Json& value) {
    if (is_transition_matrix(value)) {
        const std::string size = std::to_string(value["categories"].size());
        return size + " x " + size;
    }
    if (value.is_string()) return clean(value.get_ref<const std::string&>());
    if (value.is_null()) return "not set";
    if (!value.is_structured()) return json_text(value);
    std::string result;
    for (const auto& [key, item] : value.items()) {
        if (!result.empty()) result += ", ";
        if (value.is_object()) result += clean(key) + " = ";
        result += item.is_structured() ? "[" + exact_text(item) + "]" : exact_text(item);
    }
    return result.empty() ? "none" : result;
}

std::vector<Grid> grids(const Json& details, const Looks& looks) {
    if (!details.is_object()) return {};
    Grid plain;
    std::vector<Merged> merged;
    std::vector<Grid> nested;
    for (const auto& [key, item] : details.items()) {
        FieldLook look = looks ? looks(key) : FieldLook{};
        if (look.hidden) continue;
        if (look.title.empty()) look.title = words(key);
        if (is_table(item)) {
            nested.push_back(table_of_objects(look.title, item, look));
        } else if (item.is_object() && !item.empty() && all_plain(item)) {
            add_values(merged, item, look);
        } else if (item.is_object() && !item.empty()) {
            add_parts(item, look, plain, merged, nested);
        } else {
            plain.rows.push_back({Cell(look.title), looked_cell(item, look)});
        }
    }
    std::vector<Grid> result;
    if (!plain.empty()) result.push_back(std::move(plain));
    for (Merged& one : merged) result.push_back(std::move(one.grid));
    std::ranges::move(nested, std::back_inserter(result));
    return result;
}

}  // namespace lethe::report
