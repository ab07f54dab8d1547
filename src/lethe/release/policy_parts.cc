#include "lethe/release/policy_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/data/formats/databases/database_source.h"
#include "lethe/io/toml_text.h"
#include "lethe/knowledge/readers/combined_source.h"
#include "lethe/method/catalogue.h"

namespace lethe::release {
namespace {

constexpr std::string_view kSetKind = "set";
constexpr std::string_view kMinusBehind = "behind";
constexpr std::string_view kPersonRole = "person";

std::string_view words_of_kind(DataKind kind) {
    switch (kind) {
        case DataKind::table:
            return "a table";
        case DataKind::documents:
            return "documents";
        case DataKind::vectors:
            return "document vectors";
        case DataKind::graph:
            return "a graph";
    }
    return {};
}

// A word for one of a few things; a problem for any other.
template <class Find, class Names, class Target>
void read_named(const TomlReader& reader, const toml::table& table, const char* key, Find find,
                const Names& names, Target& target) {
    const auto word = reader.value<std::string>(table, key, "a text");
    if (!word) return;
    if (const auto found = find(*word)) {
        target = *found;
    } else {
        reader.problem(*table.get(key), fmt::format("there is no {} \"{}\"; allowed: {}", key,
                                                    *word, fmt::join(names, ", ")));
    }
}

// Of numbers: the marks that are given.
void read_number_marks(const TomlReader& reader, const toml::table& table, ColumnPolicy& column) {
    NumberMarks marks;
    bool given = false;
    for (const auto& [key, mark] :
         std::initializer_list<std::pair<const char*, std::string*>>{{"decimal", &marks.decimal},
                                                                     {"group", &marks.group},
                                                                     {"before", &marks.before},
                                                                     {"after", &marks.after},
                                                                     {"minus", &marks.minus}}) {
        if (auto text = reader.value<std::string>(table, key, "a text")) {
            *mark = std::move(*text);
            given = true;
        }
    }
    if (!given) return;
    if (column.kind != Kind::numeric || column.quantity) {
        reader.problem(table,
                       "\"decimal\", \"group\", \"before\", \"after\" and \"minus\" need kind = "
                       "\"numeric\"");
        return;
    }
    if (marks.minus == kMinusBehind) {
        marks.minus = NumberMarks().minus;
        marks.minus_behind = true;
    }
    try {
        column.notation = Notation::of_numbers(std::move(marks));
    } catch (const Error& error) {
        reader.problem(table, error.what());
    }
}

// kind = "date", "time", "moment" or "duration": numbers that are written by a pattern. Without one
// they are as they were recognised.
bool read_date_kind(const TomlReader& reader, const toml::table& table, std::string_view word,
                    ColumnPolicy& column) {
    const std::optional<Quantity> quantity = quantity_named(word);
    if (!quantity || quantity == Quantity::number) return false;
    column.kind = Kind::numeric;
    column.quantity = quantity;
    const auto pattern = reader.value<std::string>(table, "format", "a pattern");
    if (!pattern) return true;
    try {
        column.notation = Notation::of_dates(*pattern, *quantity);
    } catch (const Error& error) {
        reader.problem(*table.get("format"), error.what());
    }
    return true;
}

// kind = "set": categories that have items. The separator of these is ";" where none is given.
void read_column_kind(const TomlReader& reader, const toml::table& table, ColumnPolicy& column) {
    const auto word = reader.value<std::string>(table, "kind", "a text");
    const auto separator = reader.value<std::string>(table, "separator", "a text");
    if (word != kSetKind) {
        std::vector<std::string_view> names = kind_names();
        names.insert(names.end(), {kSetKind, "date", "time", "moment", "duration"});
        if (!word || !read_date_kind(reader, table, *word, column)) {
            read_named(reader, table, "kind", kind_named, names, column.kind);
        }
        read_number_marks(reader, table, column);
        if (separator) {
            reader.problem(*table.get("separator"), "\"separator\" needs kind = \"set\"");
        }
        return;
    }
    column.kind = Kind::nominal;
    column.separator = separator.value_or(";");
    if (column.separator->find_first_not_of(" \t\r\n") == std::string::npos) {
        reader.problem(*table.get("separator"),
                       "\"separator\" must be a text that is not blank: space around items does "
                       "not count");
    }
}

void read_column_knowledge(const TomlReader& reader, const toml::table& table,
                           ColumnPolicy& column) {
    const auto source = reader.value<std::string>(table, "knowledge", "a path, or \"wordnet\"");
    if (!source) {
        for (const char* key : {"format", "map", "senses", "unmapped", "phrases", "content"}) {
            const bool pattern = column.quantity && std::string_view(key) == "format";
            if (table.contains(key) && !pattern) {
                reader.problem(*table.get(key), fmt::format("\"{}\" needs knowledge", key));
            }
        }
        return;
    }
    if (column.kind && *column.kind != Kind::semantic && !column.separator) {
        reader.problem(*table.get("kind"),
                       "a column with knowledge is of kind \"semantic\", or of kind \"set\"");
    }
    column.kind = Kind::semantic;
    ColumnKnowledge& knowledge = column.knowledge.emplace();
    knowledge.source = *source;
    knowledge.map = reader.text(table, "map", "a path");
    knowledge.format = read_format(reader, table);
    read_named(reader, table, "senses", sense_policy_named, sense_policy_names(), knowledge.senses);
    read_named(reader, table, "unmapped", unmapped_named, unmapped_names(), knowledge.unmapped);
    knowledge.content = reader.text(table, "content", "a path");
    if (const toml::node* node = table.get("phrases")) {
        const auto least = node->is_number() ? node->value<double>() : std::nullopt;
        if (least && *least >= 0 && *least <= 1) {
            knowledge.phrases = least;
        } else {
            reader.problem(*node, "\"phrases\" must be a confidence from 0 to 1");
        }
    }
}

}  // namespace

std::optional<DataKind> read_data_kind(const TomlReader& reader, const toml::table& root) {
    const auto word = reader.value<std::string>(root, "data", "a text");
    if (!word) return std::nullopt;
    const std::optional<DataKind> kind = data_kind_named(*word);
    if (!kind) {
        const std::vector<std::string> kinds{"table", "documents", "vectors", "graph"};
        reader.problem(*root.get("data"), unknown_name("kind of data", *word, kinds));
    }
    return kind;
}

bool is_for(const TomlReader& reader, const toml::table& root, DataKind data) {
    const DataKind kind = read_data_kind(reader, root).value_or(data);
    if (kind == data) return true;
    reader.problem(*root.get("data"), fmt::format("the policy is for {}, and the data are {}",
                                                  words_of_kind(kind), words_of_kind(data)));
    return false;
}

std::vector<std::string> table_reading_keys() {
    return {"separator", "header", "encoding", "missing", "sheet", "data_format", "decimal",
            "group",     "dates",  "widths",   "names",   "skip",  "last"};
}

namespace {

// How numbers and dates are written.
void read_notations(const TomlReader& reader, const toml::table& table, NotationWishes& wishes) {
    wishes.decimal = reader.text(table, "decimal", "\".\" or \",\"");
    wishes.group = reader.text(table, "group", "a text, such as \".\"");
    try {
        wishes.check();
    } catch (const Error& error) {
        const char* key = table.contains("decimal") ? "decimal" : "group";
        reader.problem(*table.get(key), error.what());
        wishes.decimal.clear();
        wishes.group.clear();
    }
    const std::string dates = reader.text(table, "dates");
    if (dates.empty()) return;
    try {
        wishes.read_dates(dates);
    } catch (const Error& error) {
        reader.problem(
            *table.get("dates"),
            fmt::format("\"dates\" must be \"day first\", \"month first\" or a pattern: {}",
                        error.what()));
    }
}

// A number of lines or characters.
std::int64_t read_lines(const TomlReader& reader, const toml::table& table, const char* key) {
    constexpr std::int64_t kMost = 1'000'000'000'000;
    const auto lines = reader.value<std::int64_t>(table, key, "a number of lines");
    if (!lines || (*lines >= 0 && *lines <= kMost)) return lines.value_or(0);
    reader.problem(*table.get(key), fmt::format("\"{}\" must be a number of lines", key));
    return 0;
}

std::vector<std::int64_t> read_widths(const TomlReader& reader, const toml::table& table) {
    constexpr double kMost = 1'000'000;
    constexpr std::string_view kExpected = "a list of numbers of characters, such as [5, 3, 8]";
    std::vector<std::int64_t> widths;
    for (const double width : reader.numbers(table, "widths", kExpected)) {
        if (!(width >= 1 && width <= kMost) || width != std::trunc(width)) {
            reader.problem(*table.get("widths"), fmt::format("\"widths\" must be {}", kExpected));
            return {};
        }
        widths.push_back(static_cast<std::int64_t>(width));
    }
    return widths;
}

}  // namespace

ReadOptions read_table_reading(const TomlReader& reader, const toml::table& table) {
    ReadOptions read;
    if (const auto text = reader.value<std::string>(table, "separator", "one character")) {
        if (text->size() == 1) {
            read.separator = text->front();
        } else {
            reader.problem(*table.get("separator"), "\"separator\" must be one character");
        }
    }
    read.header = reader.value<bool>(table, "header", "true or false");
    if (auto text = reader.value<std::string>(table, "encoding", "a text")) {
        read.encoding = std::move(*text);
    }
    read.missing = reader.texts(table, "missing");
    read.sheet = reader.value<std::string>(table, "sheet", "the name of a sheet");
    read_named(reader, table, "data_format", format_named, format_names(), read.format);
    read_notations(reader, table, read.notations);
    read.widths = read_widths(reader, table);
    if (!read.widths.empty() && read.separator) {
        reader.problem(*table.get("separator"), "\"separator\" goes without \"widths\"");
    }
    read.names = reader.texts(table, "names");
    read.skip = read_lines(reader, table, "skip");
    read.last = read_lines(reader, table, "last");
    return read;
}

Json table_reading_json(const ReadOptions& read) {
    Json keys = Json::object();
    if (read.separator) keys["separator"] = std::string(1, *read.separator);
    if (read.header) keys["header"] = *read.header;
    if (read.encoding != ReadOptions().encoding) keys["encoding"] = read.encoding;
    if (!read.missing.empty()) keys["missing"] = read.missing;
    if (read.sheet) keys["sheet"] = *read.sheet;
    if (read.format) keys["data_format"] = read.format->name;
    if (!read.notations.decimal.empty()) keys["decimal"] = read.notations.decimal;
    if (!read.notations.group.empty()) keys["group"] = read.notations.group;
    if (const std::string dates = read.notations.dates_text(); !dates.empty())
        keys["dates"] = dates;
    if (!read.widths.empty()) keys["widths"] = read.widths;
    if (!read.names.empty()) keys["names"] = read.names;
    if (read.skip > 0) keys["skip"] = read.skip;
    if (read.last > 0) keys["last"] = read.last;
    return keys;
}

std::vector<std::string> column_keys() {
    return {"role",     "kind",    "separator", "order",   "knowledge", "format", "map",   "senses",
            "unmapped", "phrases", "content",   "decimal", "group",     "before", "after", "minus"};
}

ColumnPolicy read_column(const TomlReader& reader, std::string name, const toml::table& table,
                         bool survey) {
    ColumnPolicy column;
    column.name = std::move(name);
    column.place = reader.place(table);
    const toml::node* role = table.get("role");
    if (survey && role != nullptr) {
        column.survey = survey_role_named(role->value_exact<std::string>().value_or(""));
    }
    column.person = survey && role != nullptr && role->value_exact<std::string>() == kPersonRole;
    if (column.survey) {
        column.role = role_of(*column.survey);
    } else if (column.person) {
        column.role = Role::identifier;
    } else {
        std::vector<std::string_view> allowed = role_names();
        if (survey) {
            const std::vector<std::string_view> more = survey_role_names();
            allowed.insert(allowed.end(), more.begin(), more.end());
            allowed.push_back(kPersonRole);
        }
        read_named(reader, table, "role", role_named, allowed, column.role);
    }
    read_column_kind(reader, table, column);
    column.order = reader.texts(table, "order");
    if (!column.order.empty() && column.kind != Kind::ordinal) {
        reader.problem(*table.get("order"), "\"order\" needs kind = \"ordinal\"");
    }
    read_column_knowledge(reader, table, column);
    return column;
}

void each_column(const TomlReader& reader, const toml::table& root, const TakeColumn& take) {
    const toml::node* node = root.get("columns");
    if (node == nullptr) return;
    const toml::table* columns = node->as_table();
    if (columns == nullptr) {
        return reader.problem(*node, "[columns] must be a table of column names");
    }
    for (const auto& [key, value] : *columns) {
        if (const toml::table* table = value.as_table()) {
            take(std::string(key.str()), *table);
        } else {
            reader.problem(value, fmt::format("column \"{}\" must be a table such as {{ role = "
                                              "\"quasi\" }}",
                                              key.str()));
        }
    }
}

Json notation_json(const Notation& notation) {
    Json keys = Json::object();
    if (!notation.is_number()) {
        keys["format"] = notation.dates()->pattern();
        return keys;
    }
    const NumberMarks& marks = notation.marks();
    keys["decimal"] = marks.decimal;
    if (!marks.group.empty()) keys["group"] = marks.group;
    if (!marks.before.empty()) keys["before"] = marks.before;
    if (!marks.after.empty()) keys["after"] = marks.after;
    if (marks.minus != NumberMarks().minus) keys["minus"] = marks.minus;
    if (marks.minus_behind) keys["minus"] = kMinusBehind;
    return keys;
}

Json column_json(const ColumnPolicy& column) {
    Json keys = Json::object();
    if (column.role) {
        keys["role"] = column.person   ? kPersonRole
                       : column.survey ? name(*column.survey)
                                       : name(*column.role);
    }
    if (column.separator) {
        keys["kind"] = kSetKind;
        keys["separator"] = *column.separator;
    } else if (column.quantity) {
        keys["kind"] = name(*column.quantity);
    } else if (column.kind) {
        keys["kind"] = name(*column.kind);
    }
    if (column.notation) keys.update(notation_json(*column.notation));
    if (!column.order.empty()) keys["order"] = column.order;
    if (const auto& knowledge = column.knowledge) {
        const ColumnKnowledge usual;
        keys["knowledge"] = knowledge->source;
        if (knowledge->format) keys["format"] = name(*knowledge->format);
        if (!knowledge->map.empty()) keys["map"] = knowledge->map;
        if (knowledge->senses != usual.senses) keys["senses"] = name(knowledge->senses);
        if (knowledge->unmapped != usual.unmapped) keys["unmapped"] = name(knowledge->unmapped);
        if (knowledge->phrases) keys["phrases"] = *knowledge->phrases;
        if (!knowledge->content.empty()) keys["content"] = knowledge->content;
    }
    return keys;
}

std::optional<KnowledgeFormat> read_format(const TomlReader& reader, const toml::table& table) {
    std::optional<KnowledgeFormat> format;
    read_named(reader, table, "format", knowledge_format_named, knowledge_format_names(), format);
    return format;
}

void to_folder(std::string& path, const std::string& folder) {
    if (path.empty() || is_named_source(path)) return;
    const auto moved = [&](const std::string& one) {
        return (std::filesystem::path(folder) / one).string();
    };
    path = is_database(path) ? with_database_path(path, moved) : moved(path);
}

void to_absolute(std::string& path) {
    if (path.empty() || is_named_source(path)) return;
    const auto moved = [](const std::string& one) {
        return std::filesystem::absolute(one).string();
    };
    path = is_database(path) ? with_database_path(path, moved) : moved(path);
}

void source_to_folder(std::string& source, const std::string& folder) {
    source = with_paths(source, [&](std::string path) {
        to_folder(path, folder);
        return path;
    });
}

void source_to_absolute(std::string& source) {
    source = with_paths(source, [](std::string path) {
        to_absolute(path);
        return path;
    });
}

std::vector<StepPolicy> read_steps(const TomlReader& reader, const toml::table& root) {
    std::vector<StepPolicy> steps;
    const toml::node* node = root.get("step");
    if (node == nullptr) return steps;
    const toml::array* items = node->as_array();
    if (items == nullptr || !items->is_array_of_tables()) {
        reader.problem(*node, "steps are written as [[step]]");
        return steps;
    }
    for (const toml::node& item : *items) {
        const toml::table& table = *item.as_table();
        StepPolicy step;
        step.place = reader.place(table);
        step.columns = reader.texts(table, "columns");
        if (const toml::array* list = table["columns"].as_array();
            list != nullptr && list->empty()) {
            reader.problem(*list, "columns is an empty list; leave it out for the default");
        }
        const auto method = reader.value<std::string>(table, "method", "a text");
        step.method = method.value_or("");
        if (!table.contains("method") || method == "") {
            reader.problem(table, "a step needs a method, such as method = \"mdav\"");
        }
        for (const auto& [key, parameter] : table) {
            const std::string name(key.str());
            step.parameter_places[name] = reader.place(key);
            if (name != "method" && name != "columns") {
                step.parameters[name] = toml_to_json(parameter);
            }
        }
        steps.push_back(std::move(step));
    }
    return steps;
}

const Method* check_step(const StepPolicy& step, FindProtection find, Problems& problems) {
    if (step.method.empty()) return nullptr;  // a problem already
    const std::size_t first = problems.size();
    try {
        const Method& method = find(step.method);
        method.bind(step.parameters, step.place, problems);
        point_at_parameters(step, first, problems);
        return &method;
    } catch (const Error& error) {
        Place place = step.place;
        const auto found = step.parameter_places.find("method");
        if (found != step.parameter_places.end()) place = found->second;
        problems.push_back({error.problems().front().message, std::move(place)});
        return nullptr;
    }
}

std::string step_text(const StepPolicy& step) {
    std::string text = fmt::format("[[step]]\nmethod = {}\n", toml_quoted(step.method));
    if (!step.columns.empty()) text += fmt::format("columns = {}\n", toml_value(step.columns));
    for (const auto& [key, value] : step.parameters.items()) {
        if (!value.is_null()) text += fmt::format("{} = {}\n", toml_key(key), toml_value(value));
    }
    return text;
}

}  // namespace lethe::release
