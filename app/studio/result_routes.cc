// Results: as they are, as the parts of the report, and as the engine's drawings. What is seen here
// is what will be signed.
#include <cstdlib>

#include "lethe/core/error.h"
#include "lethe/io/json_file.h"
#include "lethe/report/base/style.h"
#include "lethe/report/draw/charts.h"
#include "lethe/report/draw/distribution_drawing.h"
#include "lethe/report/draw/evolution_drawings.h"
#include "lethe/report/draw/graph_drawing.h"
#include "lethe/report/draw/line_chart.h"
#include "lethe/report/draw/risk_map.h"
#include "lethe/report/draw/waterfall.h"
#include "lethe/report/html.h"
#include "lethe/report/text.h"
#include "studio/project_view.h"
#include "studio/studio.h"

namespace lethe::studio {
namespace {

Json result_of(Studio& studio, const Request& request) {
    const Project project = studio.project(request.parts.at("id"));
    return project.result(std::atoll(request.parts.at("result").c_str()));
}

Response show_result(Studio& studio, const Request& request) {
    return json_response(result_of(studio, request));
}

// {"parts": [{"id", "title", "html"}], "text"}: markup by the engine, in which all of the data are
// escaped.
Response show_parts(Studio& studio, const Request& request) {
    const Json result = result_of(studio, request);
    Json parts = Json::array();
    for (const report::ReportPart& part : report::report_parts(std::span(&result, 1))) {
        if (part.id == "sign-off" || part.id == "reading") continue;
        parts.push_back({{"id", part.id}, {"title", part.title}, {"html", part.html}});
    }
    return json_response({{"parts", std::move(parts)}, {"text", report::text_report(result)}});
}

double number_of(const Json& body, const char* name, double fallback) {
    return body.contains(name) && body[name].is_number() ? body[name].get<double>() : fallback;
}

std::string drawing_of(const std::string& what, const Json& data, const Json& body) {
    const std::string id = body.value("id", "drawing");
    const double width = number_of(body, "width", 760);
    if (what == "map") return report::risk_map_svg(data, id, width);
    if (what == "distribution") return report::distribution_svg(data, id);
    if (what == "classes") return report::class_sizes_svg(report::class_sizes(data), id);
    if (what == "lines") return report::line_chart_svg(report::line_chart(data), id);
    if (what == "hundred") return report::hundred_svg(number_of(data, "percent", 0), id);
    if (what == "population") return report::population_drawing(data, id, width);
    if (what == "convergence") return report::convergence_drawing(data, id, width);
    if (what == "graph-before") return report::graph_svg(data, report::GraphSide::before, id);
    if (what == "graph-after") return report::graph_svg(data, report::GraphSide::after, id);
    if (what == "waterfall") return report::waterfall_svg(report::waterfall_of(data), id);
    throw NotFound("there is no such drawing");
}

// What a page knows already, drawn: points of an exploration that still runs, say.
Response draw(const Request& request) {
    const Json body = body_of(request);
    if (!body.contains("data")) throw Error(ErrorKind::usage, "must be given", {{}, 0, 0, "data"});
    return json_response({{"svg", drawing_of(request.parts.at("what"), body["data"], body)}});
}

Response drawing_css() {
    Response response;
    response.type = "text/css; charset=utf-8";
    response.body = report::page_css();
    return response;
}

}  // namespace

void add_result_routes(Router& router, Studio& studio) {
    router.add("GET", "/api/projects/{id}/results/{result}",
               [&](const Request& r) { return show_result(studio, r); });
    router.add("GET", "/api/projects/{id}/results/{result}/parts",
               [&](const Request& r) { return show_parts(studio, r); });
    router.add("POST", "/api/draw/{what}", [](const Request& r) { return draw(r); });
    router.add("GET", "/api/report.css", [](const Request&) { return drawing_css(); });
}

}  // namespace lethe::studio
