#include "lethe/report/sections/search/text_advice.h"

#include <fmt/format.h>

#include <vector>

#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/sections/assessment/explain.h"

namespace lethe::report {
namespace {

const Json& point_of(const Json& advice, const std::optional<std::int64_t>& id) {
    static const Json kNone;
    const Json& points = field(advice, "points");
    if (!id || !points.is_array()) return kNone;
    for (const Json& point : points) {
        if (count(point, "id") == id) return point;
    }
    return kNone;
}

std::vector<Cell> advice_row(const Json& point, std::string title) {
    const auto smallest = count(field(point, "bound"), "smallest");
    return {Cell(std::move(title)), Cell::percent(number(point, "risk")),
            Cell::percent(number(point, "loss")), smallest ? Cell::count(*smallest) : Cell()};
}

std::string known_columns(const Json& advice) {
    const Json& scenario = field(advice, "scenario");
    std::string out = wrapped(
        fmt::format("The intruder is taken to know {}.", enumeration(texts(scenario, "columns"))));
    if (const Json& people = field(scenario, "people_file"); people.is_object()) {
        out += wrapped(fmt::format(
            "She has a file of her own{}: what it finds counts for the people in it, beside the "
            "attacks over everybody.{}",
            people.contains("private_file")
                ? fmt::format(", {} ({} records)", text(people, "private_file"),
                              count_text(count(people, "private_rows").value_or(0)))
                : std::string(),
            flag(people, "judged") ? "" : " Who is who in it is not known: it is not counted."));
    }
    for (const Json& one : objects(scenario, "left_out")) {
        out += wrapped(
            fmt::format("not known to her: {} ({})", text(one, "column"), text(one, "reason")),
            "  ", "    ");
    }
    return out;
}

}  // namespace

std::string advice_text(const Json& advice) {
    std::string out = known_columns(advice);
    Grid grid{"", {"policy", "worst attack finds", "loss", "smallest class"}, {}};
    std::string whys;
    for (const Json& candidate : objects(advice, "candidates")) {
        const Json& point = point_of(advice, count(candidate, "id"));
        if (!point.is_object()) continue;
        grid.rows.push_back(advice_row(point, text(candidate, "title")));
        whys += wrapped(fmt::format("{}: {}", text(candidate, "title"), text(candidate, "words")),
                        "  ", "    ");
        if (const std::string file = text(candidate, "policy"); !file.empty()) {
            whys += fmt::format("    {}\n", file);
        }
    }
    if (const Json& single = point_of(advice, count(advice, "best_single")); single.is_object()) {
        grid.rows.push_back(advice_row(single, "best single method: " + text(single, "label")));
    }
    if (!grid.empty()) out += "\n" + text_table(grid);
    if (!whys.empty()) out += "\n" + whys;
    for (const std::string& line : texts(advice, "trace"))
        out += wrapped(line, "  on the way: ", "    ");
    out += "\n" + wrapped(text(advice, "reason"), "* ", "  ");
    if (const std::string next = text(advice, "next"); !next.empty()) {
        out += fmt::format("\nnext: {}\n", next);
    }
    return out;
}

}  // namespace lethe::report
