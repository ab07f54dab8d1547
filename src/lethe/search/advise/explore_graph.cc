#include "lethe/search/advise/explore_graph.h"

#include <algorithm>
#include <string>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/protect/mask_nodes.h"
#include "lethe/graph/protect/protect_graph.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/measured_result.h"
#include "lethe/release/graphs/graph_protections.h"

namespace lethe::search {
namespace {

Json bound_step(const Method& method, const Json& parameters) {
    Problems problems;
    Json result = method.bind(parameters, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    return result;
}

// A method that compares attributes has nothing to go by where none is published.
bool measurable(const Method& method, const graph::SocialGraph& original) {
    return method.info.kinds.empty() || !original.attributes.columns().empty();
}

double graph_value(const Method& method, const graph::AssessInput& input, DataTrial& trial) {
    const Measurement measured = method.assess_graph(input, bound_step(method, Json::object()));
    add_to_trial(trial, method, measured);
    return measured.value;
}

// The loss that was asked for, or all that count by default.
std::vector<const Method*> losses_of(const std::string& name, const graph::SocialGraph& original) {
    if (!name.empty()) return {&find_method(name, Family::loss, DataKind::graph)};
    std::vector<const Method*> losses;
    for (const Method* loss : release::judging_losses(DataKind::graph)) {
        if (measurable(*loss, original)) losses.push_back(loss);
    }
    return losses;
}

std::string titles_of(const std::vector<const Method*>& losses) {
    std::string titles;
    for (const Method* loss : losses) titles += (titles.empty() ? "" : ", ") + loss->info.title;
    return losses.size() > 1 ? "the mean of: " + titles : titles;
}

// What an intruder sees: where columns are named, those that are published as they are as well,
// texts apart.
graph::AttributeChoice published_attributes(const GraphExploration& options,
                                            const graph::SocialGraph& original) {
    graph::AttributeChoice seen = options.attributes;
    if (seen.columns.empty()) return seen;  // all that are published
    for (const std::string& name : options.keep) {
        const Column* column = original.attributes.find(name);
        if (column == nullptr || column->kind() == Kind::text) continue;
        if (std::ranges::find(seen.columns, name) == seen.columns.end()) {
            seen.columns.push_back(name);
        }
    }
    return seen;
}

// What one step is told that another one takes too.
Json shared_settings(const Method& method, const Json& told) {
    Json settings = Json::object();
    for (const auto& [name, value] : told.items()) {
        if (method.has_parameter(name)) settings[name] = value;
    }
    return settings;
}

}  // namespace

std::vector<ProtectionSteps> graph_grid(const graph::SocialGraph& original) {
    std::vector<const Method*> of_nodes, of_edges;
    for (const Method* method : methods_of(Family::mask, DataKind::graph)) {
        (graph::protects_nodes(method->info) ? of_nodes : of_edges).push_back(method);
    }
    const std::vector<std::string> columns =
        graph::default_attributes(original.attributes, {}, {}).columns;
    if (columns.empty()) of_nodes.clear();
    const Method& refined = method_for(Purpose::refined_groups);
    const bool takes_all = std::ranges::all_of(columns, [&](const std::string& name) {
        return graph::takes_column(refined, original.attributes.column(name), {});
    });
    if (!columns.empty() && takes_all) of_nodes.push_back(&refined);
    std::vector<ProtectionSteps> grid;
    const auto add = [&](ProtectionSteps steps) {
        for (const release::Choice& step : steps) {
            if (step.parameters.value("k", std::int64_t{0}) > original.nodes()) return;
        }
        grid.push_back(std::move(steps));
    };
    for (const Method* nodes : of_nodes) {
        for (release::Choice step : ladder_of(*nodes)) {
            step.method = release::protection_name(*nodes);
            add({step});
            for (const Method* edges : of_edges) {
                if (edges->info.ladder.empty()) {
                    add({step, {edges->info.name, shared_settings(*edges, step.parameters)}});
                    continue;
                }
                const std::vector<release::Choice> ladder = ladder_of(*edges);
                add({step, ladder[ladder.size() / 2]});
                if (ladder.size() > 1) add({step, ladder.back()});
            }
        }
    }
    for (const Method* edges : of_edges) {
        if (!of_nodes.empty()) break;
        for (const release::Choice& step : ladder_of(*edges)) add({step});
    }
    return grid;
}

Exploration explore_graph(const graph::SocialGraph& original,
                          const std::vector<ProtectionSteps>& grid, const GraphExploration& options,
                          const std::vector<ExplorationPoint>& known, const PointSink& on_point,
                          const Random& random, const Context& context) {
    const std::vector<const Method*> losses = losses_of(options.loss, original);
    const graph::AttributeChoice seen = published_attributes(options, original);
    const TryProtection trial = [&](const ProtectionSteps& steps, const Random& own,
                                    const Context& inner) {
        graph::ProtectOptions how;
        how.attributes = options.attributes;
        how.keep = options.keep;
        for (const release::Choice& step : steps) {
            const Method& method = release::graph_protection(step.method);
            how.steps.push_back({&method, bound_step(method, step.parameters)});
        }
        const graph::ProtectedGraph published =
            graph::protect_graph(inner, original, how, own.part(0));
        const graph::AssessInput input{original, published.graph, options.attributes, own.part(1),
                                       inner};
        const graph::AssessInput attacked{original, published.graph, seen, own.part(1), inner};
        DataTrial tried;
        for (const Method* attack : methods_of(Family::attack, DataKind::graph)) {
            if (!attack->info.finds_people || !measurable(*attack, original)) continue;
            graph_value(*attack, attacked, tried);
        }
        for (const Method* loss : losses) {
            tried.loss += graph_value(*loss, input, tried) / static_cast<double>(losses.size());
        }
        return tried;
    };
    return explore_data({DataKind::graph, titles_of(losses), options.alpha, options.max_risk}, grid,
                        trial, known, on_point, random, context);
}

}  // namespace lethe::search
