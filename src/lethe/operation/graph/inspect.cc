// inspect, of a graph: the first look.
#include "lethe/operation/graph/graph_files.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/inspect_output.h"
#include "lethe/release/graphs/inspect_graph.h"

namespace lethe::operation {
namespace {

struct InspectGraphOptions {
    GraphFiles graph;
    std::int64_t k = 5;
    InspectOutput to;
};

Answer look_at_graph(const InspectGraphOptions& options, Door& door) {
    options.to.check(options.graph.files);
    return options.to.answer(release::inspect_graph(
        door.context(),
        {options.graph.source(), options.graph.files, options.k, options.to.policy_out}));
}

}  // namespace

Operation inspect_graph() {
    using O = InspectGraphOptions;
    return make_operation(
        {.name = "inspect",
         .data = DataKind::graph,
         .words = {"graph", "info"},
         .summary = "What a graph is made of, which columns name its nodes, and who stands out",
         .examples = {"lethe inspect examples/network"}},
        Schema<O>()
            .include(&O::graph, GraphFiles::schema())
            .field("k", &O::k, "Nodes that shall stand alike", between(2, 1000000))
            .shown("N")
            .include(&O::to, InspectOutput::schema()),
        look_at_graph);
}

}  // namespace lethe::operation
