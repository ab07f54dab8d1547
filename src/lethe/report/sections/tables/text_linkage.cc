#include "lethe/report/sections/tables/text_linkage.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/explained_table.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

std::string share_of(double part, double whole) {
    return percent_text(whole > 0 ? 100 * part / whole : 0);
}

// A file that was linked with itself.
std::string self_headline(const Json& result) {
    const Json& of_links = field(field(result, "truth"), "of_links");
    const double links = number(result, "links").value_or(0);
    std::string out =
        fmt::format("Of {} records in {}, {} pairs are of one person",
                    count_field_text(field(result, "intruder"), "rows"),
                    text(field(result, "intruder"), "file"), count_field_text(result, "links"));
    if (of_links.is_object()) {
        out += fmt::format("; {} of these are right ({})", count_field_text(of_links, "right"),
                           share_of(number(of_links, "right").value_or(0), links));
    }
    return out + fmt::format(". {} more pairs are possible.", count_field_text(result, "possible"));
}

std::string linkage_headline(const Json& result) {
    if (flag(result, "self")) return self_headline(result);
    const Json& intruder = field(result, "intruder");
    const Json& truth = field(result, "truth");
    const double people = number(intruder, "rows").value_or(0);
    const double links = number(result, "links").value_or(0);
    std::string out = fmt::format("Of {} people in {}, {} ({}) are linked to a record of {}",
                                  count_field_text(intruder, "rows"), text(intruder, "file"),
                                  count_field_text(result, "people_linked"),
                                  share_of(number(result, "people_linked").value_or(0), people),
                                  text(field(result, "release"), "file"));
    if (truth.is_object()) {
        const Json& of_links = field(truth, "of_links");
        out += fmt::format("; {} of the {} links are right ({}).",
                           count_field_text(of_links, "right"), count_field_text(result, "links"),
                           share_of(number(of_links, "right").value_or(0), links));
    } else {
        out += fmt::format("; by the model {} of the {} links are right ({}).",
                           count_field_text(result, "expected_right"),
                           count_field_text(result, "links"),
                           share_of(number(result, "expected_right").value_or(0), links));
    }
    out += fmt::format(" {} more pairs are possible.", count_field_text(result, "possible"));
    // Whom nothing links for sure can still be guessed.
    const Json& likeliest = field(result, "likeliest");
    const double guessed = truth.is_object() ? number(truth, "likeliest_right").value_or(0)
                                             : number(likeliest, "expected_right").value_or(0);
    out +=
        fmt::format(" Naming everybody's likeliest record is right for {} of them ({}){}.",
                    count_text(static_cast<std::int64_t>(std::llround(guessed))),
                    share_of(guessed, people), truth.is_object() ? "" : ", as the model expects");
    // The values as they are, each person looked for in the whole release.
    if (const Json& worst = field(truth, "worst_by_values"); worst.is_object()) {
        out += fmt::format(
            " Looked for by the values as they are, {} of the {} people who are in the release are "
            "found ({}; {}).",
            count_field_text(worst, "found"), count_field_text(truth, "people"),
            percent_text(number(worst, "value").value_or(0)), text(worst, "title"));
    }
    return out;
}

