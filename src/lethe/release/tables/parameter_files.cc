#include "lethe/release/tables/parameter_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "lethe/data/formats/table_files.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/io/file.h"
#include "lethe/method/transition_table.h"
#include "lethe/table/attack/linkage/given_distance.h"

namespace lethe::release {
namespace {

Json matrix_from_json(const std::string& path) {
    Json json = Json::parse(read_file(path), nullptr, false);
    if (json.is_discarded()) throw Error(ErrorKind::input, "not a JSON file", {path, 0, 0, {}});
    TransitionTable table;
    if (std::string wrong = read(json, table); !wrong.empty()) {
        throw Error(ErrorKind::input, "the matrix " + wrong, {path, 0, 0, {}});
    }
    return json;
}

// Read as texts without a header, whose first field may be empty then.
Json matrix_from_csv(const std::string& path) {
    const auto fail = [&](std::int64_t line, const std::string& message) {
        throw Error(ErrorKind::input, message, {path, line, 0, {}});
    };
    ReadOptions options;
    options.header = false;
    const Table cells = read_table({}, path, options);
    const auto& columns = cells.columns();
    TransitionTable table;
    for (std::size_t j = 1; j < columns.size(); ++j) {
        table.categories.push_back(columns[j]->text(0));
    }
    for (std::int64_t row = 1; row < cells.rows(); ++row) {
        const auto k = static_cast<std::size_t>(row);
        const std::string label = columns.front()->text(row);
        if (k <= table.categories.size() && label != table.categories[k - 1]) {
            fail(row + 1,
                 fmt::format("row {} of the matrix is of category \"{}\", but column {} is "
                             "of \"{}\"; rows and columns must be in the same order",
                             row, label, row, table.categories[k - 1]));
        }
        std::vector<double>& entries = table.rows.emplace_back();
        for (std::size_t j = 1; j < columns.size(); ++j) {
            const auto entry = parse_number(columns[j]->text(row));
            if (!entry) {
                fail(row + 1,
                     fmt::format("row {} of the matrix has no number in column {}", row, j));
            }
            entries.push_back(*entry);
        }
    }
    return table;
}

Json matrix_from(const std::string& path) {
    const std::string extension = std::filesystem::path(path).extension().string();
    if (extension == ".json") return matrix_from_json(path);
    if (extension == ".csv") return matrix_from_csv(path);
    throw Error(ErrorKind::usage, "a matrix is read from a .csv or .json file", {path, 0, 0, {}});
}

// Weights: a line for each column, its name and its weight. A matrix: as `lethe attack --lattice`
// writes it.
Json distance_from_csv(const std::string& path) {
    ReadOptions options;
    options.header = false;
    const Table cells = read_table({}, path, options);
    const auto& columns = cells.columns();
    const auto number = [&](std::size_t column, std::int64_t row) {
        const auto value = parse_number(columns[column]->text(row));
        if (!value) {
            throw Error(ErrorKind::input, fmt::format("no number in column {}", column + 1),
                        {path, row + 1, 0, {}});
        }
        return *value;
    };
    const bool square = std::ssize(columns) == cells.rows() && cells.rows() > 2;
    if (!square && columns.size() != 2) {
        throw Error(ErrorKind::input, "neither a line for each weight nor a square matrix",
                    {path, 0, 0, {}});
    }
    const auto first = cells.rows() > 0 && !parse_number(columns[1]->text(0)) ? 1 : 0;
    Json given = Json::object();
    if (!square) {
        for (std::int64_t row = first; row < cells.rows(); ++row) {
            given["weights"][columns[0]->text(row)] = number(1, row);
        }
        return given;
    }
    for (std::size_t j = 1; j < columns.size(); ++j) {
        given["matrix"]["columns"].push_back(columns[j]->text(0));
    }
    for (std::int64_t row = 1; row < cells.rows(); ++row) {
        Json entries = Json::array();
        for (std::size_t j = 1; j < columns.size(); ++j) entries.push_back(number(j, row));
        given["matrix"]["rows"].push_back(std::move(entries));
    }
    return given;
}

Json distance_from(const std::string& path) {
    const std::string extension = std::filesystem::path(path).extension().string();
    if (extension == ".csv") return distance_from_csv(path);
    if (extension != ".json") {
        throw Error(ErrorKind::usage, "a distance is read from a .csv or .json file",
                    {path, 0, 0, {}});
    }
    Json json = Json::parse(read_file(path), nullptr, false);
    attack::GivenDistance distance;
    if (json.is_discarded()) throw Error(ErrorKind::input, "not a JSON file", {path, 0, 0, {}});
    if (std::string wrong = attack::read(json, distance); !wrong.empty()) {
        throw Error(ErrorKind::input, wrong, {path, 0, 0, {}});
    }
    return distance;
}

// A table is given as it is, or as JSON; other texts name files.
bool names_a_file(const Json& given) {
    return given.is_string() && !given.get<std::string>().starts_with("{");
}

}  // namespace

void load_parameter_files(const Method& method, Json& parameters, const std::string& folder,
                          const Place& place) {
    Problems problems;
    for (const Parameter& parameter : method.parameters) {
        if (parameter.type == "distance" && parameters.is_object() &&
            parameters.contains(parameter.name) && names_a_file(parameters[parameter.name])) {
            try {
                parameters[parameter.name] = distance_from(
                    std::filesystem::path(folder) / parameters[parameter.name].get<std::string>());
            } catch (const Error& error) {
                Place where = place;
                where.parameter += (where.parameter.empty() ? "" : ".") + parameter.name;
                problems.push_back({error.what(), where, error.kind()});
            }
            continue;
        }
        if (parameter.type != "table of transition matrix") continue;
        if (!parameters.is_object() || !parameters.contains(parameter.name)) continue;
        Json given = detail::table_of(parameters[parameter.name]);
        if (!given.is_object()) continue;
        Place where = place;
        where.parameter += (where.parameter.empty() ? "" : ".") + parameter.name;
        for (auto& [column, value] : given.items()) {
            if (!value.is_string()) continue;
            try {
                value = matrix_from(std::filesystem::path(folder) / value.get<std::string>());
            } catch (const Error& error) {
                problems.push_back(
                    {fmt::format("column \"{}\": {}", column, error.what()), where, error.kind()});
            }
        }
        parameters[parameter.name] = std::move(given);
    }
    throw_if_any(std::move(problems));
}

}  // namespace lethe::release
