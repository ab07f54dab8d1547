#include "lethe/report/sections/assessment/verdict_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "lethe/report/base/grid.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/html_parts.h"

namespace lethe::report {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kQuestions{
    {{"singling_out", "singled out"}, {"linkability", "linked"}, {"inference", "learnt about"}}};

// "region (other): whole provinces, says the owner"; columns of one role and reason share a line.
std::vector<std::string> left_out(const Json& assessment) {
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const Json& one : objects(field(assessment, "scenario"), "left_out")) {
        std::string reason = fmt::format(" ({}): {}{}", text(one, "role"), text(one, "reason"),
                                         flag(one, "given") ? " (the owner's reason)" : "");
        auto place =
            std::ranges::find(reasons, reason, [](const auto& item) { return item.first; });
        if (place == reasons.end()) {
            reasons.emplace_back(std::move(reason), std::vector<std::string>{});
            place = std::prev(reasons.end());
        }
        place->second.push_back(text(one, "column"));
    }
    std::vector<std::string> lines;
    for (const auto& [reason, columns] : reasons) {
        lines.push_back(fmt::format("{}{}", fmt::join(columns, ", "), reason));
    }
    return lines;
}

std::string source_line(const Json& profile) {
    const std::string date = text(profile, "date");
    return fmt::format("{}: {}. Source: {}{}. {}", text(profile, "name"), text(profile, "title"),
                       text(profile, "source"), date.empty() ? "" : ", " + date,
                       text(profile, "note"));
}

}  // namespace

void verdict_html(Markup& out, const Json& assessment) {
    const Json& verdict = field(assessment, "verdict");
    if (verdict.is_object()) {
        out.open("div", {{"class", flag(verdict, "passed") ? "verdict met" : "verdict not-met"}});
        paragraph(out, text(verdict, "sentence"), "verdict-sentence");
        Grid grid{"", {"asked", "threshold", "", "found"}, {}};
        for (const Json& check : objects(verdict, "checks")) {
            const std::string next = text(check, "next");
            grid.rows.push_back({Cell(text(check, "quantity")), Cell(text(check, "threshold")),
                                 Cell(text(check, "outcome")),
                                 Cell(text(check, "sentence") +
                                      (next.empty() ? "" : " What to do next: " + next))});
        }
        table(out, grid, "What was asked of the release", "wide");
        Grid questions{"", {"can a person be", "answer", ""}, {}};
        for (const auto& [key, words] : kQuestions) {
            const Json& question = field(verdict, key);
            questions.rows.push_back({Cell(std::string(words)), Cell(text(question, "answer")),
                                      Cell(text(question, "sentence"))});
        }
        table(out, questions, "Three questions", "wide");
        paragraph(out, source_line(field(verdict, "profile")), "quiet small");
        out.close();
    }
    const std::vector<std::string> lines = left_out(assessment);
    if (lines.empty()) return;
    paragraph(out, "Released, and taken to be unknown to the intruder:", "quiet");
    out.open("ul", {{"class", "quiet small"}});
    for (const std::string& line : lines) out.leaf("li", line);
    out.close();
}

std::string verdict_text(const Json& assessment) {
    std::string out;
    const Json& verdict = field(assessment, "verdict");
    if (verdict.is_object()) {
        out += "\n" + wrapped(text(verdict, "sentence"));
        for (const Json& check : objects(verdict, "checks")) {
            out += wrapped(fmt::format("{}: {}", text(check, "outcome"), text(check, "sentence")),
                           "  ", "    ");
            const std::string next = text(check, "next");
            if (!next.empty()) out += wrapped("what to do next: " + next, "    ", "      ");
        }
        for (const auto& [key, words] : kQuestions) {
            const Json& question = field(verdict, key);
            out += wrapped(fmt::format("Can a person be {}? {}. {}", words,
                                       text(question, "answer"), text(question, "sentence")),
                           "  ", "    ");
        }
    }
    for (const std::string& line : left_out(assessment)) {
        out += wrapped(line, "  unknown to the intruder: ", "    ");
    }
    return out;
}

}  // namespace lethe::report
