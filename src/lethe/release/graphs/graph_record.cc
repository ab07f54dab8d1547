#include "lethe/release/graphs/graph_record.h"

#include <algorithm>

#include "lethe/io/file.h"

namespace lethe::release {
namespace {

bool is_random(graph::EdgeProtection edges) {
    return edges == graph::EdgeProtection::perturb || edges == graph::EdgeProtection::switching;
}

Json structure_json(const graph::SocialGraph& original, const graph::ProtectOptions& options,
                    const graph::ProtectedGraph& result) {
    Json structure = {{"method", graph::name(options.edges)},
                      {"edges_added", result.edges_added},
                      {"edges_removed", result.edges_removed},
                      {"smallest_degree_class", result.degrees.smallest},
                      {"nodes_in_small_degree_classes", result.degrees.below}};
    if (is_random(options.edges)) structure["share"] = options.share;
    if (result.edges_left_out > 0) structure["loops_and_repeats"] = result.edges_left_out;
    if (!original.weights.empty()) structure["weights"] = true;
    if (original.directed) structure["without_direction"] = true;
    return structure;
}

}  // namespace

Json graph_record(const graph::SocialGraph& original, const graph::ProtectOptions& options,
                  const graph::ProtectedGraph& result, const std::vector<FileDigest>& files) {
    Json record = record_envelope("graph-release", DataKind::graph, files);
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
        const bool grouped = options.nodes && listed(options.attributes.columns, name);
        columns.push_back({{"column", name},
                           {"treatment", grouped                      ? "of its group"
                                         : listed(options.keep, name) ? "kept as it is"
                                                                      : "not published"}});
    }
    Json structure = {{"method", graph::name(options.edges)}};
    if (is_random(options.edges)) structure["share"] = options.share;
    Json plan = {{"kind", "release-plan"},
                 {"data", name(DataKind::graph)},
                 {"nodes", original.nodes()},
                 {"edges", original.edges.size()},
                 {"k", options.k}};
    if (options.nodes) plan["method"] = {{"name", graph::name(*options.nodes)}, {"k", options.k}};
    plan["columns"] = std::move(columns);
    plan["structure"] = std::move(structure);
    plan["weights"] = !original.weights.empty();
    plan["order"] = random_order ? "random" : "kept";
    plan["files"] = planned_files(outputs);
    return plan;
}

}  // namespace lethe::release
