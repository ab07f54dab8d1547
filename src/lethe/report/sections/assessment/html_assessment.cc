// The sections on risk and loss.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/draw/charts.h"
#include "lethe/report/draw/distribution_drawing.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/sections/assessment/assessment_parts.h"
#include "lethe/report/sections/assessment/learnt_distance.h"

namespace lethe::report {
namespace {

std::string masked_file(const Json& assessment) {
    return text(field(assessment, "masked"), "file");
}

void gauge(Markup& out, const Json& item, const Explanation& explained, Ids& ids) {
    const auto value = number(item, "value");
    const std::string unit = text(item, "unit");
    if (!value || *value < 0 || !(unit.empty() || unit == "percent")) return;
    const Json& details = field(item, "details");
    Gauge drawn{explained.title, *value, {}, {}, explained.rule};
    const auto strict = number(details, "strict");
    const auto lax = number(details, "lax");
    if (strict && lax && *lax > *strict) {
        drawn.low = strict;
        drawn.high = lax;
    }
    out.open("div", {{"class", "gauge"}}).raw(gauge_svg(drawn, ids.next())).close();
}

// What a learnt distance is made of.
void learnt(Markup& out, const Json& details, Ids& ids) {
    if (const auto lattice = lattice_of(details)) {
        const std::string wide = lattice_svg(*lattice, ids.next());
        if (!wide.empty()) {
            out.leaf("h4", "What each set of columns carries");
            out.open("figure", {{"class", "map-wide"}}).raw(wide).close();
            out.open("figure", {{"class", "map-narrow"}});
            out.raw(lattice_narrow_svg(*lattice, ids.next())).close();
        }
    }
    if (const auto form = form_of(details)) {
        out.open("div", {{"class", "gauge"}}).raw(form_svg(*form, ids.next())).close();
    }
    tables(out, learnt_grids(details, Bars::none));
}

void item_details(Markup& out, const Json& item, Ids& ids) {
    const std::string name = text(item, "name");
    const Json all = unfolded(field(item, "details"));
    const Json& shown = shown_details(item, all);
    const std::string drawn = class_sizes_svg(class_sizes(class_histogram(shown)), ids.next());
    if (!drawn.empty()) out.open("div", {{"class", "gauge"}}).raw(drawn).close();
    tables(out, grids(shown, [&](std::string_view key) { return detail_look(name, key); }));
    learnt(out, all, ids);
}

// Rules of thumb that were told already: once a section is enough.
using Told = std::set<std::string>;

// The figure to the left, the words to the right.
void finding(Markup& out, const Json& item, const Explanation& explained, Told& told, Ids& ids) {
    out.open("article", {{"class", "finding"}});
    out.open("div", {{"class", "side"}});
    out.open("p", {{"class", "mark"}}).raw(prose(value_text(item))).close();
    if (explained.level) badge(out, *explained.level);
    out.close();
    out.open("div", {{"class", "body"}}).leaf("h3", explained.title);
    paragraph(out, explained.reading, "reading");
    gauge(out, item, explained, ids);
    paragraph(out, explained.what);
    if (explained.rule && told.insert(explained.rule->text()).second) {
        paragraph(out, explained.rule->text(), "quiet small");
    }
    warnings(out, item);
    item_details(out, item, ids);
    out.close().close();
}

std::string tried_columns(const Json& assessment) {
    const std::vector<std::string> columns = texts(assessment, "columns");
    if (columns.empty()) return {};
    return fmt::format("The intruder is taken to know {} of everyone: the worst case.",
                       enumeration(columns));
}

const MethodInfo* info_of(const Json& measure) {
    const Method* method = find_assessment(text(measure, "name"));
    return method == nullptr ? nullptr : &method->info;
}

bool is_part(const MethodInfo& whole, const Json& measure) {
    const MethodInfo* info = info_of(measure);
    return info != nullptr && info->part_of == whole.name;
}

// Whether measures are one story and stand in one table: the whole, and a part of it.
bool is_story(const MethodInfo& whole, const std::vector<Json>& measures) {
    return std::ranges::any_of(measures,
                               [&](const Json& measure) { return is_part(whole, measure); });
}

void parts_table(Markup& out, const MethodInfo& whole, const std::vector<Json>& measures) {
    Grid grid{whole.parts.title, {"part", whole.parts.head, "", "how it is read"}, {}};
    for (const Json& measure : measures) {
        if (!is_part(whole, measure)) continue;
        const Explanation explained = explain_measure(measure);
        grid.rows.push_back({Cell(explained.title), Cell::percent(number(measure, "value")),
                             explained.level ? Cell(std::string(name(*explained.level))) : Cell(),
                             Cell(explained.what)});
    }
    table(out, grid, grid.title, "wide");
}

std::string upper_case(std::string text) {
    for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return text;
}

// What each column lost, by each of the parts, and the tables that lost most.
void columns_tables(Markup& out, const MethodInfo& whole, const std::vector<Json>& measures) {
    Json by_column = Json::object();
    for (const Json& measure : measures) {
        const Json& columns = field(field(measure, "details"), "columns");
        if (!is_part(whole, measure) || !columns.is_object()) continue;
        const std::string name = text(measure, "name");
        by_column[fmt::format("{} ({})", detail_look(name, "columns").title, upper_case(name))] =
            columns;
    }
    tables(out, grids(by_column, [](std::string_view) {
               return FieldLook{{}, true, false, "column"};
           }));
    for (const Json& measure : measures) {
        Json worst = Json::object();
        worst["worst"] = field(field(measure, "details"), "worst");
        if (!is_part(whole, measure) || !worst["worst"].is_array()) continue;
        const std::string name = text(measure, "name");
        tables(out, grids(worst, [&](std::string_view key) { return detail_look(name, key); }));
    }
}

}  // namespace

std::string attacks_html(const Results& results, Ids& ids) {
    Markup out;
    Told told;
    bool any = false;
    const std::vector<Json> assessments = results.attacked_and_measured();
    for (const Json& assessment : assessments) {
        const std::vector<Json> attacks = objects(assessment, "attacks");
        if (attacks.empty()) continue;
        any = true;
        subject(out, masked_file(assessment), assessments.size());
        paragraph(out, tried_columns(assessment), "lead");
        for (const Json& attack : attacks) {
            finding(out, attack, explain_attack(attack, rows_of(assessment)), told, ids);
        }
    }
    if (any) {
        paragraph(
            out,
            "The figures count correct matches. An intruder who has no key to check them does not "
            "always know which of their matches are correct; an intruder who knows more than is "
            "assumed here may find more.",
            "quiet small");
    }
    return std::move(out).finish();
}

std::string measures_html(const Results& results, Ids& ids) {
    Markup out;
    Told told;
    const std::vector<Json> assessments = results.attacked_and_measured();
    for (const Json& assessment : assessments) {
        const std::vector<Json> measures = objects(assessment, "measures");
        if (measures.empty()) continue;
        subject(out, masked_file(assessment), assessments.size());
        std::vector<const MethodInfo*> wholes;
        for (const Json& measure : measures) {
            const MethodInfo* info = info_of(measure);
            if (info != nullptr && is_story(*info, measures)) wholes.push_back(info);
        }
        for (Json measure : measures) {
            const bool in_table = std::ranges::any_of(
                wholes, [&](const MethodInfo* whole) { return is_part(*whole, measure); });
            if (in_table) continue;
            const auto whole = std::ranges::find(wholes, info_of(measure));
            if (whole != wholes.end()) measure.erase("details");
            finding(out, measure, explain_measure(measure), told, ids);
            if (whole == wholes.end()) continue;
            parts_table(out, **whole, measures);
            if ((*whole)->parts.by_column) columns_tables(out, **whole, measures);
        }
    }
    return std::move(out).finish();
}

namespace {

void key(Markup& out) {
    out.open("ul", {{"class", "key"}});
    out.open("li").raw(
        "<svg viewBox=\"0 0 38 20\" aria-hidden=\"true\"><rect class=\"c-before\" x=\"2\" "
        "y=\"3\" width=\"34\" height=\"14\"/></svg>");
    out.text("outline: the original").close();
    out.open("li").raw(
        "<svg viewBox=\"0 0 38 20\" aria-hidden=\"true\"><rect class=\"c-after\" x=\"2\" "
        "y=\"3\" width=\"34\" height=\"14\"/></svg>");
    out.text("filled: the release").close().close();
}

void stats_table(Markup& out, const Json& distribution) {
    const Json& before = field(distribution, "before_stats");
    const Json& after = field(distribution, "after_stats");
    if (!before.is_object() && !after.is_object()) return;
    const bool same_categories = text(distribution, "kind") == "nominal" && before == after &&
                                 number(before, "missing") == 0.0;
    if (same_categories) return;
    Grid grid{"", {"file"}, {{Cell("before")}, {Cell("after")}}};
    for (const auto& [name, value] : (before.is_object() ? before : after).items()) {
        const bool no_gaps =
            name == "missing" && number(value) == 0.0 && number(after, name) == 0.0;
        if (no_gaps || name == "q1" || name == "q3") continue;
        grid.heads.push_back(words(name));
        grid.rows[0].push_back(cell(field(before, name)));
        grid.rows[1].push_back(cell(field(after, name)));
    }
    table(out, grid, text(distribution, "column") + ", statistics", "wide");
}

}  // namespace

void distribution_figures(Markup& out, const std::vector<Json>& distributions, Ids& ids) {
    key(out);
    out.open("div", {{"class", "pair"}});
    for (const Json& distribution : distributions) {
        out.open("figure").leaf("figcaption", text(distribution, "column"));
        const std::string drawn = distribution_svg(distribution, ids.next());
        drawn.empty() ? paragraph(out, "No values to draw.", "quiet small") : void(out.raw(drawn));
        stats_table(out, distribution);
        out.close();
    }
    out.close();
}

std::string distributions_html(const Results& results, Ids& ids) {
    Markup out;
    for (const Json& assessment : results.of("assessment")) {
        const std::vector<Json> distributions = objects(assessment, "distributions");
        if (distributions.empty()) continue;
        subject(out, masked_file(assessment), results.of("assessment").size());
        distribution_figures(out, distributions, ids);
    }
    return std::move(out).finish();
}

}  // namespace lethe::report
