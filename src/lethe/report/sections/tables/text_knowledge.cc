// What operations on taxonomies show on a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

std::string name_and_version(const Json& result) {
    const std::string version = text(result, "version");
    return text(result, "name") + (version.empty() ? "" : " " + version);
}

std::string sense_text(const Json& sense, std::size_t number) {
    std::string out =
        fmt::format("\n  {}. {}  ({})\n", number, text(sense, "label"), text(sense, "id"));
    if (const std::string gloss = text(sense, "gloss"); !gloss.empty()) {
        out += wrapped(gloss, "     ", "     ");
    }
    const auto names = texts(sense, "names");
    if (names.size() > 1)
        out += wrapped(fmt::format("{}", fmt::join(names, ", ")), "     names: ", "       ");
    for (const Json& path : field(sense, "paths")) {
        std::vector<std::string> steps;
        for (const Json& step : path) steps.push_back(step.get<std::string>());
        out += wrapped(fmt::format("{}", fmt::join(steps, " < ")), "     ", "       ");
    }
    for (const auto& [key, words] :
         {std::pair("parts", "parts: "), std::pair("wholes", "part of: ")}) {
        const auto linked = texts(sense, key);
        if (linked.empty()) continue;
        out += wrapped(fmt::format("{}", fmt::join(linked, ", ")), fmt::format("     {}", words),
                       "       ");
    }
    const auto children = count(sense, "child_count").value_or(0);
    out += fmt::format("     depth {}, {} subsumers, {} concepts below",
                       count(sense, "depth").value_or(0),
                       count_text(count(sense, "subsumers").value_or(0)),
                       count_text(count(sense, "descendants").value_or(0)));
    if (children == 0) return out + "\n";
    out += fmt::format(", {} {}:\n", count_text(children), children == 1 ? "child" : "children");
    const auto shown = texts(sense, "children");
    const bool cut = std::ssize(shown) < children;
    return out + wrapped(fmt::format("{}{}", fmt::join(shown, ", "), cut ? ", ..." : ""), "       ",
                         "       ");
}

std::string info_text(const Json& result) {
    std::string out = fmt::format("{}: {} concepts.\n\n", name_and_version(result),
                                  count_text(count(result, "concepts").value_or(0)));
    const Grid grid{"",
                    {},
                    {{Cell("format"), Cell(text(result, "format"))},
                     {Cell("root"), Cell(text(result, "root"))},
                     {Cell("greatest depth"), Cell::count(count(result, "depth"))},
                     {Cell("longest way to the root"), Cell::count(count(result, "longest_depth"))},
                     {Cell("with several parents"), Cell::count(count(result, "several_parents"))},
                     {Cell("without children"), Cell::count(count(result, "without_children"))},
                     {Cell("different names"), Cell::count(count(result, "labels"))},
                     {Cell("synonyms"), Cell::count(count(result, "synonyms"))},
                     {Cell(flag(result, "from_cache") ? "opened from the cache in" : "read in"),
                      Cell::figure(seconds_text(number(result, "seconds").value_or(0)))}}};
    out += text_table(grid);
    const auto senses = objects(result, "senses");
    if (senses.empty()) return out;
    out += fmt::format("\n{} means:\n", text(result, "concept"));
    for (std::size_t i = 0; i < senses.size(); ++i) out += sense_text(senses[i], i + 1);
    return out;
}

std::string similarity_text(const Json& result) {
    std::string out = fmt::format("{} and {} in {}\n\n", text(result, "first"),
                                  text(result, "second"), name_and_version(result));
    Grid grid{"", {"measure", "as published", "", "distance", "senses", ""}, {}};
    std::vector<std::string> glosses;
    std::set<std::string> explained;
    for (const Json& row : objects(result, "measures")) {
        std::vector<Cell> cells{Cell(text(row, "measure")), Cell::figure(number(row, "published")),
                                Cell(text(row, "published_is")),
                                Cell::figure(number(row, "distance"))};
        for (const char* which : {"first", "second"}) {
            const Json& sense = field(row, which);
            cells.emplace_back(text(sense, "label"));
            if (!explained.insert(text(sense, "id")).second) continue;
            glosses.push_back(fmt::format("{} ({}): {}", text(sense, "label"), text(sense, "id"),
                                          text(sense, "gloss")));
        }
        grid.rows.push_back(std::move(cells));
    }
    out += text_table(grid) + "\n";
    for (const std::string& gloss : glosses) out += wrapped(gloss, "  ", "    ");
    return out;
}

std::string map_text(const Json& result) {
    std::string out =
        fmt::format("{} written: the concepts of {} values of {} in {}.\n\n",
                    text(result, "output"), count_text(count(result, "values").value_or(0)),
                    text(result, "column"), text(result, "name"));
    const auto ambiguous = texts(result, "ambiguous");
    const auto unmapped = texts(result, "unmapped");
    Grid grid{"", {}, {}};
    for (const auto& [key, words] :
         {std::pair("by_override", "by your own table"), std::pair("by_name", "by name"),
          std::pair("by_plural", "by the singular"), std::pair("by_phrase", "by a phrase in it"),
          std::pair("by_head", "by its head noun"), std::pair("by_verb", "by its verb"),
          std::pair("by_adjective", "by its adjective"),
          std::pair("by_stem", "by the stems of the words")}) {
        if (!result.contains(key)) continue;
        grid.rows.push_back({Cell(words), Cell::count(count(result, key))});
    }
    grid.rows.push_back({Cell("of these with several senses"), Cell::count(std::ssize(ambiguous))});
    grid.rows.push_back({Cell("not found"), Cell::count(std::ssize(unmapped))});
    out += text_table(grid);
    constexpr std::size_t kMost = 200;
    for (const auto& [values, label] :
         {std::pair(&ambiguous, "several senses: "), std::pair(&unmapped, "not found: ")}) {
        if (values->empty()) continue;
        std::vector<std::string> shown = *values;
        shown.resize(std::min(shown.size(), kMost));
        out += "\n" + wrapped(fmt::format("{}{}", fmt::join(shown, ", "),
                                          shown.size() < values->size() ? ", ..." : ""),
                              fmt::format("  {}", label), "    ");
    }
    return out;
}

}  // namespace

Section knowledge_section() { return {.kinds = {"knowledge"}, .terminal = info_text}; }

Section similarity_section() { return {.kinds = {"similarity"}, .terminal = similarity_text}; }

Section concept_map_section() { return {.kinds = {"concept-map"}, .terminal = map_text}; }

}  // namespace lethe::report
