// HRLA against its definition written out, and against what it must never do.
#include "lethe/algo/learnt/hrla.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "lethe/algo/learnt/fuzzy_measure.h"
#include "lethe/algo/learnt/supervised_linkage.h"
#include "support.h"

namespace lethe {
namespace {

struct HrlaInstance {
    std::vector<double> original;
    std::vector<double> masked;
    std::int32_t rows;
    int attributes;

    AlignedRecords view() const { return {original.data(), masked.data(), rows, attributes}; }
};

// Normal numbers, or with `distinct` > 0 whole ones, so that ties and twins abound.
HrlaInstance hrla_random_instance(std::uint64_t seed, std::int32_t rows, int attributes,
                                  std::uint64_t distinct) {
    Draws draws = Random(seed).stream("instance").at(0);
    HrlaInstance instance{{}, {}, rows, attributes};
    for (std::int32_t place = 0; place < rows * attributes; ++place) {
        if (distinct > 0) {
            instance.original.push_back(static_cast<double>(draws.below(distinct)));
            instance.masked.push_back(instance.original.back() +
                                      static_cast<double>(draws.below(3)) - 1);
        } else {
            instance.original.push_back(draws.normal());
            instance.masked.push_back(instance.original.back() + 0.7 * draws.normal());
        }
    }
    return instance;
}

std::vector<double> squares(const AlignedRecords& records, std::int32_t i, std::int32_t j) {
    std::vector<double> result(static_cast<std::size_t>(records.attributes));
    records.differences(i, j, result.data());
    for (double& value : result) value *= value;
    return result;
}

double hrla_mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

template <class Distance>
ChoquetLinks obvious_links(const AlignedRecords& records, Distance&& distance) {
    ChoquetLinks links;
    for (std::int32_t i = 0; i < records.rows; ++i) {
        int nearer = 0, equal = 0;
        const double own = distance(squares(records, i, i));
        for (std::int32_t j = 0; j < records.rows; ++j) {
            const double other = distance(squares(records, i, j));
            nearer += other < own ? 1 : 0;
            equal += other == own ? 1 : 0;
        }
        if (nearer > 0) continue;
        links.lax += 1;
        links.strict += equal == 1 ? 1 : 0;
        links.expected += 1.0 / equal;
    }
    return links;
}

// The sets of the path of a vector, without the set of all, and the increments there.
std::vector<std::pair<std::uint32_t, double>> path_of(const std::vector<double>& values) {
    std::vector<std::pair<double, std::uint32_t>> sorted;
    for (std::uint32_t l = 0; l < values.size(); ++l) sorted.emplace_back(values[l], l);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::uint32_t set = (1U << values.size()) - 1U;
    std::vector<std::pair<std::uint32_t, double>> path;
    for (std::size_t l = 0; l + 1 < sorted.size(); ++l) {
        set &= ~(1U << sorted[l].second);
        path.emplace_back(set, sorted[l + 1].first - sorted[l].first);
    }
    return path;
}

// One record's lesson, as printed: the steps of all its wrong records, then the repair.
void obvious_lesson(const AlignedRecords& records, std::int32_t i, const HrlaOptions& options,
                    std::vector<double>& measure) {
    const auto own = squares(records, i, i);
    const double own_distance = choquet(measure, own);
    double farthest = 0, nearest = own_distance;
    for (std::int32_t j = 0; j < records.rows; ++j) {
        farthest = std::max(farthest, hrla_mean(squares(records, i, j)));
        nearest = std::min(nearest, choquet(measure, squares(records, i, j)));
    }
    std::vector<double> change(measure.size(), 0.0);
    bool done = false;
    for (std::int32_t j = 0; j < records.rows && !done; ++j) {
        const auto other = squares(records, i, j);
        const double distance = choquet(measure, other);
        if (!(distance < own_distance)) continue;
        if (options.nearest_only && distance != nearest) continue;
        done = options.nearest_only;
        const double error = options.scaled_steps ? (own_distance - distance) / farthest : 1.0;
        const double step = options.rate * error;
        const auto down = path_of(own);
        const auto up = path_of(other);
        for (std::size_t l = 0; l < down.size(); ++l) {
            change[down[l].first] -= step * down[l].second;
            change[up[l].first] += step * up[l].second;
        }
    }
    const int n = records.attributes;
    for (int size = 1; size < n; ++size) {
        for (std::uint32_t set = 0; set < measure.size(); ++set) {
            if (std::popcount(set) != size || change[set] >= 0) continue;
            measure[set] += change[set];
            for (std::uint32_t sub = 0; sub < measure.size(); ++sub) {
                if (sub != set && (sub & ~set) == 0) {
                    measure[set] = std::max(measure[set], measure[sub]);
                }
            }
        }
    }
    for (int size = n - 1; size >= 1; --size) {
        for (std::uint32_t set = 0; set < measure.size(); ++set) {
            if (std::popcount(set) != size || change[set] <= 0) continue;
            measure[set] += change[set];
            for (std::uint32_t super = 0; super < measure.size(); ++super) {
                if (super != set && (set & ~super) == 0) {
                    measure[set] = std::min(measure[set], measure[super]);
                }
            }
        }
    }
}

HrlaOptions options_of(std::uint64_t seed) {
    return {.rate = seed % 3 == 0 ? 0.5 : 0.02,
            .epochs = 5,
            .patience = 3,
            .scaled_steps = seed % 2 == 0,
            .nearest_only = seed % 5 < 2};
}

TEST(Hrla, IsItsDefinitionToTheLastBit) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const int attributes = static_cast<int>(2 + seed % 3);
        const HrlaInstance instance = hrla_random_instance(
            seed, static_cast<std::int32_t>(3 + seed % 9), attributes, seed % 4 < 2 ? 0 : 4);
        const AlignedRecords records = instance.view();
        const HrlaOptions options = options_of(seed);
        const Random random(seed);
        const Hrla found = hrla(Context(), records, random, options);

