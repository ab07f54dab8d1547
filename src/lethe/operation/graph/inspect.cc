// inspect, of a graph: the first look.
#include "lethe/io/file.h"
#include "lethe/operation/graph/graph_files.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/policy_out.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/graphs/inspect_graph.h"

namespace lethe::operation {
namespace {

struct InspectGraphOptions {
    GraphFiles graph;
    std::int64_t k = 5;
    std::string policy_out;
    std::string output;
    Replacing replace;
};

Answer look_at_graph(const InspectGraphOptions& options, Door& door) {
    refuse_overwrite(options.output, options.graph.files);
    options.replace.check(options.output, OutputKind::result);
    std::vector<std::string> others = options.graph.files;
    others.push_back(options.output);
    refuse_overwrite(options.policy_out, others);
    Json result = release::inspect_graph(
        door.context(),
        {options.graph.source(door), options.graph.files, options.k, options.policy_out});
    write_policy_out(options.policy_out, result);
    if (!options.output.empty()) write_file(options.output, result.dump(2) + "\n", true);
    return {std::move(result)};
}

}  // namespace

Operation inspect_graph() {
    using O = InspectGraphOptions;
    return make_operation(
        {.name = "inspect",
         .data = DataKind::graph,
         .words = {"graph", "info"},
         .summary = "What a graph is made of, which columns name its nodes, and who stands out",
         .examples = {"lethe graph info examples/network/edges.csv examples/network/nodes.csv"}},
        Schema<O>()
            .include(&O::graph, GraphFiles::schema())
            .field("k", &O::k, "Nodes that shall stand alike", between(2, 1000000))
            .shown("N")
            .field("policy_out", &O::policy_out, kPolicyOutWords)
            .shown("FILE")
            .field("output", &O::output, "Also write the result (JSON, private)")
            .letter('o')
            .shown("FILE")
            .include(&O::replace, Replacing::schema()),
        look_at_graph);
}

}  // namespace lethe::operation
