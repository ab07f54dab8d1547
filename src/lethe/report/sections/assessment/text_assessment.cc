// Assessments and releases of tables on the terminal.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_blocks.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/draw/charts.h"
#include "lethe/report/sections/assessment/assessment_parts.h"
#include "lethe/report/sections/assessment/explain.h"
#include "lethe/report/sections/assessment/learnt_distance.h"
#include "lethe/report/sections/assessment/verdict_page.h"
#include "lethe/report/sections/tables/text_inspection.h"

namespace lethe::report {
namespace {

std::string warnings_text(const Json& item, std::string_view of) {
    std::string out;
    for (const std::string& warning : texts(item, "warnings")) {
        out += wrapped(fmt::format("{}: {}", of, warning), "  warning: ", "    ");
    }
    return out;
}

// Tables of an item's details. With many items only those that are nothing but tables.
std::string details_text(const Json& item, bool only_tables) {
    const std::string name = text(item, "name");
    const Method* method = find_assessment(name);
    if (only_tables && (method == nullptr || !method->info.always_details)) return {};
    const Json all = unfolded(field(item, "details"));
    const Json& shown = shown_details(item, all);
    const std::string sizes = class_bars(class_sizes(class_histogram(shown)));
    const std::string tables =
        blocks(grids(shown, [&](std::string_view key) { return detail_look(name, key); }));
    const std::string learnt = blocks(learnt_grids(all, Bars::characters));
    return (sizes.empty() ? "" : "\n" + sizes) + (tables.empty() ? "" : "\n" + tables) +
           (learnt.empty() ? "" : "\n" + learnt);
}

Grid items_grid(const std::vector<Json>& items, const std::vector<Explanation>& explained,
                std::string_view head) {
    Grid grid{"", {std::string(head), "value", "level"}, {}};
    for (std::size_t i = 0; i < items.size(); ++i) {
        const bool has_value = number(items[i], "value").has_value();
        grid.rows.push_back(
            {Cell(explained[i].title), has_value ? Cell::figure(value_text(items[i])) : Cell(),
             explained[i].level ? Cell(std::string(name(*explained[i].level))) : Cell()});
    }
    return grid;
}

std::string items_text(const std::vector<Json>& items, const std::vector<Explanation>& explained,
                       std::string_view head, bool with_readings, bool only_tables) {
    if (items.empty()) return {};
    std::string out = "\n" + text_table(items_grid(items, explained, head));
    std::string readings;
    for (std::size_t i = 0; i < items.size() && with_readings; ++i) {
        const Explanation& e = explained[i];
        if (!e.reading.empty()) readings += wrapped(e.title + ": " + e.reading, "  ", "    ");
    }
    if (!readings.empty()) out += "\n" + readings;
    for (std::size_t i = 0; i < items.size(); ++i) {
        out += warnings_text(items[i], explained[i].title);
        const std::string tables = details_text(items[i], only_tables);
        if (!tables.empty() && items.size() > 1) out += "\n" + explained[i].title + "\n";
        out += tables;
    }
    return out;
}

}  // namespace

std::string assessment_text(const Json& assessment) {
    const std::vector<Json> attacks = objects(assessment, "attacks");
    const std::vector<Json> measures = objects(assessment, "measures");
    const bool only_tables = attacks.size() + measures.size() > 2;
    std::vector<Explanation> of_attacks, of_measures;
    for (const Json& attack : attacks) {
        of_attacks.push_back(explain_attack(attack, rows_of(assessment)));
    }
    for (const Json& measure : measures) of_measures.push_back(explain_measure(measure));

    std::string out = file_line(field(assessment, "original"), "original");
    out += file_line(field(assessment, "masked"), "masked");
    out += verdict_text(assessment);
    out += items_text(attacks, of_attacks, "attack", true, only_tables);
    out += items_text(measures, of_measures, "loss", !only_tables, only_tables);
    Grid sums;
    if (const auto risk = number(assessment, "risk")) {
        const std::string rule = text(assessment, "risk_rule");
        sums.rows.push_back(
            {rule.empty() ? "risk" : fmt::format("risk ({})", rule), Cell::percent(risk)});
    }
    if (const auto loss = number(assessment, "loss")) {
        sums.rows.push_back({"loss", Cell::percent(loss)});
    }
    if (const auto score = number(assessment, "score")) {
        sums.rows.push_back({"score", Cell::figure(fmt::format("{:.2f}  ", *score))});
    }
    if (!sums.empty()) out += "\n" + text_table(sums);
    const auto has_level = [](const Explanation& e) { return e.level.has_value(); };
    if (std::ranges::any_of(of_attacks, has_level) || std::ranges::any_of(of_measures, has_level)) {
        out += "\n  Levels are rules of thumb, not limits.\n";
    }
    return out;
}

namespace {

std::string release_text(const Json& release) {
    std::string out = file_line(field(release, "release"), "release");
    const std::vector<std::string> dropped = texts(release, "dropped");
    if (!dropped.empty()) out += wrapped(enumeration(dropped), "dropped: ");
    Grid steps{"", {"step", "method", "columns", "parameters", "time"}, {}};
    std::string notes;
    for (const Json& step : objects(release, "steps")) {
        const auto seconds = number(step, "seconds");
        const std::string method = text(step, "method");
        steps.rows.push_back(
            {Cell::figure(std::to_string(steps.rows.size() + 1)), Cell(method),
             Cell(enumeration(texts(step, "columns"))),
             Cell(fmt::format(
                 "{}",
                 fmt::join(set_parameters(field(step, "parameters"), text(step, "method")), ", "))),
             seconds ? Cell::figure(seconds_text(*seconds)) : Cell()});
        notes += warnings_text(step, method);
    }
    if (!steps.empty()) out += "\n" + text_table(steps);
    out += notes;
    if (const Json& measured = field(release, "measured"); measured.is_object()) {
        out += assessment_text(measured);
    }
    return out;
}

}  // namespace

std::string assessment_terminal(const Json& assessment) {
    const std::string body = assessment_text(assessment);
    const bool only_measured =
        field(assessment, "attacks").is_null() && !objects(assessment, "measures").empty();
    if (only_measured && !body.empty()) return body;
    return wrapped(assessment_headline(assessment)) + "\n" + body;
}

std::string release_terminal(const Json& release) {
    return wrapped(release_headline(release)) + "\n" + release_text(release);
}

}  // namespace lethe::report
