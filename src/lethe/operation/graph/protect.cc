// protect, of a graph: its nodes hide among at least k.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <sstream>

#include "lethe/core/error.h"
#include "lethe/graph/graph_method.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/graph/graph_files.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/operation/shared/released_answer.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/graphs/graph_release.h"

namespace lethe::operation {
namespace {

struct ProtectGraphOptions {
    GraphFiles graph;
    GraphOutput output;
    PolicyColumns::Options columns;
    std::vector<std::string> attributes, topics, keep, steps;
    std::string method;
    std::string structure = "none";
    std::optional<std::int64_t> k;
    std::optional<double> closeness, share;
    bool keep_order = false;
    bool keep_weights = false;
    bool neighbourhoods = false;
    std::string microdata;
    std::optional<std::int64_t> level;
    bool dry_run = false;
    Replacing replace;
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

// "k-degree k=5": a name, then its settings.
release::GraphStep graph_step_of(const std::string& text, const Door& door) {
    const Place place{{}, 0, 0, door.option_name("step")};
    std::istringstream words(text);
    release::GraphStep step;
    words >> step.method;
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0) {
            throw Error(ErrorKind::usage,
                        fmt::format("\"{}\" must look like name=value, such as k=5", word), place);
        }
        const std::string name = word.substr(0, equals);
        if (step.params.contains(name)) {
            throw Error(ErrorKind::usage, fmt::format("\"{}\" is set twice", name), place);
        }
        step.params[name] = word.substr(equals + 1);
    }
    return step;
}

void add_graph_steps(const ProtectGraphOptions& options, const Door& door,
                     release::GraphRelease& what) {
    const bool named = !options.method.empty() && options.method != "none";
    if (!options.steps.empty() && (named || options.structure != "none")) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} names the protections in their order; give it instead of {} "
                                "and {}",
                                door.option_name("step"), door.option_name("method"),
                                door.option_name("structure")));
    }
    if (named) what.steps.push_back({options.method});
    for (const std::string& step : options.steps) what.steps.push_back(graph_step_of(step, door));
    if (options.structure != "none") what.steps.push_back({options.structure});
    what.group_nodes = options.method != "none";
    if (options.k) what.settings["k"] = *options.k;
    if (options.closeness) what.settings["closeness"] = *options.closeness;
    if (options.share) what.settings["share"] = *options.share;
}

// The protections of graphs that have a parameter.
std::vector<std::string> graph_protections_with(std::string_view parameter, bool of_nodes) {
    std::vector<std::string> names;
    for (const std::string& name : graph_protections(of_nodes)) {
        const Method& method = find_method(name, Family::mask, DataKind::graph);
        if (method.has_parameter(parameter)) names.push_back(name);
    }
    return names;
}

// Every step with its own settings, and what is said beside them.
void check_graph_steps(const ProtectGraphOptions& options, const Door& door, Problems& problems) {
    add_if_thrown(problems, [&] {
        release::GraphRelease what;
        add_graph_steps(options, door, what);
        release::check_steps(what, problems);
    });
}

Answer protect_graph_files(const ProtectGraphOptions& options, Door& door) {
    check_output_given(options.output.file, options.dry_run, "release.gml");
    release::GraphRelease what;
    const release::GraphPolicy policy = graph_policy_at(options.columns.policy);
    what.source = options.graph.source(policy.reading);
    what.target = options.output.target(what.source);
    what.policy = PolicyColumns(options.columns, policy, door).policy();
    what.attributes = {options.attributes, options.topics};
    what.keep = options.keep;
    add_graph_steps(options, door, what);
    what.keep_order = options.keep_order;
    what.keep_weights = options.keep_weights;
    what.neighbourhoods = options.neighbourhoods;
    what.microdata = options.microdata;
    if (options.level) {
        what.level = static_cast<int>(
            std::min<std::int64_t>(*options.level, std::numeric_limits<int>::max()));
    }
    what.dry_run = options.dry_run;
    apply_policy(policy, what);
    what.seed = door.seed_or_random();
    what.surroundings = {{options.columns.policy}, options.replace.force};
    return released_answer(release::release_graph(door.context(), what), door);
}

}  // namespace

