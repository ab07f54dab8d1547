// The search that need not come to its end against the exact one, at every number of evaluations,
// on many small tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adult_lattice.h"
#include "lethe/algo/lattice/best_first.h"
#include "lethe/core/sanitizers.h"
#include "small_lattice.h"
#include "support.h"

namespace lethe::lattice {
namespace {

const std::vector<std::string> kAnytimeModels = {
    "k:2",
    "k:4",
    "kmap:3,population=table",
    "presence:0.1..0.8",
    "l-distinct:2",
    "l-entropy:1.7",
    "l-recursive:c=3,l=2",
    "k:2 + alpha:0.6",
    "t-equal:0.25",
    "t-hierarchical:0.2",
    "beta-enhanced:1",
    "delta:1.1",
    "k:3 + l-distinct:2 + t-ordered:0.3",
    "l-entropy:1.6,estimator=grassberger",
    "risk-average:0.3",
    "unique-sample:0.1",
    "unique-population:0.05,population=500,estimator=pitman"};
const std::vector<std::string> kAnytimeMetrics = {"loss",
                                                  "loss",
                                                  "loss:gs=0.1",
                                                  "loss:gs=0.9,agg=mean",
                                                  "loss:agg=rank",
                                                  "entropy:monotonic",
                                                  "entropy:nonmonotonic,gs=0.2",
                                                  "precision:nonmonotonic,gs=0.2",
                                                  "height",
                                                  "dm",
                                                  "aecs",
                                                  "ambiguity",
                                                  "entropy-based",
                                                  "kl:tuples",
                                                  "classification:response=disease"};

struct Drawn {
    std::string what;
    std::unique_ptr<Records> records;
    std::optional<Evaluation> evaluation;  // none where the models ask for more than there is
};

Drawn drawn_search(std::uint64_t seed) {
    slow::Draw draw(seed + 900000);
    Problems problems;
    Settings settings;
    const auto any = [&](const std::vector<std::string>& list) {
        return list[static_cast<std::size_t>(draw.below(static_cast<int>(list.size())))];
    };
    const std::string models = any(kAnytimeModels);
    const std::string metric = any(kAnytimeMetrics);
    settings.models = parse_models(models, problems);
    settings.metric = parse_metric(metric, problems);
    throw_if_any(problems);
    settings.sensitive = 1;
    const double limits[] = {0, 0.05, 0.1, 0.3, 1};
    settings.limit = limits[draw.below(5)];
    const bool one_class = draw.below(5) == 0 && models.find("risk") == std::string::npos &&
                           models.find("unique") == std::string::npos;
    if (one_class) settings.reading = Suppressed::one_class;
    const bool population =
        models.find("table") != std::string::npos || models.find("presence") != std::string::npos;
    Drawn drawn;
    drawn.what = models + ", " + metric + ", limit " + std::to_string(settings.limit) + ", seed " +
                 std::to_string(seed);
    drawn.records = std::make_unique<Records>(
        slow::records_of(slow::draw_small(draw, population, seed % 4 == 0)));
    try {
        drawn.evaluation.emplace(*drawn.records, settings);
    } catch (const Error&) {
    }
    return drawn;
}

TEST(BestFirst, BoundBelowOptimumBelowBestAtEveryLimit) {
    int ended = 0, interrupted = 0, informed = 0;
    const auto seeds = static_cast<std::uint64_t>(3000 / kSanitizerPatience);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const Drawn drawn = drawn_search(seed);
        if (!drawn.evaluation) continue;
        Context context;
        context.threads = seed % 16 == 0 ? 2 : 1;
        const SearchResult exact = search_levels(context, *drawn.evaluation);
        for (std::int64_t limit = 1;; limit += 1 + limit / 8) {
            const std::string what = drawn.what + ", " + std::to_string(limit) + " evaluations";
            const SearchResult found =
                search_best_first(context, *drawn.evaluation, {.evaluations = limit});
            ASSERT_LE(found.evaluated, limit) << what;
            const double optimum = exact.best ? exact.best->loss.value : 0;
            const double slack = 1e-8 * std::max(1.0, std::abs(optimum));
            if (found.best) {
                ASSERT_TRUE(exact.best) << what;
                ASSERT_GE(found.best->loss.value, optimum - slack) << what;
                ASSERT_FALSE(better(*found.best, *exact.best)) << what;
                ASSERT_GE(found.best->loss.value, found.bound) << what;
            }
            if (exact.best) {
                ASSERT_LE(found.bound, optimum + slack) << what;
            }
            if (!found.exact) {
                ASSERT_EQ(found.end, SearchEnd::evaluations) << what;
                ASSERT_EQ(found.evaluated, limit) << what;
                ++interrupted;
                informed += found.best && found.bound > 0 ? 1 : 0;
                continue;
            }
            ASSERT_EQ(found.best.has_value(), exact.best.has_value()) << what;
            if (found.best) {
                ASSERT_EQ(found.best->node, exact.best->node) << what;
                ASSERT_TRUE(found.best->loss == exact.best->loss) << what;
                ASSERT_EQ(found.best->suppressed, exact.best->suppressed) << what;
                ASSERT_EQ(found.gap(), 0) << what;
            }
            ++ended;
            break;
        }
    }
    EXPECT_GT(ended, seeds / 2);
    EXPECT_GT(interrupted, static_cast<int>(seeds));
    EXPECT_GT(informed, static_cast<int>(seeds) / 4);
}

TEST(BestFirst, TheSameForAnyNumberOfThreads) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Drawn drawn = drawn_search(seed + 50000);
        if (!drawn.evaluation) continue;
        for (const std::int64_t limit : {3, 10, 25}) {
            std::optional<SearchResult> first;
            for (const int threads : {1, 2, 5}) {
                Context context;
                context.threads = threads;
                const SearchResult found =
                    search_best_first(context, *drawn.evaluation, {.evaluations = limit});
                if (!first) {
                    first = found;
                    continue;
                }
                ASSERT_EQ(found.evaluated, first->evaluated) << drawn.what;
                ASSERT_EQ(found.cut, first->cut) << drawn.what;
                ASSERT_EQ(found.bound, first->bound) << drawn.what;
                ASSERT_EQ(found.exact, first->exact) << drawn.what;
                ASSERT_EQ(found.best.has_value(), first->best.has_value()) << drawn.what;
                if (!found.best) continue;
                ASSERT_EQ(found.best->node, first->best->node) << drawn.what;
            }
        }
    }
}

