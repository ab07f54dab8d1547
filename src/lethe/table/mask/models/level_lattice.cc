#include "lethe/table/mask/models/level_lattice.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "lethe/algo/lattice/search.h"
#include "lethe/core/parallel.h"
#include "lethe/table/mask/models/level_search.h"
#include "lethe/table/mask/models/released_loss.h"

namespace lethe::mask {
namespace {

// All vectors up to the top, the last column first.
std::vector<LevelNode> all_nodes(const lattice::Node& top) {
    std::vector<LevelNode> nodes;
    lattice::Node levels(top.size(), 0);
    while (true) {
        nodes.push_back({levels, false, 0, 0});
        std::size_t q = top.size();
        while (q > 0 && levels[q - 1] == top[q - 1]) levels[--q] = 0;
        if (q == 0) break;
        ++levels[q - 1];
    }
    std::stable_sort(nodes.begin(), nodes.end(), [](const LevelNode& a, const LevelNode& b) {
        return std::accumulate(a.levels.begin(), a.levels.end(), 0) <
               std::accumulate(b.levels.begin(), b.levels.end(), 0);
    });
    return nodes;
}

void judge_node(const lattice::Evaluation& evaluation, LevelNode& node) {
    const lattice::Classes& classes = evaluation.classes();
    const auto list = classes.raised(classes.tuples(), node.levels, evaluation.needs_values());
    std::vector<char> gone;
    node.holds = evaluation.judged(*list, gone).feasible;
    const lattice::Judged complete = evaluation.judged(*list, gone, true);
    node.suppressed = complete.suppressed;
    node.loss = evaluation.measure().of(*list, gone).value;
}

}  // namespace

LevelLattice level_lattice(const Context& context, const Table& table,
                           const std::vector<std::string>& columns, const Json& parameters) {
    Problems problems;
    PrivacyModelsParams params = privacy_models_schema().bind(parameters, {}, problems);
    lattice::Settings settings = search_settings(columns, params, problems);
    if (params.rounds > 0) {
        problems.push_back(
            {"by rounds rows show different levels, and there is no vector of them to choose: "
             "leave `rounds` out to list levels"});
    }
    throw_if_any(std::move(problems));
    check_measure(table, columns, settings.metric, {}, problems);
    throw_if_any(std::move(problems));
    const PreparedSearch made = prepare_search(table, columns, params, settings.metric);
    measure_releases(context, table, columns, made, settings);
    const lattice::Evaluation evaluation(made.records, settings);
    if (const double count = lattice::node_count(evaluation); count > kMostListedNodes) {
        throw Error(ErrorKind::unmet,
                    fmt::format("there are {:.0f} vectors of levels, more than the {:.0f} that can "
                                "be listed: give fewer columns",
                                count, kMostListedNodes));
    }
    LevelLattice result{columns,
                        evaluation.top(),
                        lattice::to_text(settings.models),
                        lattice::to_text(settings.metric),
                        std::ssize(made.rows),
                        evaluation.limit(),
                        all_nodes(evaluation.top()),
                        {}};
    Progress progress(context, "judging levels", std::ssize(result.nodes));
    parallel_tasks(context, std::ssize(result.nodes), [&](std::int64_t i) {
        judge_node(evaluation, result.nodes[static_cast<std::size_t>(i)]);
        progress.add(1);
    });
    const lattice::SearchResult found = lattice::search_levels(context.silent(), evaluation);
    for (std::size_t i = 0; i < result.nodes.size() && found.best; ++i) {
        if (result.nodes[i].levels == found.best->node) result.best = i;
    }
    return result;
}

}  // namespace lethe::mask
