// The search over levels against every node counted afresh (slow_nodes.h), on many small tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/algo/lattice/search.h"
#include "slow_nodes.h"

namespace lethe::lattice {
namespace {

using slow::Draw;
using slow::draw_small;
using slow::each_node;
using slow::records_of;
using slow::slow_node;
using slow::SlowNode;
using slow::Small;

const std::vector<std::string> kModels = {"k:2",
                                          "k:4",
                                          "kmap:3,population=table",
                                          "presence:0.1..0.8",
                                          "l-distinct:2",
                                          "l-entropy:1.7",
                                          "l-recursive:c=3,l=2",
                                          "k:2 + alpha:0.6",
                                          "t-equal:0.25",
                                          "t-ordered:0.2",
                                          "t-hierarchical:0.2",
                                          "beta-basic:0.7",
                                          "beta-enhanced:1",
                                          "delta:1.1",
                                          "delta:1.3,values=all",
                                          "k:2 + t-equal:0.3",
                                          "k:3 + l-distinct:2 + t-ordered:0.3 + beta-enhanced:1.5",
                                          "l-recursive:c=2,l=2 + presence:0..0.7",
                                          "k:3 + l-distinct:2",
                                          "k:2 + delta:1.5",
                                          "t-semantic:0.15",
                                          "t-semantic:0.3",
                                          "l-distinct:2,alike=0.375",
                                          "l-entropy:1.5,alike=0.375",
                                          "l-recursive:c=3,l=2,alike=0.25",
                                          "k:2 + l-distinct:2,alike=0.5 + t-semantic:0.4",
                                          "k:3,columns=q0",
                                          "k:4,dimension=1",
                                          "k:3,dimension=1 + k:2",
                                          "k:3,dimension=1 + l-distinct:2",
                                          "k:4,dimension=1 + t-equal:0.35",
                                          "k:5,columns=q0 + presence:0..0.7",
                                          "k:5,dimension=1 + l-recursive:c=3,l=2",
                                          "kmap:4,population=60",
                                          "kmap:8,population=50,alpha=0.1,estimator=ztpoisson",
                                          "l-entropy:1.6,estimator=grassberger",
                                          "k:2 + l-entropy:1.9,estimator=grassberger"};
// Of two columns and more.
const std::vector<std::string> kCombined = {
    "k:3,dimension=2", "k:4,columns=q1|q0", "k:3,dimension=2 + t-equal:0.4",
    "k:4,columns=q0|q1 + k:6,dimension=1", "k:2 + k:4,dimension=2 + l-distinct:2"};

// Of the table as a whole.
const std::vector<std::string> kOfTable = {
    "risk-average:0.3",
    "risk-average:0.4,highest=0.34,share=0.2",
    "unique-sample:0",
    "unique-sample:0.1",
    "unique-population:0.05,population=500,estimator=zayatz",
    "unique-population:0.02,population=60,estimator=zayatz",
    "unique-population:0.05,population=500,estimator=pitman",
    "unique-population:0.05,population=500,estimator=dankar",
    "unique-population:0.05,population=1000,estimator=snb",
    "k:2 + risk-average:0.25",
    "l-distinct:2 + unique-sample:0.05 + risk-average:0.3",
    "unique-population:0.03,population=60,estimator=zayatz + risk-average:0.5",
    "unique-population:0.05,population=500,estimator=pitman + unique-sample:0.2 + t-equal:0.4",
    "k:3,dimension=1 + risk-average:0.4",
    "kmap:3,population=table + unique-sample:0.1"};
const std::vector<std::string> kProfit = {
    "profit-prosecutor:cost=2,gain=5,loss=10,benefit=8",
    "profit-prosecutor:cost=1,gain=3,loss=6,benefit=9 + l-distinct:2",
    "profit-journalist:cost=2,gain=9,loss=10,benefit=8 + kmap:2,population=table",
    "profit-prosecutor-no-attack:cost=2,gain=5,loss=10,benefit=8",
    "profit-prosecutor-no-attack:cost=2,gain=4,loss=10,benefit=8 + risk-average:0.4",
    "profit-journalist-no-attack:cost=2,gain=9,loss=10,benefit=8 + kmap:2,population=table"};

// Combinations of columns that a small table lacks are refused, and the table passed over.
std::string draw_models(Draw& draw, const std::vector<std::string>& all) {
    return all[static_cast<std::size_t>(draw.below(static_cast<int>(all.size())))];
}
const std::vector<std::string> kMetrics = {"loss",
                                           "loss:gs=0.1",
                                           "loss:gs=0.9,agg=mean",
                                           "entropy:monotonic",
                                           "entropy:nonmonotonic",
                                           "entropy:nonmonotonic,gs=0.2",
                                           "dm",
                                           "dm-star",
                                           "aecs",
                                           "aecs:gs=0.1",
                                           "precision:monotonic",
                                           "precision:nonmonotonic",
                                           "precision:nonmonotonic,gs=0.2",
                                           "height",
                                           "ambiguity",
                                           "loss:agg=maximum",
                                           "loss:agg=rank",
                                           "loss:agg=rank,gs=0.2",
                                           "loss:agg=sum,gs=0.7",
                                           "entropy:nonmonotonic,agg=maximum,gs=0.8",
                                           "precision:monotonic,agg=rank",
                                           "height:agg=maximum",
                                           "entropy:normalised",
                                           "entropy:normalised,agg=rank",
                                           "entropy-based",
                                           "entropy-based:gs=0.2",
                                           "entropy-based:gs=0.8",
                                           "kl:tuples",
                                           "kl:rows",
                                           "classification:response=disease",
                                           "classification:response=disease,gs=0.8",
                                           "classification:response=q0,gs=0.3",
                                           "classification:response=disease+q0"};
const std::vector<std::string> kPayouts = {"payout:prosecutor",
                                           "payout:prosecutor,gs=0.2",
                                           "payout:journalist",
                                           "payout:journalist,gs=0.8",
                                           "loss",
                                           "entropy-based"};

// Of some columns other than 1.
std::vector<double> draw_weights(Draw& draw) {
    const double weights[] = {1, 0, 0.25, 2, 3};
    if (draw.below(3) > 0) return {};
    return {weights[2 + draw.below(3)], weights[draw.below(5)], weights[draw.below(5)]};
}

// Models of every kind, and with them every metric: judging, losses and what is left out at once.
TEST(LatticeSearch, FindsWhatEveryNodeSays) {
    int feasible = 0, pruned = 0;
    std::map<std::string, int> by_models, by_metric;
    for (std::uint64_t seed = 1; seed <= 12000; ++seed) {
        Draw draw(seed);
        Problems problems;
        Settings settings;
        const bool profit = seed % 8 == 5;
        const std::string models = draw_models(draw, profit          ? kProfit
                                                     : seed % 8 == 4 ? kCombined
                                                     : seed % 4 == 2 ? kOfTable
                                                                     : kModels);
        const std::string metric = draw_models(draw, profit ? kPayouts : kMetrics);
        settings.models = parse_models(models, problems);
        settings.metric = parse_metric(metric, problems);
        throw_if_any(problems);
        settings.sensitive = 1;
        const double limits[] = {0, 0, 0.1, 0.3, 1};
        settings.limit = limits[draw.below(5)];
        settings.weights = draw_weights(draw);
        const bool population = models.find("table") != std::string::npos ||
                                models.find("presence") != std::string::npos;
        const Small small = draw_small(draw, population, seed % 3 == 0);
        settings.weights.resize(std::min(settings.weights.size(), small.tables.size()));
        const Records records = records_of(small);
        std::optional<Evaluation> evaluation;
        try {
            evaluation.emplace(records, settings);
        } catch (const Error&) {
            continue;  // more values are asked for than there are
        }
        std::optional<SlowNode> least;
        std::map<Node, SlowNode> nodes;
        each_node(evaluation->top(), [&](const Node& node) {
            const SlowNode slow = slow_node(small, settings, node);
            if (!slow.feasible) return;
            nodes[node] = slow;
            if (!least || slow::loses_more(*least, slow)) least = slow;
        });
        Context context;
        context.threads = 1 + static_cast<int>(seed % 2);
        const SearchResult found = search_levels(context, *evaluation);
        const std::string what = models + ", " + metric + ", seed " + std::to_string(seed);
        ASSERT_EQ(found.best.has_value(), least.has_value()) << what;
        if (!least) continue;
        ++feasible;
        ++by_models[models];
        ++by_metric[metric];
        pruned += static_cast<double>(found.evaluated) < found.nodes ? 1 : 0;
        ASSERT_TRUE(nodes.contains(found.best->node)) << what;
        const SlowNode& own = nodes.at(found.best->node);
        ASSERT_FALSE(slow::loses_more(own, *least)) << what;
        ASSERT_EQ(static_cast<double>(found.best->suppressed), own.suppressed) << what;
        const double tolerance = 1e-8 * std::max(1.0, std::abs(own.loss));
        ASSERT_NEAR(found.best->loss.value, own.loss, tolerance) << what;
        ASSERT_EQ(found.best->loss.rank.size(), own.rank.size()) << what;
        for (std::size_t i = 0; i < own.rank.size(); ++i) {
            ASSERT_NEAR(found.best->loss.rank[i], own.rank[i], 1e-8) << what;
        }
    }
    EXPECT_GT(feasible, 6000);
    EXPECT_GT(pruned, 3000);
    // Each of them was asked for, and could be had, often enough.
    for (const auto* all : {&kModels, &kCombined, &kOfTable, &kProfit}) {
        for (const std::string& one : *all) EXPECT_GT(by_models[one], 20) << one;
    }
    for (const auto* all : {&kMetrics, &kPayouts}) {
        for (const std::string& one : *all) EXPECT_GT(by_metric[one], 60) << one;
    }
}

// What must go below a node goes at every node below it, and adds to its loss.
TEST(LatticeSearch, WhatMustGoBelowGoesThere) {
    int certain = 0, by_value = 0, above_bound = 0;
    for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
        Draw draw(seed + 500000);
        Problems problems;
        Settings settings;
        const std::string models = draw_models(draw, seed % 4 == 0 ? kCombined : kModels);
        const std::string metric = std::vector<std::string>{
            "loss", "loss:gs=0.1", "loss:gs=0.9,agg=mean"}[static_cast<std::size_t>(draw.below(3))];
        settings.models = parse_models(models, problems);
        settings.metric = parse_metric(metric, problems);
        throw_if_any(problems);
        settings.sensitive = 1;
        settings.limit = 1;
        const bool population = models.find("table") != std::string::npos ||
                                models.find("presence") != std::string::npos;
        const Small small = draw_small(draw, population, seed % 3 == 0);
        const Records records = records_of(small);
        std::optional<Evaluation> evaluation;
        try {
            evaluation.emplace(records, settings);
        } catch (const Error&) {
            continue;
        }
        std::map<Node, SlowNode> nodes;
        each_node(evaluation->top(),
                  [&](const Node& node) { nodes[node] = slow_node(small, settings, node); });
        each_node(evaluation->top(), [&](const Node& node) {
            const auto list =
                evaluation->classes().raised(evaluation->classes().tuples(), node, true);
            std::vector<char> suppressed;
            Below below;
            evaluation->judged_with_below(*list, suppressed, below);
            const std::vector<double> added = evaluation->measure().added_by(*list, below.of_class);
            const std::string what = models + ", " + metric + ", seed " + std::to_string(seed);
            certain += below.rows > 0 ? 1 : 0;
            by_value += below.rows > 0 && !evaluation->judge().by_size_alone() ? 1 : 0;
            for (const auto& [under, one] : nodes) {
                const bool is_under = std::equal(under.begin(), under.end(), node.begin(),
                                                 [](int a, int b) { return a <= b; });
                if (!is_under) continue;
                ASSERT_GE(one.suppressed, static_cast<double>(below.rows)) << what;
                const double bound = evaluation->measure().bound(under, added).value;
                ASSERT_LE(bound, one.loss + 1e-9) << what;
                above_bound += bound > evaluation->measure().bound(under).value + 1e-6 ? 1 : 0;
            }
        });
    }
    EXPECT_GT(certain, 5000);
    EXPECT_GT(by_value, 2000);
    EXPECT_GT(above_bound, 5000);
}

// Models of the table and other losses go by the same search: pruned against every node evaluated.
TEST(LatticeSearch, PrunesNothingThatIsBetter) {
    const std::vector<std::string> models = {
        "risk-average:0.3",
        "unique-sample:0.1",
        "risk-average:0.4,highest=0.34,share=0.2",
        "unique-population:0.05,population=500,estimator=zayatz",
        "unique-population:0.05,population=500,estimator=pitman",
        "l-entropy:1.6,estimator=grassberger",
        "k:2 + unique-sample:0",
        "k:3,dimension=1 + risk-average:0.4",
        "k:4,columns=q0",
        "k:3,dimension=1 + l-distinct:2,alike=0.5",
        "profit-prosecutor:cost=2,gain=5,loss=10,benefit=8",
        "profit-prosecutor-no-attack:cost=2,gain=5,loss=10,benefit=8"};
    const std::vector<std::string> metrics = {"loss",
                                              "loss:agg=rank",
                                              "entropy-based",
                                              "entropy-based:gs=0.2",
                                              "kl:tuples",
                                              "kl:rows",
                                              "classification:response=disease",
                                              "classification:response=q0",
                                              "entropy:normalised",
                                              "aecs:gs=0.3",
                                              "dm"};
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        Draw draw(seed + 100000);
        Problems problems;
        Settings settings;
        const std::string text =
            models[static_cast<std::size_t>(draw.below(static_cast<int>(models.size())))];
        settings.models = parse_models(text, problems);
        const std::string metric =
            metrics[static_cast<std::size_t>(draw.below(static_cast<int>(metrics.size())))];
        settings.metric = parse_metric(metric, problems);
        throw_if_any(problems);
        settings.sensitive = 1;
        const double limits[] = {0, 0.1, 0.3, 1};
        settings.limit = limits[draw.below(4)];
        const bool plain = text.starts_with("k:2") == false &&
                           text.find("risk") == std::string::npos &&
                           text.find("unique") == std::string::npos;
        settings.reading =
            plain && draw.below(2) == 1 ? Suppressed::one_class : Suppressed::removed;
        const Records records = records_of(draw_small(draw, false));
        const std::string what = text + ", " + metric + ", seed " + std::to_string(seed);
        std::optional<Evaluation> evaluation;
        try {
            evaluation.emplace(records, settings);
        } catch (const Error&) {
            continue;
        }
        std::optional<Solution> best;
        each_node(evaluation->top(), [&](const Node& node) {
            const auto list =
                evaluation->classes().raised(evaluation->classes().tuples(), node, true);
            std::vector<char> suppressed;
            const Judged judged = evaluation->judged(*list, suppressed);
            if (!judged.feasible) return;
            Solution one{node, judged.suppressed, evaluation->measure().of(*list, suppressed)};
            if (!best || better(one, *best)) best = std::move(one);
        });
        Context context;
        context.threads = 1 + static_cast<int>(seed % 3);
        const SearchResult found = search_levels(context, *evaluation);
        ASSERT_EQ(found.best.has_value(), best.has_value()) << what;
        if (!best) continue;
        ASSERT_EQ(found.best->node, best->node) << what;
        ASSERT_TRUE(found.best->loss == best->loss) << what;
    }
}

