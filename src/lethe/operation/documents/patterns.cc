// text patterns: what is recognised by its form.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/documents/find/patterns/pattern_finder.h"
#include "lethe/operation/operation.h"

namespace lethe::operation {
namespace {

using documents::PatternInfo;

std::string upper(std::string code) {
    for (char& c : code) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return code;
}

// Those of the asked countries, and what is the same everywhere.
std::vector<PatternInfo> asked_for(const std::vector<std::string>& countries) {
    std::vector<PatternInfo> table = documents::PatternFinder::table();
    if (countries.empty()) return table;
    std::vector<std::string> known;
    for (const PatternInfo& row : table) known.emplace_back(row.country);
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    std::erase(known, std::string());
    for (const std::string& country : countries) {
        if (!std::binary_search(known.begin(), known.end(), upper(country))) {
            throw Error(ErrorKind::usage, unknown_name("country", country, known));
        }
    }
    std::erase_if(table, [&](const PatternInfo& row) {
        return !row.country.empty() &&
               std::none_of(countries.begin(), countries.end(),
                            [&](const std::string& one) { return upper(one) == row.country; });
    });
    return table;
}

Json as_json(const std::vector<PatternInfo>& table) {
    const documents::Categories categories;
    Json rows = Json::array();
    for (const PatternInfo& row : table) {
        rows.push_back({{"name", row.name},
                        {"country", row.country},
                        {"category", categories[row.category].name},
                        {"check", row.check},
                        {"score", fmt::format("{:.2f}", row.score)},
                        {"text", row.text}});
    }
    return {{"kind", "patterns"}, {"patterns", std::move(rows)}};
}

std::string as_text(const std::vector<PatternInfo>& table) {
    const documents::Categories categories;
    std::string lines = fmt::format("{:<28}{:<9}{:<13}{:<7}{:<30}{}\n", "pattern", "country",
                                    "category", "score", "check", "what");
    for (const PatternInfo& row : table) {
        lines += fmt::format("{:<28}{:<9}{:<13}{:<7.2f}{:<30}{}\n", row.name, row.country,
                             categories[row.category].name, row.score, row.check, row.text);
    }
    return lines;
}

std::string as_markdown(const std::vector<PatternInfo>& table) {
    const documents::Categories categories;
    std::string lines =
        "| pattern | country | category | score | check | what |\n|---|---|---|---|---|---|\n";
    for (const PatternInfo& row : table) {
        lines += fmt::format("| `{}` | {} | {} | {:.2f} | {} | {} |\n", row.name, row.country,
                             categories[row.category].name, row.score, row.check, row.text);
    }
    return lines;
}

struct PatternsOptions {
    std::vector<std::string> countries;
    bool markdown = false;
};

Answer list_patterns(const PatternsOptions& options, Door&) {
    const std::vector<PatternInfo> table = asked_for(options.countries);
    return {as_json(table), options.markdown ? as_markdown(table) : as_text(table)};
}

}  // namespace

Operation text_patterns() {
    using O = PatternsOptions;
    return make_operation(
        {.name = "patterns",
         .words = {"text", "patterns"},
         .summary = "What is recognised by its form, country by country",
         .examples = {"lethe text patterns --country DE"}},
        Schema<O>()
            .field("country", &O::countries,
                   "Only this country (ISO 3166: DE) and what is the same everywhere; may be "
                   "repeated")
            .separated("XX")
            .field("markdown", &O::markdown, "As the table of the guide"),
        list_patterns);
}

}  // namespace lethe::operation
