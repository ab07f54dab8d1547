// lethe attack and lethe measure for graphs.
#include <filesystem>
#include <memory>

#include "cli/choice_flags.h"
#include "cli/graph/graph.h"
#include "cli/graph/graph_flags.h"
#include "cli/release_notes.h"
#include "cli/tables/policy_columns.h"
#include "lethe/release/graphs/graph_pair.h"

namespace lethe::cli {
namespace {

struct GraphChoiceFlags {
    Family family = Family::attack;
    std::string original, original_nodes, released, released_nodes;
    GraphFlags reading;
    PolicyColumns::Flags columns;
    std::vector<std::string> attributes, topics;
    release::NodeMatching matching;
    ChoiceFlags shared;

    graph::GraphSource source(const std::string& file, const std::string& nodes,
                              const graph::GraphSource& base) const {
        std::vector<std::string> files{file};
        if (!nodes.empty()) files.push_back(nodes);
        return reading.source(files, base);
    }
};

void run_graph_methods(Session& session, const GraphChoiceFlags& flags) {
    flags.shared.check_output({flags.original, flags.original_nodes, flags.released,
                               flags.released_nodes, flags.matching.log});
    const release::GraphPolicy given = graph_policy_at(flags.columns.policy);
    const Policy policy = PolicyColumns(flags.columns, given).policy();
    note_changes(session, flags.released, DataKind::graph);
    release::GraphPair pair;
    pair.original = release::read_described_graph(
        session.context(), flags.source(flags.original, flags.original_nodes, given.reading),
        policy);
    pair.released = release::read_released_graph(
        session.context(), pair.original,
        flags.source(flags.released, flags.released_nodes, given.reading_of_release()), policy,
        flags.matching);
    pair.attributes = {split_list(flags.attributes),
                       given.attributes({{}, split_list(flags.topics)}).topics};
    const bool attacks = flags.family == Family::attack;
    Json result{
        {"kind", "assessment"},
        {"data", "graph"},
        {"original",
         {{"rows", pair.original.nodes()},
          {"private", {{"file", std::filesystem::path(flags.original).filename().string()}}}}},
        {"masked",
         {{"rows", pair.released.graph.nodes()},
          {"file", std::filesystem::path(flags.released).filename().string()}}}};
    result[attacks ? "attacks" : "measures"] =
        release::assess_graph_methods(session.context(), pair, flags.family,
                                      flags.shared.choices(flags.family), session.seed_or_random());
    if (pair.released.by_order) {
        session.say("note: no private log says which node is which; nodes were matched by order");
    }
    flags.shared.finish(session, result);
}

void add_graph_methods(CLI::App& app, Session& session, Family family, const std::string& name,
                       const std::string& text) {
    auto flags = std::make_shared<GraphChoiceFlags>();
    flags->family = family;
    CLI::App* command = app.add_subcommand(name, text);
    command->add_option("original", flags->original, "The graph before")
        ->required()
        ->type_name("ORIGINAL");
    command->add_option("protected", flags->released, "The graph after")
        ->required()
        ->type_name("PROTECTED");
    command->add_option("--nodes", flags->original_nodes, "Table of the nodes before")
        ->type_name("FILE");
    command->add_option("--protected-nodes", flags->released_nodes, "Table of the nodes after")
        ->type_name("FILE");
    command
        ->add_option("--attributes", flags->attributes,
                     "Columns that are compared (default: all but texts that both have)")
        ->allow_extra_args(false)
        ->type_name("A,B");
    command
        ->add_option("--topics", flags->topics,
                     "Which of them hold lists, the best first (besides those called topics...)")
        ->allow_extra_args(false)
        ->type_name("A,B");
    command->add_flag("--by-order", flags->matching.by_order,
                      "Nodes of the protected graph have the order of the original's");
    command
        ->add_option("--log", flags->matching.log,
                     "The private log of the release (default: the one beside it)")
        ->type_name("FILE");
    flags->reading.add_options_to(*command);
    flags->columns.add_to(*command);
    flags->shared.add_to(*command, family, DataKind::graph);
    command->footer(
        "Example:\n  lethe sample network --users 60 --seed 1 -o network\n"
        "  lethe protect network -k 3 -o released.gml\n  lethe " +
        name + " network released.gml");
    command->callback([&session, flags] {
        session.run = [&session, flags] { run_graph_methods(session, *flags); };
    });
}

}  // namespace

void add_graph_attack(CLI::App& app, Session& session) {
    add_graph_methods(app, session, Family::attack, "attack",
                      "Try to find the people of a graph in its release");
}

void add_graph_measure(CLI::App& app, Session& session) {
    add_graph_methods(app, session, Family::loss, "measure", "Measure what a released graph lost");
}

}  // namespace lethe::cli