// Suppressed records as one class: what is released is held to combinations by its labels.
TEST(LatticeSearch, CombinationsHoldInWhatIsReleased) {
    const std::vector<std::string> models = {"k:3,dimension=1", "k:4,columns=q0 + l-distinct:2",
                                             "k:3,dimension=2", "k:4,columns=q0|q1 + k:2"};
    int with_suppressed = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        Draw draw(seed + 900000);
        Problems problems;
        Settings settings;
        settings.models = parse_models(draw_models(draw, models), problems);
        settings.metric = parse_metric("loss", problems);
        throw_if_any(problems);
        settings.sensitive = 1;
        settings.limit = draw.below(2) == 0 ? 0.3 : 1;
        settings.reading = draw.below(2) == 0 ? Suppressed::one_class : Suppressed::removed;
        const Small small = draw_small(draw, false);
        const Records records = records_of(small);
        std::optional<Evaluation> evaluation;
        try {
            evaluation.emplace(records, settings);
        } catch (const Error&) {
            continue;
        }
        const SearchResult found = search_levels({}, *evaluation);
        if (!found.best) continue;
        const Node& node = found.best->node;
        const auto list = evaluation->classes().raised(evaluation->classes().tuples(), node, true);
        std::vector<char> suppressed;
        evaluation->judged(*list, suppressed);
        // The labels of every class that is there, and its rows.
        std::map<std::vector<std::string>, double> shown;
        const std::size_t words = evaluation->classes().packing().words();
        for (std::size_t c = 0; c < list->size(); ++c) {
            if (suppressed[c] && settings.reading == Suppressed::removed) continue;
            std::vector<std::string> labels;
            for (std::size_t q = 0; q < node.size(); ++q) {
                const auto& of_level = records.columns[q].labels[static_cast<std::size_t>(node[q])];
                const auto label = evaluation->classes().packing().label(&list->keys[c * words], q);
                labels.push_back(suppressed[c] ? "*" : of_level[static_cast<std::size_t>(label)]);
            }
            shown[labels] += list->released[c];
            with_suppressed += suppressed[c];
        }
        for (const auto& [set, k] : slow::slow_combinations(settings, node.size())) {
            std::map<std::vector<std::string>, double> cells;
            for (const auto& [labels, rows] : shown) {
                std::vector<std::string> own;
                for (const std::size_t q : set) own.push_back(labels[q]);
                cells[own] += rows;
            }
            for (const auto& [labels, rows] : cells) {
                ASSERT_GE(rows, k) << to_text(settings.models) << ", seed " << seed;
            }
        }
    }
    EXPECT_GT(with_suppressed, 100);
}

