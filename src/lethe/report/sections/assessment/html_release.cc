// The sections on the data, on what was done to it, and the parameters in full.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lethe/method/catalogue.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/utf8.h"
#include "lethe/report/draw/charts.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/sections/assessment/assessment_parts.h"
#include "lethe/report/sections/assessment/guarantees.h"

namespace lethe::report {
namespace {

std::string step_title(const Json& item, std::string_view name_field) {
    const std::string title = text(item, "title");
    if (!title.empty()) return title;
    const std::string name = text(item, name_field);
    const Method* method = find_method(name);
    return method != nullptr ? method->info.title : name;
}

std::string release_facts(const Json& release) {
    const Json& about = field(release, "release");
    const auto rows = count(about, "rows");
    const std::vector<std::string> dropped = texts(release, "dropped");
    std::string result;
    if (rows) result = fmt::format("The release holds {} records.", count_text(*rows));
    if (!dropped.empty()) {
        result +=
            fmt::format("{}Dropped, because {} a person directly: {}.", result.empty() ? "" : " ",
                        dropped.size() == 1 ? "it names" : "they name", enumeration(dropped));
    }
    return result;
}

// A matrix that is too large to be read is left to the release record.
constexpr std::size_t kMostShownCategories = 12;

Grid matrix_grid(const std::string& column, const Json& matrix) {
    Grid grid{fmt::format("Transition matrix of {}", column), {"released as"}, {}};
    const Json& categories = matrix["categories"];
    if (categories.size() > kMostShownCategories) {
        grid.heads = {"categories", "matrix"};
        grid.rows.push_back({Cell::count(static_cast<std::int64_t>(categories.size())),
                             Cell("stands in the release record")});
        return grid;
    }
    for (std::size_t k = 0; k < categories.size(); ++k) {
        grid.heads.push_back(cell(categories[k]).text);
        grid.rows.push_back({cell(categories[k])});
        for (const Json& entry : matrix["rows"][k]) grid.rows.back().push_back(cell(entry));
    }
    return grid;
}

std::vector<Grid> fact_grids(const Json& facts) {
    const Json& matrices = field(facts, "matrix");
    std::vector<Grid> result = grids(facts, [&](std::string_view key) {
        FieldLook look;
        look.hidden = key == "matrix" && matrices.is_object();
        return look;
    });
    if (!matrices.is_object()) return result;
    for (const auto& [column, matrix] : matrices.items()) {
        if (is_transition_matrix(matrix)) result.push_back(matrix_grid(column, matrix));
    }
    return result;
}

void steps_list(Markup& out, const Json& release) {
    const std::vector<Json> steps = objects(release, "steps");
    if (steps.empty()) return;
    out.open("ol", {{"class", "steps"}});
    for (const Json& step : steps) {
        out.open("li").open("h3").text(step_title(step, "method"));
        const std::vector<std::string> columns = texts(step, "columns");
        if (!columns.empty()) {
            out.leaf("span", {{"class", "quiet"}}, " on " + enumeration(columns));
        }
        out.close();
        paragraph(out, describe_step(step));
        warnings(out, step);
        tables(out, fact_grids(field(step, "facts")));
        out.close();
    }
    out.close();
}

// Whether k holds, as counted in the file.
void guarantees_part(Markup& out, const Json& release) {
    const std::vector<std::string> sentences = guarantee_sentences(release);
    if (!sentences.empty()) {
        out.leaf("h3", "What holds, counted in the released file");
        for (const std::string& sentence : sentences) paragraph(out, sentence);
        table(out, guarantees_grid(release), "Counted in the released file", "wide");
        const Grid models = models_grid(release);
        if (!models.rows.empty()) table(out, models, models.title, "wide");
    }
    paragraph(out, values_sentence(release), "quiet");
}

void columns_table(Markup& out, const Json& release) {
    Grid grid{"The columns of the release", {"column", "kind", "role", "changed"}, {}};
    for (const Json& column : objects(field(release, "release"), "columns")) {
        grid.rows.push_back({Cell(text(column, "name")), cell(field(column, "kind")),
                             cell(field(column, "role")), cell(field(column, "changed"))});
    }
    table(out, grid, grid.title, "wide");
}

}  // namespace

std::string release_html(const Results& results, Ids&) {
    Markup out;
    for (const Json& release : results.of("release")) {
        subject(out, text(field(release, "release"), "file"), results.of("release").size());
        paragraph(out, release_facts(release), "lead");
        steps_list(out, release);
        guarantees_part(out, release);
        columns_table(out, release);
        const std::string digest = text(field(release, "release"), "sha256");
        if (!digest.empty()) {
            out.open("p", {{"class", "quiet small"}})
                .text("The file's digest (SHA-256), by which it is told from any other: ");
            out.leaf("code", digest).close();
        }
    }
    return std::move(out).finish();
}

namespace {

void add_parameters(Grid& grid, const Json& item, std::string_view name_field) {
    const Json& parameters = field(item, "parameters");
    if (!parameters.is_object()) return;
    const Method* method = find_method(text(item, name_field));
    bool first = true;
    for (const auto& [name, value] : parameters.items()) {
        std::string meaning;
        if (method != nullptr) {
            const auto known = std::ranges::find(method->parameters, name, &Parameter::name);
            if (known != method->parameters.end()) meaning = known->text;
        }
        grid.rows.push_back({Cell(first ? step_title(item, name_field) : ""), Cell(clean(name)),
                             Cell(exact_text(value)), Cell(meaning)});
        first = false;
    }
}

}  // namespace

std::string parameters_html(const Results& results) {
    Grid grid{"", {"used by", "parameter", "value", "meaning"}, {}};
    for (const Json& release : results.of("release")) {
        for (const Json& step : objects(release, "steps")) add_parameters(grid, step, "method");
    }
    for (const Json& assessment : results.of("assessment")) {
        for (const char* list : {"attacks", "measures"}) {
            for (const Json& item : objects(assessment, list)) add_parameters(grid, item, "name");
        }
    }
    Markup out;
    table(out, grid, "Parameters", "wide");
    return std::move(out).finish();
}

std::string others_html(const Results& results) {
    Markup out;
    for (const Json& other : results.of("other")) tables(out, grids(other));
    return std::move(out).finish();
}

}  // namespace lethe::report
