// lethe explore for graphs.
#include <filesystem>
#include <memory>

#include "cli/explore_flags.h"
#include "cli/exploring.h"
#include "cli/graph/graph.h"
#include "cli/graph/graph_flags.h"
#include "cli/tables/policy_columns.h"
#include "lethe/core/version.h"
#include "lethe/io/file.h"
#include "lethe/search/advise/explore_graph.h"

namespace lethe::cli {
namespace {

struct GraphExploreFlags {
    std::string edges, nodes;
    GraphFlags reading;
    PolicyColumns::Flags columns;
    std::vector<std::string> attributes, topics;
    ExploreDataFlags shared;
};

// The options by which the release is made as it was explored.
std::string read_as(const GraphExploreFlags& flags) {
    std::string words;
    if (!flags.columns.policy.empty()) words += " --policy " + flags.columns.policy;
    for (const std::string& one : flags.columns.knowledge.sources) words += " --knowledge " + one;
    for (const std::string& one : flags.columns.knowledge.maps) words += " --map " + one;
    return words;
}

void explore_graph_files(Session& session, const GraphExploreFlags& flags) {
    flags.shared.check(DataKind::graph);
    std::vector<std::string> files{flags.edges};
    if (!flags.nodes.empty()) files.push_back(flags.nodes);
    release::GraphPolicy policy = graph_policy_at(flags.columns.policy);
    policy.reading = flags.reading.source(files, policy.reading);
    graph::SocialGraph original = graph::read_graph(session.context(), policy.reading);
    const PolicyColumns columns(flags.columns, policy);
    original.attributes = columns.apply(original.attributes);
    GraphExploration options;
    options.attributes =
        policy.attributes({split_list(flags.attributes), split_list(flags.topics)});
    options.keep = policy.kept();
    options.loss = flags.shared.loss;
    options.alpha = flags.shared.alpha;
    options.max_risk = flags.shared.max_risk;
    const std::vector<ProtectionSteps> grid = graph_grid(original);
    ExplorationLog log;
    if (!flags.shared.folder.empty()) {
        std::vector<std::string> inputs = files;
        inputs.push_back(flags.columns.policy);
        flags.shared.open_folder(inputs);
        Json digests = Json::array();
        for (const std::string& file : files) digests.push_back(file_sha256(file));
        log.open(session, flags.shared.folder,
                 {{"kind", "points"},
                  {"version", kProgramVersion},
                  {"data", digests},
                  {"nodes", table_fingerprint(original.attributes)},
                  {"directed", original.directed},
                  {"attributes", options.attributes.columns},
                  {"topics", options.attributes.topics},
                  {"keep", options.keep},
                  {"policy", flags.columns.policy},
                  {"knowledge", flags.columns.knowledge.sources},
                  {"maps", flags.columns.knowledge.maps},
                  {"alpha", flags.shared.alpha},
                  {"loss", flags.shared.loss},
                  {"seed", session.seed ? Json(*session.seed) : Json(nullptr)}},
                 grid.size());
    }
    PointTeller teller(session, false);
    Json result = explore_graph(
        original, grid, options, log.before(),
        [&](const Json& point, Round round) {
            log.add(point);
            teller.tell(point, round);
        },
        Random(session.seed_or_random()), session.context());
    result["data"] = {
        {"private", {{"file", std::filesystem::path(flags.edges).filename().string()}}},
        {"rows", original.nodes()}};
    // Without a folder flags say it, unless the policy has steps, beside which they cannot stand.
    const std::string words =
        policy.steps.empty() ? recommended_words(result, DataKind::graph) + read_as(flags) : "";
    policy.steps = recommended_steps(result);
    const release::GraphPolicy recommended =
        release::explored_policy(policy, columns.policy().knowledge, options.attributes);
    finish_exploration(session, flags.shared,
                       {DataKind::graph, files, policy_text(recommended), words, "release.gml"},
                       result);
}

}  // namespace

void add_graph_explore(CLI::App& app, Session& session) {
    auto flags = std::make_shared<GraphExploreFlags>();
    CLI::App* command = app.add_subcommand(
        "explore", "Try many protections of a graph: map, front, recommendation");
    command
        ->add_option("graph", flags->edges,
                     "The graph: a list of edges (CSV, TSV, Parquet), GML or GraphML")
        ->required()
        ->type_name("GRAPH");
    command->add_option("--nodes", flags->nodes, "Table of the nodes")->type_name("FILE");
    command
        ->add_option("--attributes", flags->attributes,
                     "Columns that an intruder knows (default: all but text)")
        ->allow_extra_args(false)
        ->type_name("A,B");
    command
        ->add_option("--topics", flags->topics,
                     "Which of them hold lists, the best first (besides those called topics...)")
        ->allow_extra_args(false)
        ->type_name("A,B");
    flags->reading.add_options_to(*command);
    flags->columns.add_to(*command);
    flags->shared.add_to(*command, DataKind::graph);
    command->footer(
        "Example:\n  lethe sample network --users 60 --seed 1 -o network\n"
        "  lethe explore network -o exploration");
    command->callback([&session, flags] {
        session.run = [&session, flags] { explore_graph_files(session, *flags); };
    });
}

}  // namespace lethe::cli