// What is proven of the models of combinations and of meaning, node by node.
TEST(LatticeSearch, NewModelsAreAsMonotoneAsTheySay) {
    const std::vector<std::string> models = {"k:3,dimension=2",
                                             "k:4,columns=q0",
                                             "k:2 + k:4,dimension=1 + l-distinct:2",
                                             "l-distinct:2,alike=0.375",
                                             "l-entropy:1.5,alike=0.375",
                                             "l-recursive:c=3,l=2,alike=0.25",
                                             "t-semantic:0.15",
                                             "t-semantic:0.3"};
    int inherited = 0, fewer = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        Draw draw(seed + 700000);
        Problems problems;
        Settings settings;
        settings.models = parse_models(draw_models(draw, models), problems);
        settings.metric = parse_metric("height", problems);
        throw_if_any(problems);
        settings.sensitive = 1;
        settings.limit = 1;
        const Small small = draw_small(draw, false);
        const Records records = records_of(small);
        std::optional<Evaluation> evaluation;
        try {
            evaluation.emplace(records, settings);
        } catch (const Error&) {
            continue;
        }
        bool passes_on = true, falls = true;
        for (const Model& model : settings.models) {
            passes_on = passes_on && evaluation->judge().generalisation_monotone(model);
            falls = falls && evaluation->judge().suppression_monotone(model);
        }
        std::map<Node, double> gone;
        each_node(evaluation->top(), [&](const Node& node) {
            gone[node] = slow_node(small, settings, node).suppressed;
        });
        for (const auto& [node, rows] : gone) {
            for (std::size_t q = 0; q < node.size(); ++q) {
                Node above = node;
                if (++above[q] > evaluation->top()[q]) continue;
                const std::string what = to_text(settings.models) + ", " + std::to_string(seed);
                if (rows == 0 && passes_on) {
                    ASSERT_EQ(gone[above], 0) << what;
                    ++inherited;
                }
                if (falls) {
                    ASSERT_LE(gone[above], rows) << what;
                    fewer += gone[above] < rows ? 1 : 0;
                }
            }
        }
    }
    EXPECT_GT(inherited, 500);
    EXPECT_GT(fewer, 500);
}

}  // namespace
}  // namespace lethe::lattice
