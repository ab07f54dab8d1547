// lethe text patterns: what is recognised by its form.
#include <fmt/format.h>

#include <algorithm>

#include "cli/documents/text.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/documents/find/patterns/pattern_finder.h"

namespace lethe::cli {
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

struct PatternsFlags {
    std::vector<std::string> countries;
    bool markdown = false;
};

}  // namespace

void add_text_patterns(CLI::App& app, Session& session) {
    auto flags = std::make_shared<PatternsFlags>();
    CLI::App* command =
        app.add_subcommand("patterns", "What is recognised by its form, country by country");
    command
        ->add_option("--country", flags->countries,
                     "Only this country (ISO 3166: DE) and what is the same everywhere; may be "
                     "repeated")
        ->allow_extra_args(false)
        ->type_name("XX");
    command->add_flag("--markdown", flags->markdown, "As the table of the guide");
    command->footer("Example:\n  lethe text patterns --country DE");
    command->callback([&session, flags] {
        session.run = [&session, flags] {
            const auto table = asked_for(split_list(flags->countries));
            if (session.json) {
                session.show(as_json(table));
            } else {
                session.print(flags->markdown ? as_markdown(table) : as_text(table));
            }
        };
    });
}

}  // namespace lethe::cli
