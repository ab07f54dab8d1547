// lethe graph protect: a graph whose nodes hide among at least k.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <sstream>

#include "cli/graph/graph.h"
#include "cli/graph/graph_flags.h"
#include "cli/replace_flags.h"
#include "cli/tables/policy_columns.h"
#include "lethe/core/error.h"
#include "lethe/graph/graph_method.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/graphs/graph_release.h"

namespace lethe::cli {
namespace {

struct GraphProtectFlags {
    release::GraphRelease release;
    GraphFlags graph;
    GraphOutput output;
    PolicyColumns::Flags columns;
    std::vector<std::string> attributes, topics, keep, steps;
    std::string method;
    std::string structure = "none";
    std::optional<std::int64_t> k;
    std::optional<double> closeness, share;
    ReplaceFlags replace;
};

std::vector<std::string> graph_protections(bool of_nodes) {
    std::vector<std::string> names;
    for (const Method* method : methods_of(Family::mask, DataKind::graph)) {
        if (graph::protects_nodes(method->info) == of_nodes) names.push_back(method->info.name);
    }
    return names;
}

// "mdav: Groups ..." of each.
std::string graph_protection_lines(bool of_nodes) {
    std::string lines;
    for (const std::string& name : graph_protections(of_nodes)) {
        const Method& method = find_method(name, Family::mask, DataKind::graph);
        lines += fmt::format("\n{}: {}{}", name, method.info.summary,
                             method.info.by_default ? " (default)" : "");
    }
    return lines;
}

// What the first protection of graphs that has this parameter says of it.
Parameter graph_parameter(std::string_view name) {
    for (const Method* method : methods_of(Family::mask, DataKind::graph)) {
        for (const Parameter& each : method->parameters) {
            if (each.name == name) return each;
        }
    }
    throw Error(ErrorKind::internal, fmt::format("no protection of graphs has \"{}\"", name));
}

// A flag that sets it for every step that has it.
CLI::Option* add_graph_share(CLI::App& command, const std::string& name,
                             std::optional<double>& value, const std::string& text) {
    const Parameter parameter = graph_parameter(name);
    return command.add_option("--" + name, value, text)
        ->check(CLI::Range(*parameter.range.least, *parameter.range.most))
        ->default_str(parameter.fallback.dump());
}

// "k-degree k=5": a name, then its settings.
release::GraphStep graph_step_of(const std::string& text) {
    std::istringstream words(text);
    release::GraphStep step;
    words >> step.method;
    std::vector<std::string> settings;
    for (std::string word; words >> word;) settings.push_back(word);
    step.params = parse_settings(settings);
    return step;
}

void add_graph_steps(const GraphProtectFlags& flags, release::GraphRelease& what) {
    const bool named = !flags.method.empty() && flags.method != "none";
    if (!flags.steps.empty() && (named || flags.structure != "none")) {
        throw Error(ErrorKind::usage,
                    "--step names the protections in their order; give it instead of --method and "
                    "--structure");
    }
    if (named) what.steps.push_back({flags.method});
    for (const std::string& step : flags.steps) what.steps.push_back(graph_step_of(step));
    if (flags.structure != "none") what.steps.push_back({flags.structure});
    what.group_nodes = flags.method != "none";
    if (flags.k) what.settings["k"] = *flags.k;
    if (flags.closeness) what.settings["closeness"] = *flags.closeness;
    if (flags.share) what.settings["share"] = *flags.share;
}

void protect_graph_files(Session& session, const GraphProtectFlags& flags) {
    release::GraphRelease what = flags.release;
    const release::GraphPolicy policy = graph_policy_at(flags.columns.policy);
    what.source = flags.graph.source(flags.graph.files, policy.reading);
    what.target = flags.output.target(what.source);
    what.policy = PolicyColumns(flags.columns, policy).policy();
    what.attributes = {split_list(flags.attributes), split_list(flags.topics)};
    what.keep = split_list(flags.keep);
    add_graph_steps(flags, what);
    apply_policy(policy, what);
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
    command->add_option("-k,--k", flags->k, "Nodes that share their values, at least")
        ->default_str(graph_parameter("k").fallback.dump())
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
    command->get_option("--policy")
        ->description(
            "Policy file (TOML): how the graph is read, its columns, steps and what is released");
    std::vector<std::string> of_nodes = graph_protections(true);
    of_nodes.emplace_back("none");
    std::vector<std::string> of_edges = graph_protections(false);
    of_edges.insert(of_edges.begin(), "none");
    command
        ->add_option("--method", flags->method,
                     "How nodes are grouped, or none." + graph_protection_lines(true))
        ->check(CLI::IsMember(of_nodes))
        ->type_name("METHOD");
    add_graph_share(*command, "closeness", flags->closeness,
                    "Weight of the graph where nodes are grouped: 0 values alone, 1 the graph "
                    "alone")
        ->type_name("WEIGHT");
    command
        ->add_option("--structure", flags->structure,
                     "What becomes of edges, or none." + graph_protection_lines(false))
        ->check(CLI::IsMember(of_edges))
        ->capture_default_str()
        ->type_name("METHOD");
    add_graph_share(*command, "share", flags->share,
                    "Of perturb and switch: the share of the edges")
        ->type_name("SHARE");
    command
        ->add_option("--step", flags->steps,
                     "A protection and its settings, such as 'k-degree k=10'; several are done in "
                     "their order. lethe methods lists them; where none is of nodes, these are "
                     "grouped first unless --method none is given")
        ->type_name("'METHOD NAME=VALUE ...'")
        ->allow_extra_args(false);
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
        ->default_str(std::to_string(release::kMicrodataLevel))
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
        "--structure k-degree -o released.gml\n"
        "  lethe graph protect examples/network/edges.csv examples/network/nodes.csv --step "
        "'mondrian k=5' --step 'switch share=0.2' --step 'k-degree k=5' -o stepped.gml");
    command->callback([&session, flags] {
        session.run = [&session, flags] { protect_graph_files(session, *flags); };
    });
}

}  // namespace lethe::cli