Operation protect_graph() {
    using O = ProtectGraphOptions;
    std::vector<std::string> of_nodes = graph_protections(true);
    of_nodes.emplace_back("none");
    std::vector<std::string> of_edges = graph_protections(false);
    of_edges.insert(of_edges.begin(), "none");
    const Parameter closeness = graph_parameter("closeness");
    const Parameter share = graph_parameter("share");
    return make_operation(
        {.name = "protect",
         .data = DataKind::graph,
         .words = {"graph", "protect"},
         .summary = "Protect a graph: each node hides among at least k by what it is, and by the "
                    "number of its neighbours, each by itself",
         .examples =
             {"lethe protect examples/network -k 5 "
              "--knowledge location=examples/network/places.csv -o released.csv --output-nodes "
              "released_nodes.csv",
              "lethe protect examples/network -k 5 "
              "--structure k-degree -o released.gml",
              "lethe protect examples/network --step "
              "'mondrian k=5' --step 'switch share=0.2' --step 'k-degree k=5' -o stepped.gml"}},
        Schema<O>()
            .include(&O::graph, GraphFiles::schema())
            .include(&O::output, GraphOutput::schema(false))
            .field("k", &O::k, "Nodes that share their values, at least")
            .usually(graph_parameter("k").fallback)
            .shown("N")
            .field("attributes", &O::attributes,
                   "The columns to protect; others are not published (default: all but text and "
                   "what looks like a name)")
            .separated("COLUMNS")
            .field("topics", &O::topics,
                   "Columns of lists, the best first, with semicolons between (default: those "
                   "called topics...)")
            .separated("COLUMNS")
            .field("keep_order", &O::keep_order,
                   "Number the nodes in the order of the file instead of a random one")
            .field("keep_weights", &O::keep_weights,
                   "Publish the weights of edges where --structure changes them; new edges get "
                   "weights of others, and a weight that only one edge has tells it from these")
            .field("keep", &O::keep, "Columns that are published as they are")
            .separated("COLUMNS")
            .include(&O::columns, PolicyColumns::Options::schema())
            .choice("method", &O::method,
                    "How nodes are grouped, or none." + graph_protection_lines(true), of_nodes)
            .shown("METHOD")
            .field("closeness", &O::closeness,
                   "Weight of the graph where nodes are grouped: 0 values alone, 1 the graph "
                   "alone",
                   closeness.range)
            .usually(closeness.fallback)
            .shown("WEIGHT")
            .goes_with_any({{"method", graph_protections_with("closeness", true), true}, {"step"}})
            .choice("structure", &O::structure,
                    "What becomes of edges, or none." + graph_protection_lines(false), of_edges)
            .shown("METHOD")
            .field("share", &O::share, "Of perturb and switch: the share of the edges", share.range)
            .usually(share.fallback)
            .shown("SHARE")
            .goes_with_any({{"structure", graph_protections_with("share", false)}, {"step"}})
            .field("step", &O::steps,
                   "A protection and its settings, such as 'k-degree k=10'; several are done in "
                   "their order. lethe methods lists them; any masking of tables that makes k rows "
                   "alike protects nodes too (table:NAME where both have the name). Where none is "
                   "of nodes, these are grouped first unless --method none is given")
            .shown("'METHOD NAME=VALUE ...'")
            .field("neighbourhoods", &O::neighbourhoods,
                   "Also count the nodes whose neighbourhood fewer than k share")
            .field("microdata", &O::microdata,
                   "Also write a table of the nodes with what their neighbours have in common, to "
                   "be protected by lethe protect")
            .output(OutputKind::own)
            .shown("FILE")
            .field("level", &O::level,
                   "Of --microdata: the level of hierarchies, counted from the top", at_least(0))
            .usually(release::kMicrodataLevel)
            .shown("LEVEL")
            .goes_with("microdata")
            .include(&O::replace, Replacing::schema())
            .field("dry_run", &O::dry_run, "Show what would be done, and do nothing"),
        protect_graph_files, check_graph_steps);
}

}  // namespace lethe::operation
