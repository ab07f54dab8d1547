#include "lethe/report/sections/tables/text_release_plan.h"

#include <fmt/format.h>

#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

std::string count_in(const Json& result, std::string_view key) {
    return count_text(count(result, key).value_or(0));
}

std::string size_text(const Json& result) {
    const std::string data = text(result, "data");
    if (data == "graph") {
        return fmt::format("a graph of {} nodes and {} edges", count_in(result, "nodes"),
                           count_in(result, "edges"));
    }
    if (data == "vectors") {
        return fmt::format("the vectors of {} documents over {} terms",
                           count_in(result, "documents"), count_in(result, "terms"));
    }
    return fmt::format("{} documents", count_in(result, "documents"));
}

// What is done with each category or column.
std::string treatments_text(const Json& result) {
    std::string out;
    for (const auto& [list, what] :
         {std::pair("categories", "category"), std::pair("columns", "column")}) {
        Grid grid{"", {what, "treatment"}, {}};
        for (const Json& row : objects(result, list)) {
            grid.rows.push_back({Cell(text(row, what)), Cell(text(row, "treatment"))});
        }
        if (!grid.rows.empty()) out += text_table(grid) + "\n";
    }
    return out;
}

// With its settings, as they stand beside its name.
std::string planned_method_text(const Json& method) {
    std::string out = text(method, "name").empty() ? text(method, "method") : text(method, "name");
    if (const auto k = count(method, "k")) out += fmt::format(", k = {}", *k);
    if (const auto share = number(method, "share")) {
        out += fmt::format(", share {}", percent_text(100 * *share));
    }
    return out;
}

std::string planned_methods_text(const Json& result) {
    std::string out;
    const auto add = [&](std::string_view key, std::string_view before) {
        const Json& method = field(result, key);
        if (!method.is_object()) return;
        std::vector<std::string> planned;
        for (const Json& step : objects(method, "steps")) {
            planned.push_back(planned_method_text(step));
        }
        if (planned.empty()) planned.push_back(planned_method_text(method));
        out += fmt::format("{}{}\n", before, fmt::join(planned, "; "));
    };
    add("method", "method: ");
    add("structure", "edges: ");
    if (result.contains("weights")) {
        out += fmt::format("weights of edges: {}\n",
                           flag(result, "weights") ? "published" : "not published");
    }
    if (result.contains("ids")) {
        out += fmt::format("ids: {}; classes: {}\n",
                           flag(result, "ids") ? "published" : "not published",
                           flag(result, "labels") ? "published" : "not published");
    }
    if (const std::string order = text(result, "order"); !order.empty()) {
        out += order == "random" ? "order: random\n" : "order: as in the original\n";
    }
    if (const Json& open = field(result, "undecided"); open.is_object()) {
        out += fmt::format("undecided: {} entities, {} blocks\n", count_in(open, "entities"),
                           count_in(open, "blocks"));
    }
    return out.empty() ? out : out + "\n";
}

}  // namespace

std::string planned_files_text(const Json& result) {
    const auto files = objects(result, "files");
    if (files.empty()) return "";
    std::string out = "Files that would be written:\n";
    for (const Json& file : files) {
        out += fmt::format("  {}{}{}\n", text(file, "file"),
                           flag(file, "private") ? "  (must not be published)" : "",
                           flag(file, "replaces") ? "  (replaces what is there)" : "");
    }
    return out;
}

std::string release_plan_text(const Json& result) {
    std::string out = fmt::format("The plan for {}; nothing was done.\n\n", size_text(result));
    out += planned_methods_text(result) + treatments_text(result);
    return out + planned_files_text(result);
}

Section release_plan_section() {
    return {.kinds = {"release-plan"}, .terminal = release_plan_text};
}

}  // namespace lethe::report
