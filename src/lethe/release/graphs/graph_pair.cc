#include "lethe/release/graphs/graph_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/graph_method.h"
#include "lethe/graph/measure/assess_graph.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/measured_result.h"
#include "lethe/release/graphs/described_nodes.h"
#include "lethe/release/private_log.h"
#include "lethe/release/recorded.h"
#include "lethe/release/release_envelope.h"
#include "lethe/release/release_order.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/row_order.h"

namespace lethe::release {
namespace {

bool same_ids(const graph::SocialGraph& a, const graph::SocialGraph& b) {
    const std::unordered_set<std::string_view> known(a.ids.begin(), a.ids.end());
    return std::ranges::all_of(b.ids, [&](const std::string& id) { return known.contains(id); });
}

// The original rows of the released nodes, by the ids that the log names.
std::vector<std::int64_t> rows_by_log(const PrivateLog& log, const graph::SocialGraph& original,
                                      const std::string& release) {
    check_log_of(log, release);
    std::unordered_map<std::string_view, std::int64_t> row_of;
    for (std::size_t i = 0; i < original.ids.size(); ++i) {
        row_of.emplace(original.ids[i], static_cast<std::int64_t>(i));
    }
    std::vector<std::int64_t> rows;
    for (const std::string& id : original_nodes(log)) {
        const auto found = row_of.find(id);
        if (found == row_of.end()) {
            throw Error(ErrorKind::input,
                        "names nodes that the original does not have; is the table of its nodes "
                        "given with the option nodes?",
                        {log.path, 0, 0, {}});
        }
        rows.push_back(found->second);
    }
    return rows;
}

// Nodes in the order of the original; what is wrong is said of the file.
graph::SocialGraph matched(const std::optional<PrivateLog>& log, const graph::SocialGraph& original,
                           graph::SocialGraph published, const graph::GraphSource& source) {
    try {
        if (!log) return graph::matched_nodes(original, std::move(published));
        return graph::matched_nodes(original, std::move(published),
                                    rows_by_log(*log, original, source.file));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input || !error.problems()[0].place.empty()) throw;
        throw Error(ErrorKind::input, error.problems()[0].message,
                    {source.nodes.empty() ? source.file : source.nodes, 0, 0, {}});
    }
}

bool keeps_order(const PrivateLog& log, const graph::SocialGraph& original) {
    return original_nodes(log) == original.ids;
}

// How nodes were matched.
struct Matching {
    bool in_order;  // of the original
    bool by_order;  // because nothing else was there
    bool without_log;
};

void note_matching(const graph::SocialGraph& original, const graph::SocialGraph& released,
                   const Matching& how, std::vector<std::string>& notes) {
    if (how.by_order) {
        notes.emplace_back(
            "no private log says which node is which; nodes were matched by their order, and if "
            "that is another one, nobody is found who could be");
    } else if (how.without_log) {
        notes.emplace_back(
            "no private log says which node is which; nodes were matched by their ids. If these "
            "are those of the people they say who is who, and no figure here counts that; if they "
            "were given anew, nobody is found who could be");
    }
    if (!how.in_order) return;
    const std::vector<ColumnPtr> ids{Column::from_texts("id", Kind::nominal, original.ids)};
    std::vector<std::string> sorted = sorted_by(ids);
    for (std::string& name : telling_order(original.attributes, released.attributes, {})) {
        sorted.push_back(std::move(name));
    }
    notes.push_back(found_order_warning(kNodeWords, sorted));
}

struct BoundMethod {
    const Method* method;
    Json params;
};

std::vector<BoundMethod> bound_methods(Family family, std::span<const Choice> choices) {
    Problems problems;
    std::vector<BoundMethod> bound;
    const auto add = [&](const Method& method, const Json& given) {
        bound.push_back({&method, method.bind(given, {{}, 0, 0, method.info.name}, problems)});
    };
    for (const Choice& choice : choices) {
        add(find_method(choice.method, family, DataKind::graph), choice.parameters);
    }
    if (choices.empty()) {
        for (const Method* method : methods_of(family, DataKind::graph)) {
            if (method->info.by_default) add(*method, Json::object());
        }
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
    return bound;
}

}  // namespace

graph::SocialGraph read_described_graph(const Context& context, const graph::GraphSource& source,
                                        const Policy& policy,
                                        const graph::AttributeChoice& attributes) {
    graph::SocialGraph graph = graph::read_graph(context, source);
    graph.attributes = described_nodes(graph.attributes, policy, attributes).table;
    return graph;
}

MatchedGraph read_released_graph(const Context& context, const graph::SocialGraph& original,
                                 const graph::GraphSource& source, const Policy& policy,
                                 const NodeMatching& matching,
                                 const graph::AttributeChoice& attributes) {
    const auto log = find_private_log(source.file, matching.log, DataKind::graph);
    graph::SocialGraph released = graph::read_graph(context, source);
    // A release need not have all columns of the original.
    Policy of_released = policy;
    const auto lacks = [&](const std::string& name) {
        return released.attributes.find(name) == nullptr &&
               original.attributes.find(name) != nullptr;
    };
    std::erase_if(of_released.columns, [&](const auto& column) { return lacks(column.name); });
    std::erase_if(of_released.knowledge, [&](const auto& column) { return lacks(column.first); });
    of_released = without_topic_knowledge(of_released, released.attributes, attributes);
    released.attributes = plan_columns(released.attributes, of_released).table;
    MatchedGraph result;
    if (!log && note_of_changes(source.file, DataKind::graph).empty()) {
        check_order_known(find_record(source.file, DataKind::graph), kNodeWords, false);
    }
    if (!log && released.nodes() == original.nodes() && !same_ids(released, original)) {
        if (!matching.by_order) {
            throw Error(ErrorKind::usage,
                        fmt::format("its nodes have other ids than the original's, and there is no "
                                    "private log ({}) that says which is which; name it with "
                                    "the option log, or give the option by_order where nodes have "
                                    "the order of the "
                                    "original",
                                    private_log_path(source.file)),
                        {source.file, 0, 0, {}});
        }
        result.by_order = true;
    }
    const bool in_order = result.by_order || (log && keeps_order(*log, original));
    note_matching(original, released, {in_order, result.by_order, !log}, result.notes);
    for (std::string& note : result.notes) note = source.file + ": " + note;
    result.graph = matched(log, original, std::move(released), source);
    return result;
}

std::vector<MethodResult> assess_graph_methods(const Context& context, const GraphPair& pair,
                                               Family family, std::span<const Choice> choices,
                                               std::uint64_t seed) {
    const graph::SocialGraph& published = pair.released.graph;
    std::vector<std::string> notes;
    const graph::AttributeChoice shared =
        graph::shared_attributes(pair.attributes, pair.original, std::span(&published, 1), notes);
    std::vector<MethodResult> results;
    for (const BoundMethod& bound : bound_methods(family, choices)) {
        if (!bound.method->info.kinds.empty() && shared.columns.empty()) {
            results.push_back(
                unmeasured_result(*bound.method, bound.params,
                                  "the graphs have no column in common that can be compared"));
            continue;
        }
        results.push_back(measured_result(
            *bound.method, bound.params,
            bound.method->assess_graph(
                {pair.original, published, pair.attributes, Random(seed), context}, bound.params)));
    }
    return results;
}

}  // namespace lethe::release
