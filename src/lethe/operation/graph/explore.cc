// explore, of graphs.
#include <filesystem>

#include "lethe/io/file.h"
#include "lethe/operation/graph/graph_files.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/explore_options.h"
#include "lethe/operation/shared/exploring.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/release/graphs/described_nodes.h"
#include "lethe/search/advise/explore_graph.h"

namespace lethe::operation {
namespace {

struct ExploreGraphOptions {
    std::string graph, nodes;
    GraphReading reading;
    PolicyColumns::Options columns;
    std::vector<std::string> attributes, topics;
    ExploreDataOptions shared;
};

// "COLUMN=SOURCE" of each.
std::vector<std::string> pairs_in(const std::map<std::string, std::string>& table) {
    std::vector<std::string> pairs;
    for (const auto& [column, source] : table) pairs.push_back(column + "=" + source);
    return pairs;
}

// The options by which the release is made as it was explored.
std::string read_as(const ExploreGraphOptions& asked) {
    const MeaningOptions& meaning = asked.columns.meaning;
    std::string words;
    if (!asked.columns.policy.empty()) words += " --policy " + asked.columns.policy;
    for (const std::string& one : pairs_in(meaning.knowledge)) words += " --knowledge " + one;
    for (const std::string& one : pairs_in(meaning.map)) words += " --map " + one;
    for (const std::string& one : pairs_in(meaning.phrases)) words += " --phrases " + one;
    for (const std::string& one : pairs_in(meaning.content)) words += " --content " + one;
    return words;
}

Answer explore_graph_files(const ExploreGraphOptions& asked, Door& door) {
    std::vector<std::string> files{asked.graph};
    if (!asked.nodes.empty()) files.push_back(asked.nodes);
    release::GraphPolicy policy = graph_policy_at(asked.columns.policy);
    policy.reading = asked.reading.source(asked.graph, asked.nodes, policy.reading);
    graph::SocialGraph original = graph::read_graph(door.context(), policy.reading);
    const PolicyColumns columns(asked.columns, policy, door);
    search::GraphExploration options;
    options.attributes = policy.attributes({asked.attributes, asked.topics});
    original.attributes =
        release::described_nodes(original.attributes, columns.policy(), options.attributes).table;
    options.keep = policy.kept();
    options.loss = asked.shared.loss;
    options.alpha = asked.shared.alpha;
    options.max_risk = asked.shared.max_risk;
    const std::vector<search::ProtectionSteps> grid = search::graph_grid(original);
    ExplorationLog log;
    std::vector<std::string> inputs = files;
    inputs.push_back(asked.columns.policy);
    Json digests = Json::array();
    for (const std::string& file : files) digests.push_back(file_sha256(file));
    asked.shared.open_log(door, log, inputs,
                          {{"data", digests},
                           {"nodes", table_fingerprint(original.attributes)},
                           {"directed", original.directed},
                           {"attributes", options.attributes.columns},
                           {"topics", options.attributes.topics},
                           {"keep", options.keep},
                           {"policy", asked.columns.policy},
                           {"knowledge", pairs_in(asked.columns.meaning.knowledge)},
                           {"maps", pairs_in(asked.columns.meaning.map)}},
                          grid.size());
    PointTeller teller(door, false);
    const search::Exploration result = search::explore_graph(
        original, grid, options, log.before(),
        [&](const search::ExplorationPoint& point, search::Round round) {
            log.add(point);
            teller.tell(point, round);
        },
        Random(door.seed_or_random()), door.context());
    // Without a folder options say it, unless the policy has steps, beside which they cannot stand.
    const std::string words =
        policy.steps.empty() ? recommended_words(result) + read_as(asked) : "";
    policy.steps = recommended_steps(result);
    const release::GraphPolicy recommended =
        release::explored_policy(policy, columns.policy().knowledge, options.attributes);
    return finish_exploration(
        asked.shared,
        {files, original.nodes(), release::policy_text(recommended), words, "release.gml"}, result);
}

}  // namespace

Operation explore_graph() {
    using O = ExploreGraphOptions;
    return make_operation(
        {.name = "explore",
         .data = DataKind::graph,
         .words = {"graph", "explore"},
         .summary = "Try many protections of a graph: map, front, recommendation",
         .examples = {"lethe sample network --users 60 --seed 1 -o network",
                      "lethe explore network -o exploration"}},
        Schema<O>()
            .field("graph", &O::graph,
                   "The graph: a list of edges (CSV, TSV, Parquet), GML or GraphML")
            .at_place("GRAPH")
            .required()
            .input()
            .field("nodes", &O::nodes, "Table of the nodes")
            .shown("FILE")
            .input()
            .field("attributes", &O::attributes,
                   "Columns that an intruder knows (default: all but text)")
            .separated("A,B")
            .field("topics", &O::topics,
                   "Which of them hold lists, the best first (besides those called topics...)")
            .separated("A,B")
            .include(&O::reading, GraphReading::schema())
            .include(&O::columns, PolicyColumns::Options::schema())
            .include(&O::shared, ExploreDataOptions::schema(DataKind::graph)),
        explore_graph_files);
}

}  // namespace lethe::operation
