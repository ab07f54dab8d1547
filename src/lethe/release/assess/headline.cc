#include "lethe/release/assess/headline.h"

#include <algorithm>
#include <string_view>

#include "lethe/data/groups.h"
#include "lethe/method/comparison.h"

namespace lethe::release {

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

const Json& judged_details(const MethodResult& result) {
    const Json& details = result.details;
    return details.contains("test") ? details["test"] : details;
}

std::optional<double> share_found(const MethodResult& result) {
    if (!result.finds_people || !result.value) return std::nullopt;
    const Json& judged = judged_details(result);
    if (judged.is_object() && judged.contains("expected") && judged["expected"].is_number()) {
        return std::max(*result.value, judged["expected"].get<double>());
    }
    return result.value;
}

std::optional<Headline> headline_of(std::span<const MethodResult> results,
                                    std::optional<double> most) {
    std::optional<Headline> worst;
    for (const MethodResult& result : results) {
        std::optional<double> found = share_found(result);
        const bool drawn = result.interval || result.details.contains("test");
        // Of the people of a file more may be found than of all.
        if (found && most && drawn && !result.of_file) found = std::min(*found, *most);
        if (!found || (worst && *found <= worst->found)) continue;
        Headline next;
        next.found = *found;
        next.interval = result.interval;
        if (next.interval && !result.of_file) {
            for (double& end : *next.interval) end = std::min(end, most.value_or(end));
        }
        const Json& judged = judged_details(result);
        if (judged.is_object()) next.looked_for = judged.value("records", std::int64_t{0});
        next.attack = result.name;
        next.title = result.title;
        next.parameters = result.parameters;
        next.knows = result.knows;
        next.columns = result.columns;
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

}  // namespace lethe::release
