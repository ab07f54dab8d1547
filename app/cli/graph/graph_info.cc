// lethe graph info: the first look at a graph.
#include <memory>

#include "cli/graph/graph.h"
#include "cli/graph/graph_flags.h"
#include "cli/policy_out.h"
#include "cli/replace_flags.h"
#include "lethe/io/file.h"
#include "lethe/release/graphs/inspect_graph.h"

namespace lethe::cli {
namespace {

struct GraphInfoFlags {
    GraphFlags graph;
    std::int64_t k = 5;
    std::string policy;
    std::string output;
    ReplaceFlags replace;
};

void show_graph_info(Session& session, const GraphInfoFlags& flags) {
    refuse_overwrite(flags.output, flags.graph.files);
    flags.replace.check(flags.output, OutputKind::result);
    std::vector<std::string> others = flags.graph.files;
    others.push_back(flags.output);
    refuse_overwrite(flags.policy, others);
    Json result = release::inspect_graph(
        session.context(), {flags.graph.source(), flags.graph.files, flags.k, flags.policy});
    write_policy_out(flags.policy, result);
    if (!flags.output.empty()) write_file(flags.output, result.dump(2) + "\n", true);
    session.show(result);
}

}  // namespace

void add_graph_info(CLI::App& app, Session& session) {
    auto flags = std::make_shared<GraphInfoFlags>();
    CLI::App* command = app.add_subcommand(
        "info", "What a graph is made of, which columns name its nodes, and who stands out");
    flags->graph.add_to(*command);
    command->add_option("-k,--k", flags->k, "Nodes that shall stand alike")
        ->check(CLI::Range(2, 1000000))
        ->capture_default_str()
        ->type_name("N");
    add_policy_out(*command, flags->policy);
    command->add_option("-o,--output", flags->output, "Also write the result (JSON, private)")
        ->type_name("FILE");
    flags->replace.add_to(*command);
    command->footer(
        "Example:\n  lethe graph info examples/network/edges.csv "
        "examples/network/nodes.csv");
    command->callback([&session, flags] {
        session.run = [&session, flags] { show_graph_info(session, *flags); };
    });
}

}  // namespace lethe::cli
