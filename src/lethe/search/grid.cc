// Grid files of explore.
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/toml_json.h"
#include "lethe/method/catalogue.h"
#include "lethe/search/explore.h"

namespace lethe {
namespace {

// All combinations of one value of each list; a value that is no list stands for itself.
std::vector<Json> combinations(const Json& lists) {
    std::vector<Json> result{Json::object()};
    for (const auto& [key, values] : lists.items()) {
        std::vector<Json> longer;
        for (const Json& partial : result) {
            for (const Json& value : values.is_array() ? values : Json::array({values})) {
                Json next = partial;
                next[key] = value;
                longer.push_back(std::move(next));
            }
        }
        result = std::move(longer);
    }
    return result;
}

}  // namespace

std::vector<Choice> parse_grid(std::string_view text, const std::string& file) {
    const toml::table root = parse_toml(text, file);
    Problems problems;
    std::vector<Choice> grid;
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
            const std::string method = fields["method"];
            fields.erase("method");
            for (Json& parameters : combinations(fields)) {
                try {
                    find_method(method, Family::mask).bind(parameters, place, problems);
                } catch (const Error& error) {
                    problems.push_back({error.what(), place});
                    break;
                }
                grid.push_back({method, std::move(parameters)});
            }
        }
    }
    throw_if_any(std::move(problems));
    if (grid.empty()) {
        throw Error(ErrorKind::usage, "the grid has no [[try]] entry", {file, 0, 0, {}});
    }
    return grid;
}

}  // namespace lethe
