// attack and measure, of graphs.
#include <filesystem>

#include "lethe/operation/graph/graph_files.h"
#include "lethe/operation/shared/method_choice.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/operation/shared/release_notes.h"
#include "lethe/release/assess/measured_result.h"
#include "lethe/release/graphs/graph_pair.h"

namespace lethe::operation {
namespace {

struct GraphMethodOptions {
    std::string original, nodes, released, released_nodes;
    GraphReading reading;
    PolicyColumns::Options columns;
    std::vector<std::string> attributes, topics;
    bool by_order = false;
    std::string log;
    MethodChoice methods;
};

template <Family family>
Answer run_graph_methods(const GraphMethodOptions& options, Door& door) {
    options.methods.check_output(
        {options.original, options.nodes, options.released, options.released_nodes, options.log});
    const release::GraphPolicy given = graph_policy_at(options.columns.policy);
    const release::Policy policy = PolicyColumns(options.columns, given, door).policy();
    note_changes(door, options.released, DataKind::graph);
    release::GraphPair pair;
    pair.attributes = {options.attributes, given.attributes({{}, options.topics}).topics};
    pair.original = release::read_described_graph(
        door.context(), options.reading.source(options.original, options.nodes, given.reading),
        policy, pair.attributes);
    pair.released = release::read_released_graph(
        door.context(), pair.original,
        options.reading.source(options.released, options.released_nodes,
                               given.reading_of_release()),
        policy, {options.log, options.by_order}, pair.attributes);
    const release::MethodAssessment result{
        .data = DataKind::graph,
        .family = family,
        .original = {pair.original.nodes(),
                     std::filesystem::path(options.original).filename().string()},
        .masked = {pair.released.graph.nodes(),
                   std::filesystem::path(options.released).filename().string()},
        .results = release::assess_graph_methods(door.context(), pair, family,
                                                 options.methods.choices(), door.seed_or_random())};
    door.warn(pair.released.notes);
    return options.methods.answer(to_json(result));
}

Schema<GraphMethodOptions> graph_method_schema(Family family) {
    using O = GraphMethodOptions;
    return Schema<O>()
        .field("original", &O::original, "The graph before")
        .at_place("ORIGINAL")
        .required()
        .input()
        .field("protected", &O::released, "The graph after")
        .at_place("PROTECTED")
        .required()
        .input()
        .field("nodes", &O::nodes, "Table of the nodes before")
        .shown("FILE")
        .input()
        .field("protected_nodes", &O::released_nodes, "Table of the nodes after")
        .shown("FILE")
        .input()
        .field("attributes", &O::attributes,
               "Columns that are compared (default: all but texts that both have)")
        .separated("A,B")
        .field("topics", &O::topics,
               "Which of them hold lists, the best first (besides those called topics...)")
        .separated("A,B")
        .field("by_order", &O::by_order,
               "Nodes of the protected graph have the order of the original's")
        .field("log", &O::log, "The private log of the release (default: the one beside it)")
        .shown("FILE")
        .input()
        .include(&O::reading, GraphReading::schema())
        .include(&O::columns, PolicyColumns::Options::schema())
        .include(&O::methods, MethodChoice::schema(family, DataKind::graph));
}

OperationInfo graph_method_info(const std::string& name, const std::string& summary) {
    return {.name = name,
            .data = DataKind::graph,
            .words = {"graph", name},
            .summary = summary,
            .examples = {"lethe sample network --users 60 --seed 1 -o network",
                         "lethe protect network -k 3 -o released.gml",
                         "lethe " + name + " network released.gml"}};
}

}  // namespace

Operation attack_graph() {
    return make_operation(
        graph_method_info("attack", "Try to find the people of a graph in its release"),
        graph_method_schema(Family::attack), run_graph_methods<Family::attack>);
}

Operation measure_graph() {
    return make_operation(graph_method_info("measure", "Measure what a released graph lost"),
                          graph_method_schema(Family::loss), run_graph_methods<Family::loss>);
}

}  // namespace lethe::operation