TEST(BestFirst, AClockThatRunsOutEndsIt) {
    static double now = 0;
    now = 0;
    Context context;
    context.clock = [] { return now += 1; };
    int ended = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const Drawn drawn = drawn_search(seed);
        if (!drawn.evaluation) continue;
        const SearchResult found =
            search_best_first(context, *drawn.evaluation, {.evaluations = 1'000'000, .seconds = 3});
        if (found.exact) continue;
        ASSERT_EQ(found.end, SearchEnd::seconds) << drawn.what;
        ++ended;
    }
    EXPECT_GT(ended, 10);
}

// Where it runs to its end on Adult it finds the published optima.
TEST(BestFirst, OptimaOfAdult) {
    if (test::data_folder().empty()) GTEST_SKIP() << "the folder of real data is not there";
    const test::AdultLattice adult(test::data_folder() + "/arx_adult");
    for (const std::string models : {"k:5", "k:5 + l-distinct:3", "k:5 + t-equal:0.2"}) {
        const Records records = adult.records("occupation", "all");
        Problems problems;
        Settings settings;
        settings.models = parse_models(models, problems);
        settings.metric = parse_metric("loss", problems);
        throw_if_any(problems);
        settings.limit = 0.04;
        settings.sensitive = 1;
        const Evaluation evaluation(records, settings);
        Context context;
        context.threads = 2;
        const SearchResult exact = search_levels(context, evaluation);
        double before = 0;
        for (const std::int64_t limit : {50, 500, 20'000}) {
            const SearchResult found =
                search_best_first(context, evaluation, {.evaluations = limit});
            ASSERT_TRUE(found.best) << models;
            EXPECT_GE(found.best->loss.value, exact.best->loss.value) << models;
            EXPECT_LE(found.bound, exact.best->loss.value) << models;
            EXPECT_GE(found.bound, before) << models;  // it only rises
            before = found.bound;
            if (!found.exact) continue;
            EXPECT_EQ(found.best->node, exact.best->node) << models;
        }
        EXPECT_EQ(before, exact.best->loss.value) << models << ": it came to its end";
    }
}

}  // namespace
}  // namespace lethe::lattice
