// What explore tries: grid files, and the grid without one.
#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/toml_json.h"
#include "lethe/method/catalogue.h"
#include "lethe/search/advise/explore.h"

namespace lethe::search {
namespace {

int depth_of(const Json& value) {
    if (!value.is_array()) return 0;
    int deepest = 0;
    for (const Json& item : value) deepest = std::max(deepest, depth_of(item));
    return deepest + 1;
}

// A list gives alternatives, but for a parameter that is itself a list of lists (groups of
// columns): there one such value stands for itself, and alternatives are a list of them.
std::vector<Json> alternatives(const Method& method, const std::string& name, const Json& value) {
    bool single = !value.is_array();
    for (const Parameter& parameter : method.parameters) {
        const bool nested = parameter.type.starts_with("list of list of ");
        if (parameter.name == name && nested) single = depth_of(value) <= 2;
    }
    if (single) return {value};
    return {value.begin(), value.end()};
}

// All combinations of one alternative of each parameter.
std::vector<Json> combinations(const Method& method, const Json& lists) {
    std::vector<Json> result{Json::object()};
    for (const auto& [key, values] : lists.items()) {
        std::vector<Json> longer;
        for (const Json& partial : result) {
            for (const Json& value : alternatives(method, key, values)) {
                Json next = partial;
                next[key] = value;
                longer.push_back(std::move(next));
            }
        }
        result = std::move(longer);
    }
    return result;
}

void add_new(Problems& problems, const Problems& found) {
    for (const Problem& problem : found) {
        const auto same = [&](const Problem& p) { return to_string(p) == to_string(problem); };
        if (std::none_of(problems.begin(), problems.end(), same)) problems.push_back(problem);
    }
}

// Whether the method takes any of the columns, and with these parameters.
bool fits(const release::Choice& choice, const Table& table, std::span<const std::string> columns) {
    const Method& method = find_method(choice.method, Family::mask);
    const std::vector<std::string> taken = taken_columns(method, table, columns);
    Problems problems;
    const Json parameters = method.bind(choice.parameters, {}, problems);
    throw_if_any(ErrorKind::internal, problems);
    method.check(table, taken, parameters, {}, problems);
    return !taken.empty() && problems.empty();
}

}  // namespace

std::vector<release::Choice> parse_grid(std::string_view text, const std::string& file) {
    const toml::table root = parse_toml(text, file);
    Problems problems;
    std::vector<release::Choice> grid;
    for (const auto& [key, node] : root) {
        const toml::array* entries = node.as_array();
        if (key.str() != "try" || entries == nullptr || !entries->is_array_of_tables()) {
            problems.push_back(
                {"a grid file has [[try]] entries and nothing else", toml_place(node, file)});
            continue;
        }
        for (const toml::node& entry : *entries) {
            Json fields = toml_to_json(entry);
            const Place place = toml_place(entry, file);
            if (!fields.contains("method") || !fields["method"].is_string()) {
                problems.push_back({"an entry needs a method, such as method = \"mdav\"", place});
                continue;
            }
            const std::string name = fields["method"];
            fields.erase("method");
            try {
                const Method& method = find_method(name, Family::mask);
                for (Json& parameters : combinations(method, fields)) {
                    Problems found;
                    method.bind(parameters, place, found);
                    add_new(problems, found);
                    grid.push_back({name, std::move(parameters)});
                }
            } catch (const Error& error) {
                problems.push_back({error.what(), place});
            }
        }
    }
    throw_if_any(std::move(problems));
    if (grid.empty()) {
        throw Error(ErrorKind::usage, "the grid has no [[try]] entry", {file, 0, 0, {}});
    }
    return grid;
}

std::vector<release::Choice> default_grid(const Table& table,
                                          std::span<const std::string> columns) {
    const bool meaning = std::any_of(columns.begin(), columns.end(), [&](const std::string& name) {
        return table.column(name).meaning() != nullptr;
    });
    std::vector<const Method*> methods = methods_of(Family::mask);
    std::ranges::stable_sort(methods, {},
                             [](const Method* method) { return method->info.ladder_turn; });
    std::vector<release::Choice> grid;
    for (const Method* method : methods) {
        const MethodInfo& info = method->info;
        if (info.needs_meaning && !meaning) continue;
        for (const Json& parameters : info.ladder) {
            const bool worth =
                info.worth_trying == nullptr || info.worth_trying(table, columns, parameters);
            release::Choice choice{info.name, parameters};
            if (worth && fits(choice, table, columns)) grid.push_back(std::move(choice));
        }
    }
    return grid;
}

}  // namespace lethe::search
