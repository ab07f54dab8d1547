#include "lethe/report/sections/search/text_evolution.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/base/utf8.h"
#include "lethe/report/sections/assessment/explain.h"
#include "lethe/report/sections/assessment/guarantees.h"
#include "lethe/report/sections/search/evolution.h"

namespace lethe::report {
namespace {

constexpr std::size_t kMostTextCategories = 10;
constexpr std::size_t kMostMatrices = 4;
constexpr std::size_t kMostFailed = 3;

std::string formula_text(const Json& evolution) {
    const auto shown = best_formula(evolution);
    if (!shown) return {};
    std::string out = "\n" + wrapped(shown->simple, "  formula: ", "    ");
    if (!shown->bred.empty()) out += wrapped(shown->bred, "  as it was bred: ", "    ");
    out += wrapped(formula_letters(), "  ", "  ");
    const std::string tables = text_table(tables_grid(evolution));
    return out + (tables.empty() ? "" : "\n" + tables);
}

std::string matrix_text(const MatrixShown& matrix) {
    const std::size_t shown = std::min(matrix.categories.size(), kMostTextCategories);
    Grid grid{fmt::format("{}: chances to become", matrix.column), {"", ""}, {}};
    for (std::size_t to = 0; to < shown; ++to) grid.heads.push_back(std::to_string(to + 1));
    for (std::size_t from = 0; from < shown; ++from) {
        std::vector<Cell> row = {Cell::figure(std::to_string(from + 1)),
                                 Cell(fit(matrix.categories[from], 20, "..."))};
        for (std::size_t to = 0; to < shown; ++to) {
            row.push_back(Cell::figure(probability_text(matrix.rows[from][to])));
        }
        grid.rows.push_back(std::move(row));
    }
    std::string out = "\n" + text_table(grid);
    if (const std::size_t more = matrix.categories.size() - shown; more > 0) {
        out += fmt::format("  {} more categories are in the result (--json).\n", more);
    }
    return out;
}

std::string matrices_text(const Json& evolution) {
    std::string out;
    const std::vector<MatrixShown> matrices = best_matrices(evolution);
    const std::size_t shown = std::min(matrices.size(), kMostMatrices);
    for (std::size_t i = 0; i < shown; ++i) out += matrix_text(matrices[i]);
    if (shown < matrices.size()) {
        out += fmt::format("\n  {} more matrices are in the result (--json).\n",
                           matrices.size() - shown);
    }
    const std::vector<Grid> frequencies = frequency_grids(evolution);
    for (std::size_t i = 0; i < std::min(frequencies.size(), shown); ++i) {
        out += "\n" + text_table(frequencies[i]);
    }
    const auto changed = number(field(evolution, "best"), "changed");
    if (changed && !matrices.empty()) {
        out +=
            fmt::format("\n  {} of the values are expected to change.\n", percent_text(*changed));
    }
    return out;
}

std::string failed_text(const Json& evolution) {
    const std::vector<FailedStart> failed = failed_starts(evolution);
    if (failed.empty()) return {};
    std::size_t count = 0, told = 0;
    for (const FailedStart& one : failed) count += one.labels.size();
    std::string out = fmt::format("\n  {} could not be started with:\n", count);
    for (std::size_t i = 0; i < std::min(failed.size(), kMostFailed); ++i) {
        const std::string why = fit(failed[i].error, 200, "...");
        out +=
            wrapped(why.empty() ? failed[i].names() : fmt::format("{}: {}", failed[i].names(), why),
                    "    ", "      ");
        told += failed[i].labels.size();
    }
    if (told < count) out += fmt::format("    and {} others\n", count - told);
    return out;
}

std::string files_text(const Json& evolution) {
    std::string out;
    const std::string release = text(evolution, "release"), folder = text(evolution, "output");
    const std::string policy = text(evolution, "policy");
    if (!release.empty()) out += fmt::format("\n  release  {}\n", release);
    if (!policy.empty()) out += fmt::format("\n  policy   {}  (for lethe protect)\n", policy);
    if (!folder.empty()) {
        out +=
            fmt::format("{}  folder   {}  (report, drawings, result, and the private checkpoint)\n",
                        out.empty() ? "\n" : "", folder);
    }
    return out;
}

}  // namespace

std::string evolution_text(const Json& evolution) {
    std::string out;
    const Json& data = field(evolution, "data");
    const std::string file = text(data, "file");
    const auto rows = count(data, "rows");
    if (!file.empty() || rows) {
        out += fmt::format("data: {}{}\n", file.empty() ? "-" : file,
                           rows ? fmt::format(" ({} records)", count_text(*rows)) : "");
    }
    const std::string columns = enumeration(protected_columns(evolution));
    if (!columns.empty()) out += wrapped(columns, "columns: ", "  ");
    const std::string aim = aim_of(evolution).words();
    if (!aim.empty()) out += fmt::format("score: {}\n", aim);
    const std::string search = search_words(evolution);
    if (!search.empty()) out += wrapped(search, "search: ", "  ");
    const std::string diversity = diversity_words(evolution);
    if (!diversity.empty()) out += wrapped(diversity, "diversity: ", "  ");
    const std::string parts = text_table(parts_grid(evolution, "  "));
    if (!parts.empty()) out += "\n" + parts;
    const std::string kept = kept_words(evolution);
    if (!kept.empty()) out += "\n" + wrapped(kept, "  ", "    ");
    for (const std::string& sentence : guarantee_sentences(evolution)) {
        out += wrapped("In the written file: " + sentence, "  ", "    ");
    }
    return out + formula_text(evolution) + matrices_text(evolution) + failed_text(evolution) +
           files_text(evolution);
}

}  // namespace lethe::report
