// report: one HTML page from records and results.
#include <optional>

#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/private_log.h"
#include "lethe/release/release_envelope.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/report/html.h"
#include "lethe/report/section.h"

namespace lethe::operation {
namespace {

struct ReportOptions {
    std::vector<std::string> inputs;
    std::string output;
    bool publish = false;
};

constexpr std::string_view kEnding = ".lethe.json";

Json load_results(const Door& door, const std::string& path) {
    if (path.ends_with(kEnding) && !in_memory(door, path)) {
        finish_interrupted(path.substr(0, path.size() - kEnding.size()));
    }
    Json value = Json::parse(read_text(door, path), nullptr, false);
    if (value.is_discarded() || !value.is_object() || !value.contains("kind")) return nullptr;
    return value;
}

Json load_result(const Door& door, const std::string& path) {
    Json value = load_results(door, path);
    if (!report::is_stored_result(value)) {
        throw Error(
            ErrorKind::input,
            "is not a result to report: allowed are the release record of a table, of documents, "
            "vectors or a graph, and what inspect, attack, measure, assess, advise, explore, "
            "evolve, compare or explain wrote with -o",
            {path, 0, 0, {}});
    }
    return value;
}

// The distributions before and after and all that was measured stand in the private log beside the
// record.
void add_private(const Door& door, Json& record, const std::string& path) {
    if (record["kind"] != "release" || !path.ends_with(kEnding)) return;
    const std::string release = path.substr(0, path.size() - kEnding.size());
    std::optional<release::PrivateLog> log;
    if (const std::string beside = release::private_log_path(release); !in_memory(door, path)) {
        log = release::find_private_log(release, {}, DataKind::table);
    } else if (door.holds(beside)) {
        log = release::private_log_of(read_json_text(door, beside), beside, DataKind::table);
    }
    if (!log) return;
    release::check_log_of_record(*log, record, path);
    const Json& body = log->body;
    if (body.contains("distributions")) {
        record["about_original"]["distributions"] = body["distributions"];
    }
    if (body.contains("measured")) record["measured"] = body["measured"];
}

Answer write_report(const ReportOptions& options, Door& door) {
    release::refuse_overwrite(options.output, options.inputs);
    std::vector<Json> results;
    for (const std::string& input : options.inputs) {
        results.push_back(load_result(door, input));
        if (!options.publish) add_private(door, results.back(), input);
    }
    report::HtmlOptions html;
    html.for_publication = options.publish;
    write_text(door, options.output, report::html_report(results, html), !options.publish);
    return {Json{{"kind", "written"}, {"output", options.output}}};
}

}  // namespace

Operation report_page() {
    using O = ReportOptions;
    return make_operation(
        {.name = "report",
         .summary = "One HTML page to read, print and sign",
         .examples = {"lethe sample census --rows 1000 --seed 1 -o people.csv",
                      "lethe protect people.csv --method mdav --assess -o release.csv",
                      "lethe report release.csv.lethe.json -o report.html"}},
        Schema<O>()
            .field("inputs", &O::inputs,
                   "Release records of any kind of data, and results of inspect, attack, measure, "
                   "assess, advise, explore, evolve, compare, explain (JSON)")
            .at_place("RECORD...")
            .required()
            .input()
            .field("output", &O::output, "The page")
            .output(OutputKind::page)
            .letter('o')
            .shown("FILE")
            .required()
            .field("publish", &O::publish, "Leave out statistics of the original data"),
        write_report);
}

}  // namespace lethe::operation
