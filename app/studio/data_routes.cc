// The data: windows of rows, and a first picture of each column.
#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/io/json_file.h"
#include "lethe/release/any_policy.h"
#include "lethe/release/release_envelope.h"
#include "lethe/release/tables/distributions.h"
#include "lethe/report/draw/distribution_drawing.h"
#include "studio/studio.h"

namespace lethe::studio {
namespace {

// How the project's policy says that the table is read; as it comes where there is none.
ReadOptions reading_of(const Project& project) {
    if (project.policy == 0) return {};
    Problems ignored;
    try {
        return release::policy_in_folder(project.policy_text(), "policy.toml", project.folder(),
                                         ignored)
            .read;
    } catch (const Error&) {
        return {};
    }
}

struct Source {
    std::string path;
    ReadOptions read = {};
};

Source source_of(const Project& project, const std::string& which) {
    if (which == "release") return {project.release_path()};
    if (project.kind == DataKind::table) return {project.data.front(), reading_of(project)};
    if (project.kind == DataKind::graph && project.data.size() > 1) return {project.data.back()};
    throw Error(ErrorKind::usage, "these data have no rows to show");
}

// {"table", "from", "count", "columns", "filter"}: a window of all rows, or of those that the
// filter chooses (rows_where).
Response rows(Studio& studio, const Request& request) {
    const Json body = body_of(request);
    const Project project = studio.project(request.parts.at("id"));
    const Source source = source_of(project, body.value("table", "data"));
    const std::int64_t from = integer_of(body, "from"), count = integer_of(body, "count");
    const auto columns = body.value("columns", std::vector<std::string>());
    const Json filter = body.value("filter", Json::array());
    if (filter.is_array() && filter.empty()) {
        const auto table = studio.tables().table(source.path, source.read);
        return json_response(window_json(*table, from, count, columns));
    }
    const auto chosen = studio.tables().rows_of(source.path, source.read, filter);
    return json_response(window_json(*chosen.table, from, count, columns, chosen.rows.get()));
}

// {"rows", "columns": [{"name", "kind", "missing", "distinct"}]}: what reading alone tells, before
// anything is inspected. Columns that are named in "drawings" also have "distribution", its
// "drawing" and its "spark", which is its shape alone.
Response columns(Studio& studio, const Request& request) {
    const Json body = body_of(request);
    const Project project = studio.project(request.parts.at("id"));
    const Source source = source_of(project, "data");
    const auto table = studio.tables().table(source.path, source.read);
    const auto wanted = body.value("drawings", std::vector<std::string>());
    for (const std::string& name : wanted) table->column(name);
    const std::vector<release::Distribution> drawn =
        release::distributions(studio.context(), *table, wanted);
    Json list = Json::array();
    for (const ColumnPtr& column : table->columns()) {
        Json one{{"name", column->name()},
                 {"kind", name(column->kind())},
                 {"missing", column->missing()}};
        if (!column->is_numeric()) one["distinct"] = column->dictionary().size();
        for (const release::Distribution& distribution : drawn) {
            if (distribution.column != column->name()) continue;
            const Json told = to_json(distribution);
            // The page shows drawings of several requests: each column has an id of its own.
            const std::string id = "column-" + std::to_string(list.size());
            one["distribution"] = told;
            one["drawing"] = report::distribution_svg(told, id);
            one["spark"] = report::distribution_spark_svg(told);
        }
        list.push_back(std::move(one));
    }
    return json_response({{"rows", table->rows()}, {"columns", std::move(list)}});
}

}  // namespace

void add_data_routes(Router& router, Studio& studio) {
    router.add("POST", "/api/projects/{id}/rows",
               [&](const Request& r) { return rows(studio, r); });
    router.add("POST", "/api/projects/{id}/columns",
               [&](const Request& r) { return columns(studio, r); });
}

}  // namespace lethe::studio
