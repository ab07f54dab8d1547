// The section with what evolution found.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/utf8.h"
#include "lethe/report/draw/evolution_drawings.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/sections/search/evolution.h"
#include "lethe/report/sections/search/search_parts.h"

namespace lethe::report {
namespace {

constexpr std::size_t kMostHtmlCategories = 16;
constexpr std::string_view kEmSpace = "\xE2\x80\x83";

std::string_view what_it_is(Evolved what) {
    switch (what) {
        case Evolved::file:
            return "Evolution starts from a population of protected files that masking methods "
                   "made. "
                   "In each generation files change single values or exchange stretches of values "
                   "with each other, and a child that scores better takes the place of its parent. "
                   "What survives is a file that no masking method would have made.";
        case Evolved::matrices:
            return "PRAM gives each value a new category by chance; a matrix says with which "
                   "chances. Evolution starts from the classical matrices, changes and mixes their "
                   "rows, and keeps what leads to a better release.";
        case Evolved::formula:
            return "PRAM gives each value a new category by chance; a matrix says with which "
                   "chances, and a formula makes the matrix of any column from how often its "
                   "categories occur. Evolution starts from the standard formula and random ones, "
                   "changes and mixes them, and keeps those whose matrices lead to better "
                   "releases.";
        case Evolved::other:
            break;
    }
    return "Evolution starts from some protections, changes and mixes them, and keeps what scores "
           "better.";
}

void drawn(Markup& out, std::string_view title, std::string_view words, const std::string& wide,
           const std::string& narrow) {
    if (wide.empty()) return;
    out.leaf("h3", title);
    paragraph(out, words, "quiet");
    out.open("figure", {{"class", "map-wide"}}).raw(wide).close();
    out.open("figure", {{"class", "map-narrow"}}).raw(narrow).close();
}

void populations(Markup& out, const Json& evolution, Ids& ids) {
    const std::string wide = population_drawing(evolution, ids.next(), 760);
    drawn(out, "First and last population",
          "Each mark is one protection: outlines are those it began with, filled dots those that "
          "were left at the end. Further left keeps more of the data's use, further down finds "
          "fewer people. Rings mark the best of the start and the best found.",
          wide, wide.empty() ? "" : population_drawing(evolution, ids.next(), 380));
}

void course(Markup& out, const Json& evolution, Ids& ids) {
    const std::string wide = convergence_drawing(evolution, ids.next(), 760);
    drawn(out, "How the search went",
          "The best, the mean and the worst score of the population, generation by generation. "
          "While the best still falls at the right end, a longer search would find more; a long "
          "level stretch says that it is hard to improve.",
          wide, wide.empty() ? "" : convergence_drawing(evolution, ids.next(), 380));
}

void parts(Markup& out, const Json& evolution) {
    const Grid grid = parts_grid(evolution, kEmSpace);
    if (grid.empty()) return;
    out.leaf("h3", "What the score is made of");
    const std::string aim = aim_of(evolution).words();
    const std::string from = start_name(evolution);
    paragraph(out,
              fmt::format("{}Start is the best of the first population{}, found the best of all.{}",
                          aim.empty() ? "" : fmt::format("The score is {}. ", aim),
                          from.empty() ? "" : fmt::format(" ({})", from),
                          aim.empty() ? "" : " All parts are in percent."),
              "quiet");
    table(out, grid, "Parts of the score");
    if (const std::string kept = kept_words(evolution); !kept.empty()) paragraph(out, kept);
    if (grid.heads.size() > 4) {
        paragraph(out,
                  "PRAM is random. The search compared by a few realisations, always the same; the "
                  "figures of fresh ones tell how much of the gain is luck.",
                  "quiet small");
    }
}

void formula(Markup& out, const Json& evolution) {
    const auto shown = best_formula(evolution);
    if (!shown) return;
    out.leaf("h3", "The formula");
    out.open("p", {{"class", "formula"}}).leaf("code", shown->simple).close();
    if (!shown->bred.empty()) {
        out.open("p", {{"class", "quiet small"}}).text("As it was bred: ");
        out.leaf("code", shown->bred).close();
    }
    paragraph(out, formula_letters(), "quiet small");
    table(out, tables_grid(evolution), "Table by table", "wide");
}

std::string heat_class(double probability) {
    const double share = std::clamp(probability, 0.0, 1.0);
    return fmt::format("h{}{}", std::lround(9 * share), share > 0.55 ? " dark" : "");
}

void heat_table(Markup& out, const MatrixShown& matrix) {
    const std::size_t shown = std::min(matrix.categories.size(), kMostHtmlCategories);
    out.open("div", {{"class", "scroll"},
                     {"tabindex", "0"},
                     {"role", "region"},
                     {"aria-label", "Matrix of " + matrix.column}});
    out.open("table", {{"class", "heat"}}).leaf("caption", matrix.column);
    out.open("thead").open("tr").leaf("th", {{"scope", "col"}}, "from, to");
    for (std::size_t to = 0; to < shown; ++to) {
        out.leaf("th", {{"scope", "col"}, {"title", matrix.categories[to]}},
                 std::to_string(to + 1));
    }
    out.close().close().open("tbody");
    for (std::size_t from = 0; from < shown; ++from) {
        out.open("tr").open("th", {{"scope", "row"}});
        out.leaf("span", {{"class", "quiet"}}, fmt::format("{} ", from + 1));
        out.text(fit(matrix.categories[from], 28)).close();
        for (std::size_t to = 0; to < shown; ++to) {
            const double entry = matrix.rows[from][to];
            out.leaf("td", {{"class", heat_class(entry)}}, probability_text(entry));
        }
        out.close();
    }
    out.close().close().close();
    if (shown < matrix.categories.size()) {
        paragraph(out,
                  fmt::format(
                      "{} more categories are in the result file.",
                      count_text(std::ssize(matrix.categories) - static_cast<std::int64_t>(shown))),
                  "quiet small");
    }
}

void matrices(Markup& out, const Json& evolution) {
    const std::vector<MatrixShown> found = best_matrices(evolution);
    if (found.empty()) return;
    out.leaf("h3", found.size() == 1 ? "The matrix" : "The matrices");
    const auto changed = number(field(evolution, "best"), "changed");
    paragraph(
        out,
        fmt::format("With which chance a value of the category on the left becomes one of the "
                    "category with the number above. The diagonal is the chance to stay.{}",
                    changed ? fmt::format(" In all, {} of the values are expected to change.",
                                          percent_text(*changed))
                            : ""),
        "quiet");
    for (const MatrixShown& matrix : found) heat_table(out, matrix);
    for (const Grid& grid : frequency_grids(evolution)) table(out, grid, grid.title);
    if (!std::ranges::any_of(found, turns_round)) return;
    out.open("p", {{"class", "warning"}}).leaf("strong", "Warning: ");
    out.text(
           "Some categories become another one more often than they stay. The attacks of the "
           "search do not know the matrix and are misled by that; whoever has it can turn them "
           "back.")
        .close();
}

void failed(Markup& out, const Json& evolution) {
    const std::vector<FailedStart> reasons = failed_starts(evolution);
    if (reasons.empty()) return;
    out.leaf("h3", "What it could not begin with").open("ul", {{"class", "failed"}});
    for (const FailedStart& one : reasons) {
        out.open("li").leaf("strong", one.names());
        if (!one.error.empty()) out.text(": ").raw(prose(one.error));
        out.close();
    }
    out.close();
}

}  // namespace

void evolution_keys(Markup& out, const Json& evolution) {
    const Json& start = field(evolution, "start");
    const Json& best = field(evolution, "best");
    const auto was = [&](std::string_view key, auto&& shown) {
        const auto before = number(start, key);
        return before ? fmt::format("{} at the start", shown(*before)) : std::string();
    };
    Markup figures;
    if (const auto score = number(best, "score")) {
        const auto before = number(start, "score");
        key_figure(figures, "Score", score_text(*score, before),
                   was("score", [&](double value) { return score_text(value, *score); }));
    }
    if (const auto risk = number(best, "risk")) {
        key_figure(figures, "Disclosure risk", percent_text(*risk), was("risk", percent_text));
    }
    if (const auto loss = number(best, "loss")) {
        key_figure(figures, "Information loss", percent_text(*loss), was("loss", percent_text));
    }
    if (const auto evaluations = count(evolution, "evaluations")) {
        const auto seconds = number(evolution, "seconds");
        key_figure(figures, "Protections tried", count_text(*evaluations),
                   seconds ? "in " + seconds_text(*seconds) : "");
    }
    const std::string shown = std::move(figures).finish();
    if (!shown.empty()) out.open("dl", {{"class", "keys"}}).raw(shown).close();
}

std::string evolution_html(const Results& results, Ids& ids) {
    Markup out;
    const bool is_headline = results.of("assessment").empty() && results.of("release").empty();
    for (const Json& evolution : results.of("evolution")) {
        subject(out, text(field(evolution, "data"), "file"), results.of("evolution").size());
        if (!is_headline) paragraph(out, headline(evolution));
        paragraph(out, what_it_is(evolved_in(evolution)), "quiet");
        const std::string search = search_words(evolution);
        if (!search.empty()) paragraph(out, "The search: " + search + ".", "quiet");
        const std::string diversity = diversity_words(evolution);
        if (!diversity.empty()) paragraph(out, "Diversity: " + diversity + ".", "quiet");
        const std::string columns = enumeration(protected_columns(evolution));
        if (!columns.empty()) paragraph(out, "Protected columns: " + columns + ".", "quiet");
        populations(out, evolution, ids);
        course(out, evolution, ids);
        parts(out, evolution);
        formula(out, evolution);
        matrices(out, evolution);
        failed(out, evolution);
    }
    return std::move(out).finish();
}

}  // namespace lethe::report
