#include "lethe/method/transition_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lethe/method/parameter.h"

namespace lethe {

TransitionMatrix TransitionTable::matrix() const {
    TransitionMatrix result(std::ssize(rows), std::ssize(categories));
    for (Eigen::Index k = 0; k < result.rows(); ++k) {
        for (Eigen::Index l = 0; l < result.cols(); ++l) {
            result(k, l) = rows[static_cast<std::size_t>(k)][static_cast<std::size_t>(l)];
        }
    }
    return result;
}

TransitionTable transition_table(std::vector<std::string> categories,
                                 const TransitionMatrix& matrix) {
    TransitionTable table{std::move(categories), {}};
    for (Eigen::Index k = 0; k < matrix.rows(); ++k) {
        table.rows.emplace_back(matrix.row(k).begin(), matrix.row(k).end());
    }
    return table;
}

Problems check(const TransitionTable& table, const std::string& what, const Place& place) {
    Problems problems;
    const auto add = [&](const std::string& message) {
        problems.push_back({what + ": " + message, place});
    };
    if (table.categories.empty()) add("the transition matrix has no categories");
    std::set<std::string> seen;
    for (const std::string& category : table.categories) {
        if (!seen.insert(category).second) {
            add(fmt::format("the transition matrix lists the category \"{}\" twice", category));
        }
    }
    if (table.rows.size() != table.categories.size()) {
        add(
            fmt::format("the transition matrix has {} categories and {} rows; it needs a row for "
                        "each category",
                        table.categories.size(), table.rows.size()));
    }
    for (std::size_t k = 0; k < table.rows.size(); ++k) {
        if (table.rows[k].size() == table.categories.size()) continue;
        add(
            fmt::format("row {} of the transition matrix has {} numbers; it needs one for each of "
                        "the {} categories",
                        k + 1, table.rows[k].size(), table.categories.size()));
    }
    return problems.empty() ? check_stochastic(table.matrix(), what, place) : problems;
}

std::string read(const Json& given, TransitionTable& value) {
    if (given.is_string()) return "cannot be read from a file here; give its categories and rows";
    if (!given.is_object()) return "must be a table of categories and rows";
    for (const auto& [key, item] : given.items()) {
        if (key != "categories" && key != "rows") {
            return fmt::format("has \"{}\"; allowed: categories, rows", key);
        }
    }
    if (!given.contains("categories") || !given.contains("rows")) {
        return "must have categories and rows";
    }
    if (std::string wrong = detail::read(given["categories"], value.categories); !wrong.empty()) {
        return "has a category that " + wrong;
    }
    if (std::string wrong = detail::read(given["rows"], value.rows); !wrong.empty()) {
        return "has an entry that " + wrong;
    }
    return {};
}

std::string type_name(const TransitionTable*) { return "transition matrix"; }

void to_json(Json& json, const TransitionTable& table) {
    json = Json{{"categories", table.categories}, {"rows", table.rows}};
}

}  // namespace lethe
