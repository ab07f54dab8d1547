// Why a person is found: on the terminal and on a page.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/draw/waterfall.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

std::string percent_of(const Json& object, std::string_view key) {
    return percent_text(100 * number(object, key).value_or(0));
}

std::string explanation_headline(const Json& result) {
    const std::string person =
        fmt::format("The person of row {}", count_text(count(result, "row").value_or(0)));
    const std::string records = count_text(count(result, "records").value_or(0));
    if (!flag(result, "released")) {
        return fmt::format("{} is not among the {} released records.", person, records);
    }
    const auto left = count(result, "left").value_or(0);
    if (left == 1) {
        return fmt::format(
            "{} is alone: of {} released records only hers fits her values as well "
            "as it does.",
            person, records);
    }
    return fmt::format(
        "{} is one of {} who fit her values as well, of {} released records: a "
        "guess among them finds her with a chance of {}.",
        person, count_text(left), records, percent_of(result, "chance"));
}

Grid steps_grid(const Json& result) {
    Grid grid{"", {"column", "candidates left", "bits"}, {}};
    for (const Json& step : objects(result, "steps")) {
        grid.rows.push_back(
            {Cell(text(step, "column")), Cell::count(count(step, "left")),
             Cell::figure(fmt::format("{:.1f}", number(step, "bits").value_or(0)))});
    }
    return grid;
}

std::string distance_sentence(const Json& result) {
    const Json& view = field(result, "distance");
    const auto rank = count(view, "rank");
    const auto equal = count(view, "equally_near").value_or(1);
    if (!rank) return {};
    if (*rank == 1 && equal == 1) {
        return "Linkage by distance finds her: no other record is as near to her values";
    }
    if (*rank == 1) {
        return fmt::format(
            "Linkage by distance guesses among {} records that are equally near, hers "
            "among them: a chance of {}",
            count_text(equal), percent_of(view, "chance"));
    }
    return fmt::format("Linkage by distance takes another for her: {} {} nearer to her values",
                       count_text(*rank - 1), *rank == 2 ? "record is" : "records are");
}

Grid shares_grid(const Json& result) {
    Grid grid{"", {"column", "of her record's distance", "of the nearest other's"}, {}};
    for (const Json& column : objects(field(result, "distance"), "columns")) {
        const auto share = [&](std::string_view key) {
            const auto part = number(column, key);
            return part ? Cell::percent(100 * *part) : Cell();
        };
        grid.rows.push_back(
            {Cell(text(column, "column")), share("own_share"), share("wrong_share")});
    }
    return grid;
}

std::string left_out_sentence(const Json& result) {
    const std::vector<std::string> names = texts(result, "left_out");
    if (names.empty()) return {};
    return fmt::format("Without a distance, and not looked at: {}", fmt::join(names, ", "));
}

std::string explanation_text(const Json& result) {
    constexpr std::size_t kWidth = 80;
    std::string out = wrapped(explanation_headline(result), "", "", kWidth);
    const Grid steps = steps_grid(result);
    if (!steps.empty()) {
        out += "\nWho is left, column by column\n\n" + text_table(steps);
        out += "\n" + wrapped(distance_sentence(result) + ".", "", "", kWidth) + "\n" +
               text_table(shares_grid(result));
    }
    const std::string left_out = left_out_sentence(result);
    if (!left_out.empty()) out += "\n" + wrapped(left_out + ".", "", "", kWidth);
    return out;
}

std::string explanation_html(const Results& results, Ids& ids) {
    Markup out;
    const std::vector<Json>& all = results.of("link-explanation");
    for (const Json& result : all) {
        subject(out, text(field(result, "masked"), "file"), all.size());
        paragraph(out, explanation_headline(result));
        const std::string drawn = waterfall_svg(waterfall_of(result), ids.next());
        if (!drawn.empty()) {
            paragraph(out,
                      "A released record stays a candidate while it is at least as near to her "
                      "value in a column as her own record is; the column that leaves fewest comes "
                      "first.",
                      "quiet");
            out.open("div", {{"class", "gauge"}}).raw(drawn).close();
        }
        table(out, steps_grid(result), "Who is left, column by column");
        const std::string distance = distance_sentence(result);
        if (!distance.empty()) paragraph(out, distance + ".");
        table(out, shares_grid(result), "What the columns add to the distance");
        const std::string left_out = left_out_sentence(result);
        if (!left_out.empty()) paragraph(out, left_out + ".", "quiet");
    }
    return std::move(out).finish();
}

}  // namespace

Section explanation_section() {
    return {.kinds = {"link-explanation"},
            .stored = {"columns"},
            .terminal = explanation_text,
            .headline = explanation_headline,
            .parts = {{54, "person", "Why a person is found", explanation_html}},
            .top = 12,
            .file = "masked",
            .named = 7,
            .explains_itself = true};
}

}  // namespace lethe::report
