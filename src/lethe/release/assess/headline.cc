#include "lethe/release/assess/headline.h"

#include <algorithm>
#include <string_view>

#include "lethe/data/groups.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/comparison.h"

namespace lethe {

double ClassBound::average() const { return percent(classes, rows); }
double ClassBound::person() const {
    return smallest > 0 ? 100.0 / static_cast<double>(smallest) : 0;
}

ClassBound class_bound(const Context& context, const Table& masked,
                       const std::vector<std::string>& columns) {
    // Intervals are read as numbers, but two of them with the same middle are two values.
    std::vector<ColumnPtr> written;
    for (const std::string& name : columns) {
        const Column& column = masked.column(name);
        const bool labels =
            column.is_numeric() && column.spelling() != nullptr && !column.spelling()->rows.empty();
        written.push_back(labels ? column.as_written(Kind::nominal) : masked.column_ptr(name));
    }
    const Groups groups = group_rows(context, Table(std::move(written)), columns);
    return {masked.rows(), groups.classes(), groups.smallest(),
            std::count(groups.sizes.begin(), groups.sizes.end(), std::int64_t{1})};
}

Json to_json(const ClassBound& bound) {
    return {{"rows", bound.rows},
            {"classes", bound.classes},
            {"smallest", bound.smallest},
            {"unique", bound.unique},
            {"average", bound.average()},
            {"person", bound.person()},
            {"unique_share", percent(bound.unique, bound.rows)}};
}

bool finds_people(const Json& result) {
    const Method* method = find_method(result["name"].get<std::string>());
    return method != nullptr ? method->info.finds_people : result.value("finds_people", false);
}

std::optional<double> share_found(const Json& result) {
    if (!finds_people(result) || !result["value"].is_number()) return std::nullopt;
    double found = result["value"].get<double>();
    // Where links were learnt from some people, the others are those who are looked for.
    const Json& details = result["details"];
    const Json& judged = details.contains("test") ? details["test"] : details;
    if (judged.is_object() && judged.contains("expected") && judged["expected"].is_number()) {
        found = std::max(found, judged["expected"].get<double>());
    }
    return found;
}

std::optional<Headline> headline_of(const Json& results, std::optional<double> most) {
    std::optional<Headline> worst;
    for (const Json& result : results) {
        std::optional<double> found = share_found(result);
        const bool drawn = result.contains("interval") ||
                           (result["details"].is_object() && result["details"].contains("test"));
        // Of the people of a file more may be found than of all.
        const bool of_all = result.value("people_of", "") != "file";
        if (found && most && drawn && of_all) found = std::min(*found, *most);
        if (!found || (worst && *found <= worst->found)) continue;
        Headline next;
        next.found = *found;
        if (result.contains("interval")) {
            next.interval = {
                {result["interval"][0].get<double>(), result["interval"][1].get<double>()}};
            for (double& end : *next.interval) {
                if (of_all) end = std::min(end, most.value_or(end));
            }
        }
        const Json& details = result["details"];
        const Json& judged = details.contains("test") ? details["test"] : details;
        if (judged.is_object()) next.looked_for = judged.value("records", std::int64_t{0});
        next.attack = result["name"];
        next.title = result["title"];
        next.parameters = result["parameters"];
        next.knows = result.value("knows", "");
        if (result.contains("columns")) next.columns = result["columns"];
        worst = std::move(next);
    }
    return worst;
}

Json to_json(const Headline& headline) {
    Json json{{"name", headline.attack},           {"title", headline.title},
              {"parameters", headline.parameters}, {"value", headline.found},
              {"looked_for", headline.looked_for}, {"knows", headline.knows},
              {"columns", headline.columns}};
    if (headline.interval) json["interval"] = *headline.interval;
    return json;
}

}  // namespace lethe
