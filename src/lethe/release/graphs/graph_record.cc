#include "lethe/release/graphs/graph_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "lethe/graph/protect/mask_nodes.h"
#include "lethe/io/file.h"
#include "lethe/method/publication.h"
#include "lethe/release/graphs/graph_protections.h"

namespace lethe::release {
namespace {

// What a step was told, but for k, which is said of the release.
void add_settings(const graph::ProtectStep& step, Json& to) {
    for (const auto& [name, value] : step.params.items()) {
        if (name != "k") to[name] = value;
    }
}

std::string step_names(const std::vector<const graph::ProtectStep*>& steps) {
    std::vector<std::string> names;
    for (const graph::ProtectStep* step : steps) names.push_back(protection_name(*step->method));
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

// A list of them, and of one its settings by themselves too.
void add_edge_steps(const graph::ProtectOptions& options, Json& structure) {
    const std::vector<const graph::ProtectStep*> steps = options.of_edges();
    if (steps.size() == 1) add_settings(*steps.front(), structure);
    for (const graph::ProtectStep* step : steps) {
        Json each = {{"method", step->method->info.name}};
        each.update(step->params);
        structure["steps"].push_back(std::move(each));
    }
}

// Whether each node has as many neighbours as before, by what is known of the steps.
bool keeps_degrees(const graph::ProtectOptions& options) {
    return std::ranges::all_of(options.of_edges(), [](const graph::ProtectStep* step) {
        return step->method->has(Property::keeps_degrees);
    });
}

Json structure_json(const graph::SocialGraph& original, const graph::ProtectOptions& options,
                    const graph::ProtectedGraph& result) {
    Json structure = {{"method", step_names(options.of_edges())},
                      {"edges_added", result.edges_added},
                      {"edges_removed", result.edges_removed},
                      {"smallest_degree_class", result.degrees.smallest},
                      {"nodes_in_small_degree_classes", result.degrees.below},
                      {"keeps_degrees", keeps_degrees(options)}};
    add_edge_steps(options, structure);
    if (!original.weights.empty()) structure["weights"] = true;
    if (original.directed) {
        structure["without_direction"] = true;
        structure["smallest_direction_class"] = result.directions.k;
        structure["nodes_in_small_direction_classes"] = result.directions.below;
    }
    return structure;
}

}  // namespace

Json graph_record(const graph::SocialGraph& original, const graph::ProtectOptions& options,
                  const graph::ProtectedGraph& result, bool random_order,
                  const std::vector<FileDigest>& files) {
    Json record = record_envelope("graph-release", DataKind::graph, files);
    record["nodes"] = result.graph.nodes();
    record["edges"] = result.graph.edges.size();
    record["k"] = options.k;
    record["order"] = random_order ? "random" : "as-is";
    if (const graph::ProtectStep* nodes = options.of_nodes()) {
        Json attributes = {{"method", protection_name(*nodes->method)}};
        if (nodes->is_of_tables()) {
            attributes["parameters"] = published(nodes->params);
            if (!result.facts.empty()) attributes["facts"] = result.facts;
        } else {
            add_settings(*nodes, attributes);
        }
        attributes.update({{"columns", result.attributes},
                           {"k", result.anonymity.k},
                           {"classes", result.anonymity.classes},
                           {"loss", result.loss},
                           {"k_with_degree", result.together.k},
                           {"below_k_with_degree", result.together.below}});
        record["attributes"] = std::move(attributes);
    }
    record["structure"] = structure_json(original, options, result);
    if (!options.keep.empty()) record["kept"] = options.keep;
    return record;
}

Json graph_log(const graph::GraphSource& source, std::uint64_t seed,
               const graph::SocialGraph& original, const graph::ProtectedGraph& result,
               std::span<const std::int64_t> order) {
    std::vector<FileDigest> sources = {{source.file, file_sha256(source.file)}};
    if (!source.nodes.empty()) sources.push_back({source.nodes, file_sha256(source.nodes)});
    Json log = log_envelope(
        DataKind::graph,
        "Private: this file says who is which node. Node 1 of the release is the first of the "
        "list, and so on. Keep it with the original.",
        seed, sources);
    log["rows"] = std::vector<std::int64_t>(order.begin(), order.end());
    log["nodes"] = Json::array();
    for (const std::int64_t row : order) {
        log["nodes"].push_back(original.ids[static_cast<std::size_t>(row)]);
    }
    if (result.edges_left_out > 0) log["loops_and_repeats"] = result.edges_left_out;
    if (!result.private_facts.empty()) log["facts"] = result.private_facts;
    if (result.groups.count > 0) {
        log["groups"] = Json::array();
        for (const std::int64_t row : order) {
            log["groups"].push_back(result.groups.of[static_cast<std::size_t>(row)]);
        }
    }
    return log;
}

Json graph_plan(const graph::SocialGraph& original, const graph::ProtectOptions& options,
                const Outputs& outputs, bool random_order) {
    const auto listed = [](const std::vector<std::string>& names, const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    };
    Json columns = Json::array();
    for (const ColumnPtr& column : original.attributes.columns()) {
        const std::string& name = column->name();
        const bool grouped =
            options.of_nodes() != nullptr && listed(options.attributes.columns, name);
        columns.push_back({{"column", name},
                           {"treatment", grouped                      ? "of its group"
                                         : listed(options.keep, name) ? "kept as it is"
                                                                      : "not published"}});
    }
    Json structure = {{"method", step_names(options.of_edges())}};
    add_edge_steps(options, structure);
    Json plan = {{"kind", "release-plan"},
                 {"data", name(DataKind::graph)},
                 {"nodes", original.nodes()},
                 {"edges", original.edges.size()},
                 {"k", options.k}};
    if (const graph::ProtectStep* nodes = options.of_nodes()) {
        const std::int64_t k = graph::promised_k(nodes->params);
        plan["method"] = {{"name", protection_name(*nodes->method)}, {"k", k > 0 ? k : options.k}};
    }
    plan["columns"] = std::move(columns);
    plan["structure"] = std::move(structure);
    plan["weights"] = !original.weights.empty();
    plan["order"] = random_order ? "random" : "kept";
    plan["files"] = planned_files(outputs);
    return plan;
}

}  // namespace lethe::release
