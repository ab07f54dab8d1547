// The data: windows of rows, and a first picture of each column.
#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/io/json_file.h"
#include "lethe/release/any_policy.h"
#include "lethe/release/release_envelope.h"
#include "lethe/release/tables/distributions.h"
#include "lethe/report/draw/charts.h"
#include "studio/studio.h"

namespace lethe::studio {
namespace {

// How the project's policy says that the table is read; as it comes where there is none.
ReadOptions reading_of(const Project& project) {
    if (project.policy == 0) return {};
    Problems ignored;
    try {
        return policy_in_folder(project.policy_text(), "policy.toml", project.folder(), ignored)
            .read;
    } catch (const Error&) {
        return {};
    }
}

std::shared_ptr<const Table> table_of(Studio& studio, const Project& project,
                                      const std::string& which) {
    if (which == "release") return studio.tables().table(project.release_path(), {});
    if (project.kind == DataKind::table) {
        return studio.tables().table(project.data.front(), reading_of(project));
    }
    if (project.kind == DataKind::graph && project.data.size() > 1) {
        return studio.tables().table(project.data.back(), {});
    }
    throw Error(ErrorKind::usage, "these data have no rows to show");
}

Response rows(Studio& studio, const Request& request) {
    const Json body = body_of(request);
    const Project project = studio.project(request.parts.at("id"));
    const auto table = table_of(studio, project, body.value("table", "data"));
    return json_response(window_json(*table, integer_of(body, "from"), integer_of(body, "count"),
                                     body.value("columns", std::vector<std::string>())));
}

// {"rows", "columns": [{"name", "kind", "missing", "distinct", "drawing"}]}: what reading alone
// tells, before anything is inspected. Drawings are of the columns that are asked for.
Response columns(Studio& studio, const Request& request) {
    const Json body = body_of(request);
    const Project project = studio.project(request.parts.at("id"));
    const auto table = table_of(studio, project, "data");
    const auto wanted = body.value("drawings", std::vector<std::string>());
    for (const std::string& name : wanted) table->column(name);
    const Json drawn = distributions(studio.context(), *table, *table, wanted);
    Json list = Json::array();
    for (const ColumnPtr& column : table->columns()) {
        Json one{{"name", column->name()},
                 {"kind", name(column->kind())},
                 {"missing", column->missing()}};
        if (!column->is_numeric()) one["distinct"] = column->dictionary().size();
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            if (drawn[i]["column"] != column->name()) continue;
            one["distribution"] = drawn[i];
            one["drawing"] = report::distribution_svg(drawn[i], "column-" + std::to_string(i));
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
