// assess, of a graph: what protecting did to it.
#include <fmt/format.h>

#include <span>

#include "lethe/core/error.h"
#include "lethe/graph/measure/assess_graph.h"
#include "lethe/io/file.h"
#include "lethe/operation/graph/graph_files.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/operation/shared/release_notes.h"
#include "lethe/release/assess/measured_result.h"
#include "lethe/release/graphs/graph_pair.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/report/html.h"

namespace lethe::operation {
namespace {

struct AssessGraphOptions {
    std::string original, nodes;
    std::vector<std::string> released, released_nodes;
    GraphReading reading;
    PolicyColumns::Options columns;
    std::vector<std::string> attributes, topics, parts;
    std::string log;
    bool by_order = false;
    bool exact_betweenness = false;
    bool picture = false;
    std::string output;
};

std::vector<std::string> graph_part_names() {
    std::vector<std::string> names;
    for (const graph::GraphPart part : graph::kGraphParts) names.emplace_back(name(part));
    return names;
}

std::vector<graph::GraphPart> graph_parts_of(const std::vector<std::string>& names) {
    std::vector<graph::GraphPart> parts;
    for (const std::string& wanted : names) {
        for (const graph::GraphPart part : graph::kGraphParts) {
            if (name(part) == wanted) parts.push_back(part);
        }
    }
    return parts;
}

void check_graph_assess(const AssessGraphOptions& options, const Door& door, Problems& problems) {
    if (!options.released_nodes.empty() &&
        options.released_nodes.size() != options.released.size()) {
        problems.push_back(
            {fmt::format("{} protected graphs need as many {}, not {}", options.released.size(),
                         door.option_name("protected_nodes"), options.released_nodes.size())});
    }
    if (!options.log.empty() && options.released.size() > 1) {
        problems.push_back({"is of one protected graph, and there are several", {{}, 0, 0, "log"}});
    }
    if (!options.output.empty()) {
        std::vector<std::string> inputs = options.released;
        inputs.insert(inputs.end(), options.released_nodes.begin(), options.released_nodes.end());
        inputs.insert(inputs.end(), {options.original, options.nodes, options.log});
        add_if_thrown(problems, [&] { release::refuse_overwrite(options.output, inputs); });
    }
}

Answer assess_graph_files(const AssessGraphOptions& options, Door& door) {
    const release::GraphPolicy given = graph_policy_at(options.columns.policy);
    const release::Policy policy = PolicyColumns(options.columns, given, door).policy();
    const graph::AttributeChoice attributes{options.attributes,
                                            given.attributes({{}, options.topics}).topics};
    const graph::SocialGraph original = release::read_described_graph(
        door.context(), options.reading.source(options.original, options.nodes, given.reading),
        policy, attributes);
    std::vector<graph::SocialGraph> published;
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < options.released.size(); ++i) {
        const std::string nodes = options.released_nodes.empty() ? "" : options.released_nodes[i];
        note_changes(door, options.released[i], DataKind::graph);
        release::MatchedGraph release = release::read_released_graph(
            door.context(), original,
            options.reading.source(options.released[i], nodes, given.reading_of_release()), policy,
            {options.log, options.by_order}, attributes);
        notes.insert(notes.end(), release.notes.begin(), release.notes.end());
        published.push_back(std::move(release.graph));
    }
    graph::GraphAssessment how;
    how.attributes = attributes;
    if (!options.parts.empty()) how.parts = graph_parts_of(options.parts);
    how.exact_betweenness = options.exact_betweenness;
    how.seed = door.seed_or_random();
    how.picture = options.picture || !options.output.empty();
    graph::MeasuredGraphs measured = graph::assess_graphs(door.context(), original, published, how);
    for (const std::string& note : notes) measured.notes.push_back(note + ".");
    std::vector<ReleaseFigures> figures;
    for (const graph::MeasuredGraph& release : measured.releases) {
        figures.push_back(release.figures);
    }
    Json result = to_json(measured);
    release::add_headlines(result, figures, DataKind::graph);
    result["original"]["file"] = options.original;
    for (std::size_t i = 0; i < options.released.size(); ++i) {
        result["releases"][i]["file"] =
            options.released_nodes.empty() ? options.released[i] : options.released_nodes[i];
    }
    if (options.output.ends_with(".html")) {
        report::HtmlOptions page;
        page.title = "A social graph before and after";
        write_file(options.output, report::html_report(std::span(&result, 1), page), true);
    } else if (!options.output.empty()) {
        write_file(options.output, result.dump() + "\n", true);
    }
    if (!options.picture) result.erase("picture");
    return {std::move(result)};
}

}  // namespace

Operation assess_graph() {
    using O = AssessGraphOptions;
    return make_operation(
        {.name = "assess",
         .data = DataKind::graph,
         .words = {"graph", "assess"},
         .summary = "What protecting did to a graph: information lost, users found, shape changed",
         .examples = {"lethe graph protect examples/network/edges.csv examples/network/nodes.csv "
                      "-k 3 -o released.csv --output-nodes released_nodes.csv",
                      "lethe graph assess examples/network/edges.csv released.csv --nodes "
                      "examples/network/nodes.csv --protected-nodes released_nodes.csv -o "
                      "report.html"}},
        Schema<O>()
            .field("original", &O::original,
                   "The graph before: a list of edges (CSV, TSV, Parquet), GML or GraphML")
            .at_place("ORIGINAL")
            .required()
            .input()
            .field("protected", &O::released, "The graph after; several give curves over k")
            .at_place("PROTECTED...")
            .required()
            .input()
            .field("nodes", &O::nodes, "Table of the nodes before")
            .shown("FILE")
            .input()
            .field("protected_nodes", &O::released_nodes,
                   "Tables of the nodes after, one for each protected graph")
            .shown("FILE...")
            .input()
            .field("attributes", &O::attributes,
                   "Columns that are compared (default: all but texts that both have)")
            .separated("A,B")
            .field("topics", &O::topics,
                   "Which of them hold lists, the best first (besides those called topics...)")
            .separated("A,B")
            .field("parts", &O::parts, "Only these: loss, linkage, structure, risk (default: all)")
            .separated("A,B")
            .naming("part", graph_part_names())
            .field("by_order", &O::by_order,
                   "Nodes of the protected graphs have the order of the original's")
            .field("exact_betweenness", &O::exact_betweenness,
                   "Betweenness from all nodes, which takes long (default: from a sample)")
            .part_of("parts", {std::string(name(graph::GraphPart::structure))})
            .field("picture", &O::picture,
                   "Keep what a drawing of both graphs needs in the result, which is then large")
            .field("log", &O::log, "The private log of the release (default: the one beside it)")
            .shown("FILE")
            .input()
            .include(&O::reading, GraphReading::schema())
            .include(&O::columns, PolicyColumns::Options::schema())
            .field("output", &O::output,
                   "Also write the result: JSON, or a page with drawings where the name ends in "
                   ".html")
            .output(OutputKind::page_or_result)
            .letter('o')
            .shown("FILE"),
        assess_graph_files, check_graph_assess);
}

}  // namespace lethe::operation
