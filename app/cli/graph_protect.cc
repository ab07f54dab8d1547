// lethe graph protect: a graph whose nodes hide among at least k.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>
#include <span>

#include "cli/graph.h"
#include "cli/graph_flags.h"
#include "cli/policy_columns.h"
#include "cli/release_order.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/core/random.h"
#include "lethe/core/version.h"
#include "lethe/graph/generalise_nodes.h"
#include "lethe/graph/graph_microdata.h"
#include "lethe/graph/neighbourhoods.h"
#include "lethe/graph/protect_graph.h"
#include "lethe/run/record.h"

namespace lethe::cli {
namespace {

struct GraphProtectFlags {
    bool keep_order = false;
    bool keep_weights = false;
    GraphFlags graph;
    GraphOutput output;
    PolicyColumns::Flags columns;
    std::int64_t k = 5;
    std::vector<std::string> attributes, topics, keep;
    std::string method;
    std::string structure = "none";
    double closeness = graph::kCloseness;
    double share = 0.05;
    bool neighbourhoods = false;
    std::string microdata;
    int level = 2;
};

std::vector<std::string> protect_inputs_of(const graph::GraphSource& source,
                                           const GraphProtectFlags& flags) {
    std::vector<std::string> inputs = {source.file, source.nodes, flags.columns.policy};
    for (const auto* list : {&flags.columns.knowledge.sources, &flags.columns.knowledge.maps}) {
        for (const std::string& item : *list) inputs.push_back(item.substr(item.find('=') + 1));
    }
    return inputs;
}

// Files are written one after the other: the same path twice would lose one.
void refuse_twice(const std::vector<std::string>& outputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (std::filesystem::path(outputs[i]).lexically_normal() !=
                std::filesystem::path(outputs[j]).lexically_normal()) {
                continue;
            }
            throw Error(ErrorKind::usage, "is the path of two outputs; choose another",
                        {outputs[i], 0, 0, {}});
        }
    }
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

// Names, addresses and the like: another text for nearly every node, and no meaning in it.
bool looks_like_a_name(const Column& column) {
    constexpr std::int64_t kFew = 10;
    const std::int64_t held = column.size() - column.missing();
    if (column.kind() != Kind::nominal || held <= kFew) return false;
    return 10 * std::ssize(column.dictionary()) > 9 * held;
}

// All but text, what is kept and what looks like a name.
std::vector<std::string> attributes_by_default(Session& session, const Table& attributes,
                                               const graph::ProtectOptions& options) {
    std::vector<std::string> names;
    for (const ColumnPtr& column : attributes.columns()) {
        const std::string& name = column->name();
        if (contains(options.keep, name)) continue;
        const bool topics = contains(options.attributes.topics, name) || name.starts_with("topics");
        if (column->kind() == Kind::text && !topics) continue;
        if (!topics && looks_like_a_name(*column)) {
            session.say(
                fmt::format("note: the column \"{}\" has another value for nearly every node and "
                            "is not published",
                            name));
            continue;
        }
        names.push_back(name);
    }
    return names;
}

// A column of lists takes no hierarchy.
void check_knowledge(const GraphProtectFlags& flags) {
    const std::vector<std::string> topics = split_list(flags.topics);
    for (const std::string& item : flags.columns.knowledge.sources) {
        const std::string name = item.substr(0, item.find('='));
        if (!contains(topics, name) && !name.starts_with("topics")) continue;
        throw Error(
            ErrorKind::usage,
            fmt::format("the column \"{}\" holds lists, which are generalised by the places "
                        "of their topics and take no hierarchy",
                        name),
            {{}, 0, 0, "--knowledge"});
    }
}

graph::ProtectOptions options_of(Session& session, const GraphProtectFlags& flags,
                                 const graph::SocialGraph& graph,
                                 const std::vector<std::string>& identifiers) {
    if (flags.k < 2) {
        throw Error(ErrorKind::usage, "must be at least 2: a group of one node hides nobody",
                    {{}, 0, 0, "-k"});
    }
    graph::ProtectOptions options;
    options.k = flags.k;
    options.closeness = flags.closeness;
    options.attributes = {split_list(flags.attributes), split_list(flags.topics)};
    options.keep = split_list(flags.keep);
    for (const std::string& name : options.attributes.columns) {
        const Column* column = graph.attributes.find(name);
        if (column == nullptr || contains(options.attributes.topics, name) ||
            name.starts_with("topics") || !looks_like_a_name(*column)) {
            continue;
        }
        throw Error(
            ErrorKind::usage,
            fmt::format("the column \"{}\" has another value for nearly every node: a group "
                        "would publish the value of one of its members; leave it out, or "
                        "give it a hierarchy with --knowledge",
                        name),
            {{}, 0, 0, "--attributes"});
    }
    if (options.attributes.columns.empty()) {
        options.attributes.columns = attributes_by_default(session, graph.attributes, options);
        std::erase_if(options.attributes.columns,
                      [&](const std::string& name) { return contains(identifiers, name); });
    }
    for (const auto* list : {&options.attributes.columns, &options.keep}) {
        for (const std::string& name : *list) {
            if (!contains(identifiers, name)) continue;
            throw Error(ErrorKind::usage,
                        fmt::format("the column \"{}\" is an identifier by the policy and is never "
                                    "published",
                                    name));
        }
    }
    options.edges = *graph::edge_protection_named(flags.structure);
    options.share = flags.share;
    options.nodes = graph::grouping_named(flags.method.empty() ? "mdav" : flags.method);
    if (flags.method.empty() && options.attributes.columns.empty()) options.nodes.reset();
    if (options.nodes && options.attributes.columns.empty()) {
        throw Error(ErrorKind::usage, "the nodes have no column that can be protected");
    }
    if (!options.nodes && options.edges == graph::EdgeProtection::none) {
        throw Error(ErrorKind::usage,
                    flags.method.empty()
                        ? "the nodes have no attributes that can be protected; protect the edges "
                          "with --structure, or give a table of the nodes"
                        : "with --method none and --structure none nothing is protected");
    }
    return options;
}

Json structure_json(const graph::SocialGraph& original, const graph::ProtectOptions& options,
                    const graph::ProtectedGraph& result) {
    Json structure = {{"method", graph::name(options.edges)},
                      {"edges_added", result.edges_added},
                      {"edges_removed", result.edges_removed},
                      {"smallest_degree_class", result.degrees.smallest},
                      {"nodes_in_small_degree_classes", result.degrees.below}};
    const bool random = options.edges == graph::EdgeProtection::perturb ||
                        options.edges == graph::EdgeProtection::switching;
    if (random) structure["share"] = options.share;
    if (result.edges_left_out > 0) structure["loops_and_repeats"] = result.edges_left_out;
    if (!original.weights.empty()) structure["weights"] = true;
    if (original.directed) structure["without_direction"] = true;
    return structure;
}

Json graph_record_of(const graph::SocialGraph& original, const graph::ProtectOptions& options,
                     const graph::ProtectedGraph& result, const graph::GraphTarget& target) {
    Json record;
    record["kind"] = "graph-release";
    record["lethe"] = {{"version", kProgramVersion}};
    record["files"] = Json::array();
    for (const std::string& file : {target.file, target.nodes}) {
        if (file.empty()) continue;
        record["files"].push_back({{"file", std::filesystem::path(file).filename().string()},
                                   {"sha256", file_sha256(file)}});
    }
    record["nodes"] = result.graph.nodes();
    record["edges"] = result.graph.edges.size();
    record["k"] = options.k;
    if (options.nodes) {
        record["attributes"] = {{"method", graph::name(*options.nodes)},
                                {"closeness", options.closeness},
                                {"columns", result.attributes},
                                {"k", result.anonymity.k},
                                {"classes", result.anonymity.classes},
                                {"loss", result.loss},
                                {"k_with_degree", result.together.k},
                                {"below_k_with_degree", result.together.below}};
    }
    record["structure"] = structure_json(original, options, result);
    if (!options.keep.empty()) record["kept"] = options.keep;
    return record;
}

Json log_of_protection(Session& session, const graph::SocialGraph& original,
                       const graph::ProtectedGraph& result, std::span<const std::int64_t> order,
                       const graph::GraphSource& source) {
    Json log;
    log["kind"] = "private-log";
    log["note"] =
        "Private: this file says who is which node. Node 1 of the release is the first of the "
        "list, and so on. Keep it with the original.";
    log["lethe"] = {{"version", kProgramVersion}};
    log["seed"] = session.seed_or_random();
    log["source"] = source.file;
    log["source_sha256"] = file_sha256(source.file);
    if (!source.nodes.empty()) {
        log["nodes_source"] = source.nodes;
        log["nodes_sha256"] = file_sha256(source.nodes);
    }
    log["rows"] = std::vector<std::int64_t>(order.begin(), order.end());
    log["nodes"] = Json::array();
    for (const std::int64_t row : order) {
        log["nodes"].push_back(original.ids[static_cast<std::size_t>(row)]);
    }
    if (result.groups.count > 0) {
        log["groups"] = Json::array();
        for (const std::int64_t row : order) {
            log["groups"].push_back(result.groups.of[static_cast<std::size_t>(row)]);
        }
    }
    return log;
}

void check_protect_outputs(const GraphProtectFlags& flags, const graph::GraphSource& source,
                           const graph::GraphTarget& target) {
    const std::vector<std::string> inputs = protect_inputs_of(source, flags);
    std::vector<std::string> outputs = {target.file, record_path(target.file),
                                        private_log_path(target.file)};
    if (!target.nodes.empty()) outputs.push_back(target.nodes);
    if (!flags.microdata.empty()) outputs.push_back(flags.microdata);
    refuse_twice(outputs);
    for (const std::string& output : outputs) refuse_overwrite(output, inputs);
}

void protect_graph(Session& session, const GraphProtectFlags& flags) {
    const double begun = session.context().now();
    const graph::GraphSource source = flags.graph.source();
    const graph::GraphTarget target = flags.output.target(source);
    check_protect_outputs(flags, source, target);
    graph::SocialGraph original = graph::read_graph(session.context(), source);
    const PolicyColumns columns(flags.columns);
    check_knowledge(flags);
    original.attributes = columns.apply(original.attributes);
    const graph::ProtectOptions options = options_of(
        session, flags, original, columns.with_role(original.attributes, Role::identifier));
    if (options.edges != graph::EdgeProtection::none && !flags.keep_weights) {
        original.weights.clear();
    }
    const Random random(session.seed_or_random());
    graph::ProtectedGraph result =
        graph::protect_graph(session.context(), original, options, random);
    // The number of a node tells who it is to whoever knows the order of the originals.
    std::vector<std::int64_t> order(original.ids.size());
    std::iota(order.begin(), order.end(), 0);
    if (!flags.keep_order) order = release_order(session, source.file, original.nodes());
    result.graph = graph::reordered(result.graph, order);
    if (!flags.microdata.empty()) {
        const Table users =
            graph::graph_microdata(session.context(), original, {options.attributes, flags.level});
        write_table(session.context(), users.gather(order), flags.microdata);
        std::filesystem::permissions(flags.microdata, std::filesystem::perms::owner_read |
                                                          std::filesystem::perms::owner_write);
    }
    const std::string record = record_path(target.file);
    const std::string log = private_log_path(target.file);
    Json who_is_who = log_of_protection(session, original, result, order, source);
    write_file(log, who_is_who.dump() + "\n", true);  // nothing is released that it lacks
    graph::write_graph(session.context(), result.graph, target);
    who_is_who["release_sha256"] = file_sha256(target.file);
    write_file(log, who_is_who.dump() + "\n", true);
    const Json published = graph_record_of(original, options, result, target);
    write_file(record, published.dump(2) + "\n");

    Json shown = published;
    shown["kind"] = "graph-protection";
    shown["output"] = target.file;
    if (!target.nodes.empty()) shown["output_nodes"] = target.nodes;
    shown["record"] = record;
    shown["private_log"] = log;
    shown["edges_before"] = original.edges.size();
    shown["degrees_before"] = {{"smallest_class", result.degrees_before.smallest},
                               {"nodes_below_k", result.degrees_before.below}};
    if (flags.neighbourhoods) {
        const graph::Neighbourhoods around =
            graph::neighbourhoods(session.context(), graph::Adjacency(result.graph));
        shown["neighbourhoods"] = {{"k", flags.k},
                                   {"smallest_class", around.smallest()},
                                   {"nodes_below_k", around.nodes_below(flags.k)},
                                   {"by_signature", around.by_signature}};
    }
    if (!flags.microdata.empty()) shown["microdata"] = flags.microdata;
    shown["seconds"] = session.context().now() - begun;
    session.show(shown);
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
    command->add_flag("--keep-order", flags->keep_order,
                      "Number the nodes in the order of the file instead of a random one");
    command->add_flag("--keep-weights", flags->keep_weights,
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
        ->add_option("--closeness", flags->closeness,
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
    command->add_option("--share", flags->share, "Of perturb and switch: the share of the edges")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("SHARE");
    command->add_flag("--neighbourhoods", flags->neighbourhoods,
                      "Also count the nodes whose neighbourhood fewer than k share");
    command
        ->add_option("--microdata", flags->microdata,
                     "Also write a table of the nodes with what their neighbours have in common, "
                     "to be protected by lethe protect")
        ->type_name("FILE");
    command
        ->add_option("--level", flags->level,
                     "Of --microdata: the level of hierarchies, counted from the top")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str()
        ->type_name("LEVEL");
    command->footer(
        "Examples:\n"
        "  lethe graph protect edges.csv nodes.csv --knowledge location=places.csv -k 5 \\\n"
        "      -o released.csv --output-nodes released_nodes.csv\n"
        "  lethe graph protect network.gml -k 10 --structure k-degree -o released.gml");
    command->callback(
        [&session, flags] { session.run = [&session, flags] { protect_graph(session, *flags); }; });
}

}  // namespace lethe::cli
