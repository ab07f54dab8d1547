// What operations other than the assessments show on a terminal: a release that was written, a
// plan, the catalogue, a proof that was verified.
#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"
#include "lethe/report/sections/assessment/explain.h"
#include "lethe/report/sections/assessment/guarantees.h"
#include "lethe/report/sections/tables/text_release_plan.h"
#include "lethe/report/text.h"

namespace lethe::report {
namespace {

std::string steps_text(const Json& result) {
    std::string out;
    int number = 0;
    for (const Json& step : objects(result, "steps")) {
        out += wrapped(
            fmt::format("{} on {}", text(step, "title"), enumeration(texts(step, "columns"))),
            fmt::format("  {}. ", ++number), "     ");
        std::vector<std::string> used;  // by the names that one types
        for (const auto& [name, value] :
             told_parameters(field(step, "parameters"), text(step, "method"))) {
            used.push_back(fmt::format("{} = {}", name, value));
        }
        if (!used.empty()) {
            out += wrapped(fmt::format("{}", fmt::join(used, ", ")), "     ", "     ");
        }
        const std::string outcome = step_outcome(step);
        if (!outcome.empty()) out += wrapped(outcome, "     ", "     ");
    }
    return out;
}

// Whether k holds, and what was done to numbers.
std::string guarantees_text(const Json& result) {
    std::string out;
    for (const std::string& sentence : guarantee_sentences(result)) {
        out += wrapped(sentence, "  ", "    ");
    }
    const std::string values = values_sentence(result);
    if (!values.empty()) out += wrapped(values, "  ", "    ");
    return out.empty() ? out : "\n" + out;
}

std::vector<std::string> names_with_role(const Json& result, std::string_view role) {
    std::vector<std::string> names;
    for (const Json& column : objects(result, "columns")) {
        if (text(column, "role") == role && !flag(column, "changed")) {
            names.push_back(text(column, "name"));
        }
    }
    return names;
}

std::string roles_text(const Json& result) {
    std::string out;
    constexpr std::pair<std::string_view, std::string_view> kLines[]{
        {"identifier", "  dropped: "},
        {"confidential", "  confidential, released as it is: "},
        {"other", "  other, released as it is: "}};
    for (const auto& [role, label] : kLines) {
        const auto names = names_with_role(result, role);
        if (!names.empty()) out += wrapped(enumeration(names), label, "    ");
    }
    return out;
}

// The tables that are linked to that of the people, each with its steps.
std::string linked_text(const Json& result) {
    std::string out;
    for (const Json& table : objects(result, "linked")) {
        out += fmt::format("\nLinked: {}, {}; {}\n\n", text(table, "name"),
                           counted(count(table, "rows").value_or(0), "row", "rows"),
                           text(table, "rows_of_people") == "dealt"
                               ? "dealt among the people who look alike"
                               : "each with its person");
        out += steps_text(table) + roles_text(table) + guarantees_text(table);
        const std::string file = text(table, "output");
        if (!file.empty()) out += fmt::format("  release      {}\n", file);
    }
    return out;
}

std::string protected_text(const Json& result) {
    std::string out = fmt::format("{} records protected.\n\n", count_text(*count(result, "rows")));
    out += steps_text(result) + roles_text(result) + guarantees_text(result) + linked_text(result);
    if (result.contains("output")) {  // otherwise it is in the memory of who asked
        out += fmt::format(
            "\n  release      {}\n  record       {}  (may be published)\n"
            "  private log  {}  (must not be published)\n",
            text(result, "output"), text(result, "record"), text(result, "private_log"));
    }
    if (const Json& measured = field(result, "measured"); measured.is_object()) {
        Json assessment{{"kind", "assessment"}};
        assessment.update(measured);
        for (Json& measure : assessment["measures"]) measure["details"] = Json::object();
        out += "\n" + text_report(assessment);
    }
    return out;
}

std::string plan_text(const Json& result) {
    const std::string files = planned_files_text(result);
    return fmt::format("The plan for {} records; nothing was done.\n\n",
                       count_text(*count(result, "rows"))) +
           steps_text(result) + roles_text(result) + linked_text(result) +
           (files.empty() ? "" : "\n" + files);
}

std::string written_text(const Json& result) {
    const auto rows = count(result, "rows");
    return fmt::format("{} written{}\n", text(result, "output"),
                       rows ? fmt::format(" ({} records)", count_text(*rows)) : "");
}

std::string methods_text(const Json& result) {
    constexpr std::pair<std::string_view, std::string_view> kFamilies[]{
        {"mask", "Masking methods"}, {"attack", "Attacks and risk"}, {"loss", "Information loss"}};
    std::string out;
    for (const auto& [family, title] : kFamilies) {
        std::string lines, of_nodes;
        for (const Json& method : objects(result, "methods")) {
            if (text(method, "family") != family) continue;
            const std::string as = text(method, "protects_nodes_as");
            (as.empty() ? lines : of_nodes) += fmt::format(
                "  {:<22} {}\n", as.empty() ? text(method, "name") : as, text(method, "summary"));
        }
        if (!lines.empty()) out += fmt::format("{}\n\n{}\n", title, lines);
        if (!of_nodes.empty()) {
            out += fmt::format("Maskings of tables, for the columns of nodes\n\n{}\n", of_nodes);
        }
    }
    return out + "lethe methods NAME explains one.\n";
}

std::string verification_text(const Json& result) {
    const std::string links = count_text(count(result, "links").value_or(0));
    const std::string bound = count_text(count(result, "bound").value_or(0));
    const std::string records = count_text(count(result, "records").value_or(0));
    std::string out = flag(result, "proven")
                          ? wrapped(fmt::format("Confirmed: {} of {} people are found, and no "
                                                "distance of the family ({}) finds more.",
                                                links, records, text(result, "family")))
                          : wrapped(fmt::format("Confirmed: {} of {} people are found, and no "
                                                "distance of the family ({}) finds more than {}.",
                                                links, records, text(result, "family"), bound));
    const Grid grid{
        "",
        {},
        {{Cell("columns"), Cell(enumeration(texts(result, "columns")))},
         {Cell("found by no distance, each for itself"), cell(field(result, "impossible"))},
         {Cell("conflicts confirmed"), cell(field(result, "conflicts"))},
         {Cell("conflicts not confirmed, not used"), cell(field(result, "rejected"))},
         {Cell("the bound was recomputed by"), Cell(text(result, "bound_by"))}}};
    return out + "\n" + text_table(grid);
}

}  // namespace

Section protected_section() { return {.kinds = {"protected"}, .terminal = protected_text}; }

Section plan_section() { return {.kinds = {"plan"}, .terminal = plan_text}; }

Section written_section() { return {.kinds = {"written"}, .terminal = written_text}; }

Section verification_section() {
    return {.kinds = {"verification"}, .terminal = verification_text};
}

Section methods_section() { return {.kinds = {"methods"}, .terminal = methods_text}; }

}  // namespace lethe::report
