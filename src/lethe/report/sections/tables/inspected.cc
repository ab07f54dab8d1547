#include "lethe/report/sections/tables/inspected.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"

namespace lethe::report {
namespace {

struct RoleHeading {
    std::string_view role, heading;
};

constexpr std::array<RoleHeading, 8> kRoles{
    {{"identifier", "Identifiers: to be dropped"},
     {"weight", "Survey weights: not released, used by measures of risk"},
     {"household", "Household numbers: not released, used by measures of risk"},
     {"stratum", "Strata of the sample: quasi-identifiers"},
     {"quasi", "Quasi-identifiers: others may know them"},
     {"confidential", "Confidential: what nobody should learn about a person"},
     {"other", "Other: released as it is, known to no outsider"},
     {"", "Columns"}}};

}  // namespace

std::vector<InspectedRole> inspected_roles(const Json& inspection) {
    std::vector<InspectedRole> roles;
    for (const RoleHeading& known : kRoles) {
        InspectedRole role{std::string(known.heading), {}};
        for (const Json& column : objects(inspection, "columns")) {
            const std::string its = text(column, "role");
            const bool is_known = std::any_of(
                kRoles.begin(), kRoles.end(),
                [&](const RoleHeading& one) { return !its.empty() && one.role == its; });
            if (is_known ? its == known.role : known.role.empty()) role.columns.push_back(column);
        }
        if (!role.columns.empty()) roles.push_back(std::move(role));
    }
    return roles;
}

std::string shown_kind(const Json& column) {
    std::string kind = text(column, "proposed_kind");
    return kind.empty() ? text(column, "kind") : kind;
}

Cell missing_cell(const Json& column) {
    const auto plain = number(column, "missing_share");
    double share = plain.value_or(0.0);
    for (const Json& code : objects(column, "missing_codes"))
        share += number(code, "share").value_or(0.0);
    if (!plain && share == 0.0) return cell(field(column, "missing"));
    return share == 0.0 ? Cell() : Cell::percent(share);
}

std::string why(const Json& column) {
    std::string result = text(column, "reason");
    if (const std::string written = text(column, "written"); !written.empty()) {
        result += fmt::format("; written as {}", written);
    }
    if (const std::string label = text(column, "label"); !label.empty()) {
        result = fmt::format("“{}”: {}", label, result);
    }
    for (const Json& code : objects(column, "missing_codes")) {
        const std::string shown = text(code, "code");
        const bool blank = shown.find_first_not_of(' ') == std::string::npos;
        result += fmt::format("; {} in {}{}", blank ? "blanks" : fmt::format("\"{}\"", shown),
                              percent_text(number(code, "share").value_or(0.0)),
                              flag(code, "certain") ? "" : " (missing?)");
    }
    return result;
}

Grid ranking_grid(const Json& inspection) {
    Grid grid{"", {"column", "unique by it alone", "by all but it", "it adds"}, {}};
    for (const Json& column : objects(inspection, "ranking")) {
        grid.rows.push_back({Cell(text(column, "column")),
                             Cell::percent(number(column, "alone_share")),
                             Cell::percent(number(column, "without_share")),
                             Cell::percent(number(column, "adds_share"))});
    }
    return grid;
}

std::string ranking_sentence(const Json& inspection) {
    const auto share = number(field(inspection, "classes"), "unique_share");
    bool any = false;
    for (const Json& column : objects(inspection, "ranking")) {
        any = any || number(column, "adds").value_or(0.0) > 0.0;
    }
    if (share && *share > 0.0 && !any) {
        return fmt::format(
            "Leaving out any one quasi-identifier changes nothing: the others make the same {} of "
            "people unique. Those that tell more people apart by themselves come first",
            percent_text(*share));
    }
    return fmt::format(
        "What each quasi-identifier adds{}, those that add most first",
        share ? fmt::format(" to the {} of people who are unique", percent_text(*share)) : "");
}

Grid combinations_grid(const Json& inspection) {
    Grid grid{"", {"columns", "unique"}, {}};
    for (const char* list : {"pairs", "triples"}) {
        for (const Json& combination : objects(inspection, list)) {
            grid.rows.push_back(
                {Cell(fmt::format("{}", fmt::join(texts(combination, "columns"), " + "))),
                 Cell::percent(number(combination, "unique_share"))});
        }
    }
    return grid;
}

Grid lost_grid(const Json& inspection) {
    Grid grid{"", {"k", "rows", "share"}, {}};
    for (const Json& one : objects(inspection, "lost")) {
        grid.rows.push_back({Cell::count(count(one, "k")), Cell::count(count(one, "rows")),
                             Cell::percent(number(one, "share"))});
    }
    return grid;
}

LineChart lost_chart(const Json& inspection) {
    LineChart chart{"Rows in classes of fewer than k", "k", "% of the rows", {}};
    LineChart::Line line{"lost", {}};
    for (const Json& one : objects(inspection, "lost")) {
        const auto k = number(one, "k");
        const auto share = number(one, "share");
        if (k && share) line.points.emplace_back(*k, *share);
    }
    if (!line.points.empty()) chart.lines.push_back(std::move(line));
    return chart;
}

Grid alone_grid(const Json& inspection) {
    Grid grid{"", {"columns", "people", "share"}, {}};
    for (const Json& one : objects(field(inspection, "exposure"), "alone_by")) {
        grid.rows.push_back({Cell(fmt::format("{}", fmt::join(texts(one, "columns"), " + "))),
                             Cell::count(count(one, "people")),
                             Cell::percent(number(one, "share"))});
    }
    return grid;
}

std::string alone_sentence(const Json& inspection) {
    const auto looked_at = count(field(inspection, "exposure"), "looked_at");
    const auto rows = count(field(inspection, "data"), "rows");
    std::string result =
        "Whom which columns single out: people who are alone in them, but not in fewer of them";
    if (looked_at && rows && *looked_at < *rows) {
        result += fmt::format(", of the {} most exposed", count_text(*looked_at));
    }
    return result;
}

}  // namespace lethe::report