        std::vector<double> measure, best;
        for (std::uint32_t set = 0; set < (1U << attributes); ++set) {
            measure.push_back(static_cast<double>(std::popcount(set)) / attributes);
        }
        const auto links = [&] {
            return obvious_links(records, [&](const auto& c) { return choquet(measure, c); });
        };
        best = measure;
        std::int64_t most = links().strict;
        std::vector<std::int64_t> history;
        for (std::size_t epoch = 1; epoch <= found.history.size(); ++epoch) {
            const Stream order = random.part(epoch).stream("order of the records");
            for (const std::int64_t i : random_permutation(order, records.rows)) {
                obvious_lesson(records, static_cast<std::int32_t>(i), options, measure);
            }
            history.push_back(links().strict);
            if (history.back() <= most) continue;
            most = history.back();
            best = measure;
        }
        EXPECT_EQ(found.history, history) << seed;
        EXPECT_EQ(found.measure, best) << seed;
        EXPECT_EQ(found.best.strict, most) << seed;
    }
}

TEST(Hrla, StartsAtEqualWeights) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const HrlaInstance instance =
            hrla_random_instance(seed, 40, static_cast<int>(1 + seed % 6), 0);
        const Hrla found = hrla(Context(), instance.view(), Random(1), {.epochs = 0});
        const ChoquetLinks means = obvious_links(instance.view(), hrla_mean);
        EXPECT_EQ(found.start.strict, means.strict);
        EXPECT_EQ(found.start.lax, means.lax);
        EXPECT_EQ(found.best.strict, means.strict);
        EXPECT_EQ(found.best_epoch, 0);
        EXPECT_TRUE(found.history.empty());
    }
}

TEST(Hrla, KeepsTheBestMeasureAndItIsAMeasure) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const HrlaInstance instance =
            hrla_random_instance(seed, 25, static_cast<int>(2 + seed % 5), seed % 2 * 5);
        const Hrla found = hrla(Context(), instance.view(), Random(seed),
                                {.rate = seed % 3 == 0 ? 1.0 : 0.05, .epochs = 20});
        EXPECT_TRUE(is_monotone(found.measure, 0.0));
        EXPECT_EQ(found.measure.front(), 0.0);
        EXPECT_EQ(found.measure.back(), 1.0);
        EXPECT_GE(found.best.strict, found.start.strict);
        for (const std::int64_t links : found.history) EXPECT_GE(found.best.strict, links);
        const ChoquetLinks again = choquet_links(Context(), instance.view(), found.measure);
        EXPECT_EQ(again.strict, found.best.strict);
        EXPECT_EQ(again.lax, found.best.lax);
        EXPECT_EQ(again.expected, found.best.expected);
    }
}

TEST(Hrla, NeverBeatsTheProvenOptimum) {
    std::int64_t below = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const HrlaInstance instance =
            hrla_random_instance(seed, static_cast<std::int32_t>(6 + seed % 9),
                                 static_cast<int>(2 + seed % 2), seed % 3 * 3);
        const Hrla found = hrla(Context(), instance.view(), Random(seed), {.epochs = 100});
        const SupervisedLinkage exact =
            supervised_linkage(Context(), {DistanceFamily::choquet}, instance.view());
        ASSERT_TRUE(exact.search.optimal);
        EXPECT_LE(found.best.strict, exact.search.links) << seed;
        below += found.best.strict < exact.search.links ? 1 : 0;
    }
    EXPECT_GT(below, 0);  // a heuristic: otherwise the comparison compares nothing
}

TEST(Hrla, DoesNotDependOnThreads) {
    const HrlaInstance instance = hrla_random_instance(7, 150, 5, 0);
    const Hrla one = hrla(test::threads(1), instance.view(), Random(3), {.epochs = 30});
    const Hrla many = hrla(test::threads(4), instance.view(), Random(3), {.epochs = 30});
    EXPECT_EQ(one.measure, many.measure);
    EXPECT_EQ(one.history, many.history);
    EXPECT_EQ(one.best.expected, many.best.expected);
}

TEST(Hrla, SaysWhyItEnded) {
    const HrlaInstance hard = hrla_random_instance(11, 60, 3, 0);
    EXPECT_EQ(hrla(Context(), hard.view(), Random(1), {.epochs = 3}).end, HrlaEnd::epochs);
    EXPECT_EQ(hrla(Context(), hard.view(), Random(1), {.patience = 2}).end, HrlaEnd::patience);
    EXPECT_EQ(hrla(Context(), hard.view(), Random(1), {.seconds = 0}).end, HrlaEnd::seconds);
    HrlaInstance same = hard;
    same.masked = same.original;
    const Hrla found = hrla(Context(), same.view(), Random(1));
    EXPECT_EQ(found.end, HrlaEnd::all_linked);
    EXPECT_EQ(found.best.strict, 60);
}

}  // namespace
}  // namespace lethe