ExplainedTable figures(const Json& result) {
    Grid grid{"Links", {}, {}};
    const auto add = [&](std::string what, Cell value) {
        grid.rows.push_back({Cell(std::move(what)), std::move(value)});
    };
    const auto percent = [](std::optional<double> share) {
        return share ? Cell::percent(100 * *share) : Cell();
    };
    add("links", Cell::count(count(result, "links")));
    add("right among them, as the model expects", Cell::count(count(result, "expected_right")));
    add("possible links", Cell::count(count(result, "possible")));
    add("right among them, as the model expects",
        Cell::count(count(result, "expected_right_of_possible")));
    const Json& likeliest = field(result, "likeliest");
    add("people with a likeliest record", Cell::count(count(likeliest, "people")));
    add("right among them, as the model expects", Cell::count(count(likeliest, "expected_right")));
    if (const Json& truth = field(result, "truth"); truth.is_object()) {
        const Json& of_links = field(truth, "of_links");
        add("people who are in the release: pairs", Cell::count(count(truth, "pairs")));
        add("links that are right (precision)", percent(number(of_links, "precision")));
        add("pairs that are linked (recall)", percent(number(of_links, "recall")));
        add("F1", percent(number(of_links, "f1")));
        add("the same with possible links: precision",
            percent(number(field(truth, "with_possible"), "precision")));
        add("recall", percent(number(field(truth, "with_possible"), "recall")));
        add("likeliest records that are right", Cell::count(count(truth, "likeliest_right")));
        for (const Json& attack : objects(truth, "by_values")) {
            add(fmt::format("found by values as they are: {}", text(attack, "title")),
                Cell::percent(number(attack, "value")));
        }
    }
    const Json& thresholds = field(result, "thresholds");
    return {std::move(grid),
            fmt::format("A pair is a link where it is right with a probability of {:.2f} or more, "
                        "possible from {:.2f} on.",
                        number(thresholds, "link").value_or(0),
                        number(thresholds, "possible").value_or(0))};
}

ExplainedTable columns(const Json& result) {
    Grid grid{"What the columns say",
              {"intruder", "release", "compared", "because", "agree", "differ"},
              {}};
    for (const Json& column : objects(result, "columns")) {
        const std::vector<Json> levels = objects(column, "levels");
        const auto bits = [](const Json& level) {
            const auto value = number(level, "bits");
            return value ? Cell::figure(fmt::format("{:+.1f}", *value)) : Cell();
        };
        grid.rows.push_back({Cell(text(column, "intruder")), Cell(text(column, "release")),
                             Cell(text(column, "comparator")), Cell(text(column, "because")),
                             levels.empty() ? Cell() : bits(levels.back()),
                             levels.empty() ? Cell() : bits(levels.front())});
    }
    return {std::move(grid),
            "Bits of evidence for a link where values agree, and against it where they differ; "
            "rare values say more. Missing values say nothing."};
}

ExplainedTable blocking(const Json& result) {
    Grid grid{"Pairs that were compared", {"records that share", "pairs", "blocks left out"}, {}};
    for (const Json& pass : objects(result, "passes")) {
        grid.rows.push_back({Cell(fmt::format("{}", fmt::join(texts(pass, "keys"), ", "))),
                             Cell::count(count(pass, "pairs")),
                             Cell::count(count(pass, "blocks_too_large"))});
    }
    const Json& pairs = field(result, "pairs");
    std::string reading =
        fmt::format("{} of {} pairs were compared", count_field_text(pairs, "compared"),
                    count_field_text(pairs, "all"));
    if (grid.rows.empty()) {
        grid.rows.push_back({Cell("(every record with every other)"),
                             Cell::count(count(pairs, "compared")), Cell()});
        reading += ".";
    } else {
        reading += fmt::format(
            "; about {} of the matches share none of these, as far as links "
            "tell that are found once and twice.",
            percent_text(100 * number(pairs, "missed_matches").value_or(0)));
    }
    return {std::move(grid), std::move(reading)};
}

}  // namespace

std::string linkage_text(const Json& result) {
    const std::vector<ExplainedTable> tables{figures(result), columns(result), blocking(result)};
    std::vector<std::string> notes = texts(result, "notes");
    for (const Json& column : objects(result, "left_out")) {
        notes.push_back(
            fmt::format("{} ({}): {}", text(column, "column"),
                        text(column, "file") == "intruder" ? "intruder's file" : "release",
                        text(column, "because")));
    }
    if (!objects(result, "left_out").empty()) {
        notes.insert(notes.begin() + static_cast<std::ptrdiff_t>(texts(result, "notes").size()),
                     "Columns that take no part:");
    }
    return explained_tables_text(linkage_headline(result), tables, notes);
}

Section intruder_linkage_section() {
    return {.kinds = {"intruder-linkage"}, .terminal = linkage_text};
}

}  // namespace lethe::report
