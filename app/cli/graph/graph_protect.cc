// lethe graph protect: a graph whose nodes hide among at least k.
#include <memory>

#include "cli/graph/graph.h"
#include "cli/graph/graph_flags.h"
#include "cli/replace_flags.h"
#include "cli/tables/policy_columns.h"
#include "lethe/release/graphs/graph_release.h"

namespace lethe::cli {
namespace {

struct GraphProtectFlags {
    release::GraphRelease release;
    GraphFlags graph;
    GraphOutput output;
    PolicyColumns::Flags columns;
    std::vector<std::string> attributes, topics, keep;
    std::string method;
    std::string structure = "none";
    ReplaceFlags replace;
};

void protect_graph_files(Session& session, const GraphProtectFlags& flags) {
    release::GraphRelease what = flags.release;
    what.source = flags.graph.source();
    what.target = flags.output.target(what.source);
    what.policy = PolicyColumns(flags.columns).policy();
    what.protect.attributes = {split_list(flags.attributes), split_list(flags.topics)};
    what.protect.keep = split_list(flags.keep);
    what.protect.edges = *graph::edge_protection_named(flags.structure);
    what.group_nodes = flags.method != "none";
    what.grouping = graph::grouping_named(flags.method);
    what.seed = session.seed_or_random();
    what.surroundings = {{flags.columns.policy}, flags.replace.force};
    session.show_released(release::release_graph(session.context(), what));
}

}  // namespace

void add_graph_protect(CLI::App& app, Session& session) {
    auto flags = std::make_shared<GraphProtectFlags>();
    CLI::App* command = app.add_subcommand(
        "protect",
        "Protect a graph: each node hides among at least k by what it is, and by the number of "
        "its neighbours, each by itself");
    flags->graph.add_to(*command);
    flags->output.add_to(*command);
    command
        ->add_option("-k,--k", flags->release.protect.k, "Nodes that share their values, at least")
        ->capture_default_str()
        ->type_name("N");
    command
        ->add_option("--attributes", flags->attributes,
                     "The columns to protect; others are not published (default: all but text and "
                     "what looks like a name)")
        ->type_name("COLUMNS")
        ->allow_extra_args(false);
    command
        ->add_option("--topics", flags->topics,
                     "Columns of lists, the best first, with semicolons between (default: those "
                     "called topics...)")
        ->type_name("COLUMNS")
        ->allow_extra_args(false);
    command->add_flag("--keep-order", flags->release.keep_order,
                      "Number the nodes in the order of the file instead of a random one");
    command->add_flag("--keep-weights", flags->release.keep_weights,
                      "Publish the weights of edges where --structure changes them; new edges get "
                      "weights of others, and a weight that only one edge has tells it from these");
    command->add_option("--keep", flags->keep, "Columns that are published as they are")
        ->type_name("COLUMNS")
        ->allow_extra_args(false);
    flags->columns.add_to(*command);
    command
        ->add_option("--method", flags->method,
                     "How nodes are grouped: mdav (by distance), mondrian (top down, much "
                     "faster), none [mdav]")
        ->check(CLI::IsMember({"mdav", "mondrian", "none"}))
        ->type_name("METHOD");
    command
        ->add_option("--closeness", flags->release.protect.closeness,
                     "Weight of the graph where nodes are grouped: 0 values alone, 1 the graph "
                     "alone")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("WEIGHT");
    command
        ->add_option("--structure", flags->structure,
                     "What becomes of edges: none, k-degree (edges are added until k nodes share "
                     "each number of neighbours), perturb (some go, as many come), switch (ends "
                     "are swapped)")
        ->check(CLI::IsMember(graph::edge_protection_names()))
        ->capture_default_str()
        ->type_name("METHOD");
    command
        ->add_option("--share", flags->release.protect.share,
                     "Of perturb and switch: the share of the edges")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("SHARE");
    command->add_flag("--neighbourhoods", flags->release.neighbourhoods,
                      "Also count the nodes whose neighbourhood fewer than k share");
    command
        ->add_option("--microdata", flags->release.microdata,
                     "Also write a table of the nodes with what their neighbours have in common, "
                     "to be protected by lethe protect")
        ->type_name("FILE");
    command
        ->add_option("--level", flags->release.level,
                     "Of --microdata: the level of hierarchies, counted from the top")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str()
        ->type_name("LEVEL");
    flags->replace.add_to(*command);
    command->add_flag("--dry-run", flags->release.dry_run,
                      "Show what would be done, and do nothing");
    command->footer(
        "Examples:\n"
        "  lethe graph protect examples/network/edges.csv examples/network/nodes.csv -k 5 "
        "--knowledge location=examples/network/places.csv -o released.csv --output-nodes "
        "released_nodes.csv\n"
        "  lethe graph protect examples/network/edges.csv examples/network/nodes.csv -k 5 "
        "--structure k-degree -o released.gml");
    command->callback([&session, flags] {
        session.run = [&session, flags] { protect_graph_files(session, *flags); };
    });
}

}  // namespace lethe::cli
