// lethe graph assess: what protecting did to a graph.
#include <fmt/format.h>

#include <memory>
#include <span>

#include "cli/graph/graph.h"
#include "cli/graph/graph_flags.h"
#include "cli/release_notes.h"
#include "cli/replace_flags.h"
#include "cli/tables/policy_columns.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/graph/measure/assess_graph.h"
#include "lethe/io/file.h"
#include "lethe/release/graphs/graph_pair.h"
#include "lethe/report/html.h"

namespace lethe::cli {
namespace {

struct GraphAssessFlags {
    std::string original, original_nodes;
    std::vector<std::string> released, released_nodes;
    GraphFlags reading;
    PolicyColumns::Flags columns;
    std::vector<std::string> attributes, topics, parts;
    std::string log;
    bool by_order = false;
    bool exact_betweenness = false;
    std::string output;
    ReplaceFlags replace;
};

std::vector<graph::GraphPart> graph_parts_of(const std::vector<std::string>& names) {
    std::vector<std::string> known;
    for (const graph::GraphPart part : graph::kGraphParts) known.emplace_back(name(part));
    std::vector<graph::GraphPart> parts;
    for (const std::string& wanted : names) {
        bool found = false;
        for (const graph::GraphPart part : graph::kGraphParts) {
            if (name(part) != wanted) continue;
            parts.push_back(part);
            found = true;
        }
        if (!found) throw Error(ErrorKind::usage, unknown_name("part", wanted, known));
    }
    return parts;
}

graph::GraphSource assessed_source(const GraphAssessFlags& flags, const graph::GraphSource& base,
                                   const std::string& file, const std::string& nodes) {
    std::vector<std::string> files = {file};
    if (!nodes.empty()) files.push_back(nodes);
    return flags.reading.source(files, base);
}

void check_graph_assess_flags(const GraphAssessFlags& flags) {
    if (!flags.released_nodes.empty() && flags.released_nodes.size() != flags.released.size()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} protected graphs need as many --protected-nodes, not {}",
                                flags.released.size(), flags.released_nodes.size()));
    }
    if (!flags.log.empty() && flags.released.size() > 1) {
        throw Error(ErrorKind::usage, "--log is of one protected graph, and there are several");
    }
    if (!flags.output.empty()) {
        std::vector<std::string> inputs = flags.released;
        inputs.insert(inputs.end(), flags.released_nodes.begin(), flags.released_nodes.end());
        inputs.insert(inputs.end(), {flags.original, flags.original_nodes, flags.log});
        refuse_overwrite(flags.output, inputs);
        flags.replace.check(flags.output, page_or_result(flags.output));
    }
}

void run_graph_assess(Session& session, const GraphAssessFlags& flags) {
    check_graph_assess_flags(flags);
    const release::GraphPolicy given = graph_policy_at(flags.columns.policy);
    const Policy policy = PolicyColumns(flags.columns, given).policy();
    const graph::SocialGraph original = release::read_described_graph(
        session.context(),
        assessed_source(flags, given.reading, flags.original, flags.original_nodes), policy);
    std::vector<graph::SocialGraph> published;
    std::vector<std::string> by_order;  // files whose nodes have other ids, without a log
    for (std::size_t i = 0; i < flags.released.size(); ++i) {
        const std::string nodes = flags.released_nodes.empty() ? "" : flags.released_nodes[i];
        note_changes(session, flags.released[i], DataKind::graph);
        release::MatchedGraph release = release::read_released_graph(
            session.context(), original,
            assessed_source(flags, given.reading_of_release(), flags.released[i], nodes), policy,
            {flags.log, flags.by_order});
        if (release.by_order) by_order.push_back(flags.released[i]);
        published.push_back(std::move(release.graph));
    }
    graph::GraphAssessment options;
    options.attributes = {split_list(flags.attributes),
                          given.attributes({{}, split_list(flags.topics)}).topics};
    if (!flags.parts.empty()) options.parts = graph_parts_of(split_list(flags.parts));
    options.exact_betweenness = flags.exact_betweenness;
    options.seed = session.seed_or_random();
    options.picture = !flags.output.empty();
    Json result = graph::assess_graphs(session.context(), original, published, options);
    for (const std::string& file : by_order) {
        result["notes"].push_back(
            fmt::format("{}: no private log says which node is which; nodes were matched by their "
                        "numbers or their order.",
                        file));
    }
    result["original"]["file"] = flags.original;
    for (std::size_t i = 0; i < flags.released.size(); ++i) {
        result["releases"][i]["file"] =
            flags.released_nodes.empty() ? flags.released[i] : flags.released_nodes[i];
    }
    if (flags.output.ends_with(".html")) {
        report::HtmlOptions page;
        page.title = "A social graph before and after";
        write_file(flags.output, report::html_report(std::span(&result, 1), page), true);
    } else if (!flags.output.empty()) {
        write_file(flags.output, result.dump() + "\n", true);
    }
    result.erase("picture");
    session.show(result);
}

}  // namespace

void add_graph_assess(CLI::App& app, Session& session) {
    auto flags = std::make_shared<GraphAssessFlags>();
    CLI::App* command = app.add_subcommand(
        "assess", "What protecting did to a graph: information lost, users found, shape changed");
    command
        ->add_option("original", flags->original,
                     "The graph before: a list of edges (CSV, TSV, Parquet), GML or GraphML")
        ->required()
        ->type_name("ORIGINAL");
    command->add_option("protected", flags->released, "The graph after; several give curves over k")
        ->required()
        ->type_name("PROTECTED");
    command->add_option("--nodes", flags->original_nodes, "Table of the nodes before")
        ->type_name("FILE");
    command
        ->add_option("--protected-nodes", flags->released_nodes,
                     "Tables of the nodes after, one for each protected graph")
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
    command
        ->add_option("--parts", flags->parts,
                     "Only these: loss, linkage, structure, risk (default: all)")
        ->allow_extra_args(false)
        ->type_name("A,B");
    command->add_flag("--by-order", flags->by_order,
                      "Nodes of the protected graphs have the order of the original's");
    command->add_flag("--exact-betweenness", flags->exact_betweenness,
                      "Betweenness from all nodes, which takes long (default: from a sample)");
    command
        ->add_option("--log", flags->log,
                     "The private log of the release (default: the one beside it)")
        ->type_name("FILE");
    flags->reading.add_options_to(*command);
    flags->columns.add_to(*command);
    command
        ->add_option("-o,--output", flags->output,
                     "Also write the result: JSON, or a page with drawings where the name ends in "
                     ".html")
        ->type_name("FILE");
    flags->replace.add_to(*command);
    command->footer(
        "Example:\n"
        "  lethe graph protect examples/network/edges.csv examples/network/nodes.csv -k 3 "
        "-o released.csv --output-nodes released_nodes.csv\n"
        "  lethe graph assess examples/network/edges.csv released.csv --nodes "
        "examples/network/nodes.csv --protected-nodes released_nodes.csv -o report.html");
    command->callback([&session, flags] {
        session.run = [&session, flags] { run_graph_assess(session, *flags); };
    });
}

}  // namespace lethe::cli
