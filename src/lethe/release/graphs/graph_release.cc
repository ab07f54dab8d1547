#include "lethe/release/graphs/graph_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/measure/neighbourhoods.h"
#include "lethe/graph/protect/generalise_nodes.h"
#include "lethe/graph/protect/graph_microdata.h"
#include "lethe/graph/protect/mask_nodes.h"
#include "lethe/graph/protect/protect_graph.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/combined_source.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/graphs/described_nodes.h"
#include "lethe/release/graphs/graph_protections.h"
#include "lethe/release/graphs/graph_record.h"
#include "lethe/release/release_order.h"

namespace lethe::release {
namespace {

bool is_named(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

Outputs graph_outputs(const GraphRelease& what) {
    Outputs outputs{DataKind::graph, what.target.file, false, {}, {}};
    if (!what.target.nodes.empty()) outputs.more.push_back(what.target.nodes);
    if (!what.microdata.empty()) outputs.secret.push_back(what.microdata);
    return outputs;
}

void check_places(const GraphRelease& what) {
    if (what.dry_run) return;
    Surroundings around = what.surroundings;
    around.inputs.push_back(what.source.file);
    if (!what.source.nodes.empty()) around.inputs.push_back(what.source.nodes);
    for (const auto& [column, knowledge] : what.policy.knowledge) {
        for (const std::string& file : knowledge.files()) around.inputs.push_back(file);
    }
    for (const ColumnPolicy& column : what.policy.columns) {
        if (!column.knowledge) continue;
        for (const std::string& file : column.knowledge->files()) around.inputs.push_back(file);
    }
    check_outputs(graph_outputs(what), around);
}

// Columns that were chosen and would publish the value of one node.
void refuse_names(const graph::AttributeChoice& choice, const Table& attributes) {
    for (const std::string& name : choice.columns) {
        const Column* column = attributes.find(name);
        if (column == nullptr || graph::holds_topics(*column, choice) ||
            !graph::looks_like_a_name(*column)) {
            continue;
        }
        throw Error(
            ErrorKind::usage,
            fmt::format("the column \"{}\" has another value for nearly every node: a group "
                        "would publish the value of one of its members; leave it out, or "
                        "give it a hierarchy with the option knowledge",
                        name),
            {{}, 0, 0, "attributes"});
    }
}

void refuse_identifiers(const graph::ProtectOptions& options,
                        const std::vector<std::string>& identifiers) {
    for (const auto* list : {&options.attributes.columns, &options.keep}) {
        for (const std::string& name : *list) {
            if (!is_named(identifiers, name)) continue;
            throw Error(ErrorKind::usage,
                        fmt::format("the column \"{}\" is an identifier by the policy and is never "
                                    "published",
                                    name));
        }
    }
}

// The protection of nodes that is taken where none is named.
const Method& usual_grouping() {
    for (const Method* method : methods_of(Family::mask, DataKind::graph)) {
        if (method->info.by_default && graph::protects_nodes(method->info)) return *method;
    }
    throw Error(ErrorKind::internal, "no protection of nodes is the usual one");
}

// What the step was told, and of the settings for all what it takes.
graph::ProtectStep bound_step(const Method& method, const Json& given, const Json& settings,
                              Problems& problems) {
    Json params = given;
    for (const Parameter& parameter : method.parameters) {
        if (params.contains(parameter.name) || !settings.contains(parameter.name)) continue;
        params[parameter.name] = settings[parameter.name];
    }
    return {&method, method.bind(params, {{}, 0, 0, method.info.name}, problems)};
}

// The k by which is counted: the smallest that a step promises, or the one for all.
std::int64_t counted_k(const std::vector<graph::ProtectStep>& steps, const Json& settings,
                       Problems& problems) {
    std::optional<std::int64_t> smallest;
    for (const graph::ProtectStep& step : steps) {
        const std::int64_t k = graph::promised_k(step.params);
        if (k == 0) continue;
        smallest = std::min(smallest.value_or(k), k);
    }
    if (smallest) return *smallest;
    const Json given = settings.contains("k") ? Json{{"k", settings["k"]}} : Json::object();
    return usual_grouping().bind(given, {}, problems)["k"].get<std::int64_t>();
}

// The steps of the policy; Error(usage) where nothing would be protected.
void choose_steps(const GraphRelease& what, graph::ProtectOptions& options) {
    const bool has_columns = !options.attributes.columns.empty();
    Problems problems;
    check_steps(what, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    problems.clear();
    for (const GraphStep& step : what.steps) {
        options.steps.push_back(
            bound_step(graph_protection(step.method), step.params, what.settings, problems));
    }
    if (options.of_nodes() == nullptr && what.group_nodes && has_columns) {
        options.steps.insert(options.steps.begin(),
                             bound_step(usual_grouping(), {}, what.settings, problems));
    }
    options.k = counted_k(options.steps, what.settings, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    if (options.of_nodes() != nullptr && !has_columns) {
        throw Error(ErrorKind::usage, "the nodes have no column that can be protected");
    }
    if (options.steps.empty()) {
        throw Error(ErrorKind::usage,
                    what.group_nodes
                        ? "the nodes have no attributes that can be protected; protect the edges "
                          "with the option structure, or give a table of the nodes"
                        : "with the option method none and the option structure none nothing is "
                          "protected");
    }
}

// Columns that nobody named and the masking method of the nodes does not take.
void leave_out_untaken(const Table& attributes, graph::ProtectOptions& options,
                       std::vector<std::string>& notes) {
    const graph::ProtectStep* step = options.of_nodes();
    if (step == nullptr || !step->is_of_tables()) return;
    std::erase_if(options.attributes.columns, [&](const std::string& name) {
        const Column& column = attributes.column(name);
        if (graph::takes_column(*step->method, column, options.attributes)) return false;
        notes.push_back(
            fmt::format("note: the column \"{}\" is not of a kind that {} takes, and is not "
                        "published",
                        name, step->method->info.name));
        return true;
    });
    if (options.attributes.columns.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("the nodes have no column that {} takes", step->method->info.name));
    }
}

// What is published, and how.
graph::ProtectOptions options_of(const GraphRelease& what, const Table& attributes,
                                 const std::vector<std::string>& identifiers,
                                 std::vector<std::string>& notes) {
    graph::ProtectOptions options;
    options.attributes = what.attributes;
    options.keep = what.keep;
    refuse_names(options.attributes, attributes);
    if (options.attributes.columns.empty()) {
        graph::DefaultAttributes found =
            graph::default_attributes(attributes, options.attributes, options.keep);
        for (const std::string& name : found.names) {
            notes.push_back(
                fmt::format("note: the column \"{}\" has another value for nearly every node and "
                            "is not published",
                            name));
        }
        options.attributes.columns = std::move(found.columns);
        std::erase_if(options.attributes.columns, [&](const std::string& name) {
            if (!is_named(identifiers, name)) return false;
            notes.push_back(fmt::format(
                "note: the column \"{}\" is an identifier by the policy or as it looks, and is not "
                "published",
                name));
            return true;
        });
    }
    refuse_identifiers(options, identifiers);
    choose_steps(what, options);
    if (what.attributes.columns.empty()) leave_out_untaken(attributes, options, notes);
    return options;
}

// The graph's files, into the bundle; errors name the real ones.
std::vector<FileDigest> write_graph_files(const Context& context, Bundle& bundle,
                                          const graph::SocialGraph& released,
                                          const graph::GraphTarget& target) {
    const std::string file = bundle.add(target.file);
    const std::string nodes = target.nodes.empty() ? std::string() : bundle.add(target.nodes);
    try {
        graph::write_graph(context, released, {file, nodes});
    } catch (const Error& error) {
        throw at_real_path(at_real_path(error, file, target.file), nodes, target.nodes);
    }
    std::vector<FileDigest> digests = {
        {std::filesystem::path(target.file).filename().string(), file_sha256(file)}};
    if (!nodes.empty()) {
        digests.push_back(
            {std::filesystem::path(target.nodes).filename().string(), file_sha256(nodes)});
    }
    return digests;
}

// A table of the nodes in the order of the release, private from the moment it is made.
void write_microdata(const Context& context, Bundle& bundle, const GraphRelease& what,
                     const graph::SocialGraph& original, const graph::AttributeChoice& attributes,
                     std::span<const std::int64_t> order, Json& log) {
    if (what.microdata.empty()) return;
    const Table users = graph::graph_microdata(context, original,
                                               {attributes, what.level.value_or(kMicrodataLevel)});
    const std::string staged = write_staged(
        bundle, what.microdata, true,
        [&](const std::string& path) { write_table(context, users.gather(order), path); });
    log["private_files"].push_back(
        {{"file", std::filesystem::path(what.microdata).filename().string()},
         {"sha256", file_sha256(staged)}});
}

Json graph_summary(const Context& context, const GraphRelease& what, std::int64_t k,
                   const Json& record, const graph::SocialGraph& original,
                   const graph::ProtectedGraph& result) {
    Json shown = record;
    shown["kind"] = "graph-protection";
    shown["output"] = what.target.file;
    if (!what.target.nodes.empty()) shown["output_nodes"] = what.target.nodes;
    shown["record"] = record_path(what.target.file);
    shown["private_log"] = private_log_path(what.target.file);
    shown["edges_before"] = original.edges.size();
    if (result.edges_left_out > 0) {
        shown["structure"]["loops_and_repeats"] = result.edges_left_out;
    }
    shown["degrees_before"] = {{"smallest_class", result.degrees_before.smallest},
                               {"nodes_below_k", result.degrees_before.below}};
    if (what.neighbourhoods) {
        const graph::Neighbourhoods around =
            graph::neighbourhoods(context, graph::Adjacency(result.graph));
        shown["neighbourhoods"] = {{"k", k},
                                   {"smallest_class", around.smallest()},
                                   {"nodes_below_k", around.nodes_below(k)},
                                   {"by_signature", around.by_signature}};
    }
    if (!what.microdata.empty()) shown["microdata"] = what.microdata;
    return shown;
}

// What a release does not show of the nodes, by which they may be sorted: their ids, and columns
// that are not published as they are.
std::vector<ColumnPtr> hidden_of_nodes(const graph::SocialGraph& original,
                                       const std::vector<std::string>& shown) {
    std::vector<ColumnPtr> hidden{Column::from_texts("id", Kind::nominal, original.ids)};
    for (const ColumnPtr& column : original.attributes.columns()) {
        if (!is_named(shown, column->name())) hidden.push_back(column);
    }
    return hidden;
}

}  // namespace

void check_steps(const GraphRelease& what, Problems& problems) {
    if (const Json k = what.settings.value("k", Json()); k.is_number() && k < 2) {
        problems.push_back(
            {"must be at least 2: a group of one node hides nobody", {{}, 0, 0, "k"}});
    }
    Json own = what.settings;
    own.erase("k");  // is told above, once
    std::vector<const Method*> methods;
    if (what.group_nodes) methods.push_back(&usual_grouping());
    for (const GraphStep& step : what.steps) {
        try {
            methods.push_back(&graph_protection(step.method));
            bound_step(*methods.back(), step.params, own, problems);
        } catch (const Error& error) {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        }
    }
    for (const auto& [name, value] : own.items()) {
        const bool taken = std::ranges::any_of(
            methods, [&](const Method* method) { return method->has_parameter(name); });
        if (!taken) {
            problems.push_back({"has no effect: no step takes it", {{}, 0, 0, name}});
        }
    }
}

Released release_graph(const Context& context, const GraphRelease& what) {
    const double begun = context.now();
    Released released;
    check_places(what);
    graph::SocialGraph original = graph::read_graph(context, what.source);
    const DescribedNodes described =
        described_nodes(original.attributes, what.policy, what.attributes);
    original.attributes = described.table;
    const graph::ProtectOptions options =
        options_of(what, original.attributes,
                   described.roles.with(original.attributes, Role::identifier), released.notes);
    // Where edges are changed a weight that only one edge has tells it from the new ones.
    if (!options.of_edges().empty() && !what.keep_weights) {
        original.weights.clear();
    }
    if (what.keep_order) {
        released.notes.push_back(
            "warning: " +
            kept_order_warning(kNodeWords, sorted_by(hidden_of_nodes(original, options.keep)),
                               "without --keep-order, or with order = \"random\" in [release], "
                               "they are numbered in another"));
    }
    if (what.dry_run) {
        released.summary = graph_plan(original, options, graph_outputs(what), !what.keep_order);
        return released;
    }
    graph::ProtectedGraph result =
        graph::protect_graph(context, original, options, Random(what.seed));
    // The number of a node tells who it is to whoever knows the order of the originals.
    const std::vector<std::int64_t> order =
        what.keep_order ? same_order(original.nodes())
                        : release_order(what.seed, what.source.file, original.nodes());
    result.graph = graph::reordered(result.graph, order);
    for (const std::string& warning : result.warnings) {
        released.notes.push_back("note: " + warning);
    }

    Bundle bundle(what.target.file);
    const std::vector<FileDigest> files =
        write_graph_files(context, bundle, result.graph, what.target);
    const Json record = graph_record(original, options, result, !what.keep_order, files);
    Json log = graph_log(what.source, what.seed, original, result, order);
    log["files"] = record["files"];
    write_microdata(context, bundle, what, original, options.attributes, order, log);
    context.check_stop();
    bundle.put(record_path(what.target.file), record.dump(2) + "\n");
    bundle.put(private_log_path(what.target.file), log.dump() + "\n", true);
    bundle.commit();
    released.summary = graph_summary(context, what, options.k, record, original, result);
    released.summary["seconds"] = context.now() - begun;
    return released;
}

}  // namespace lethe::release
