// Supervised linkage against slow obvious methods, on its reference instances, and where it is
// degenerate.
#include "lethe/algo/learnt/supervised_linkage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "lethe/algo/branch_and_cut/linkage_certificate.h"
#include "lethe/algo/branch_and_cut/linkage_mps.h"
#include "lethe/core/random.h"
#include "lethe/core/sanitizers.h"
#include "linkage.h"
#include "rounds.h"
#include "support.h"

namespace lethe {
namespace {

using Rational = boost::multiprecision::cpp_rational;

struct SupervisedLinkageInstance {
    std::vector<double> original;
    std::vector<double> masked;
    std::int32_t rows;
    int attributes;

    AlignedRecords view() const { return {original.data(), masked.data(), rows, attributes}; }
};

// Whole numbers, so that ties, twins and opposite differences abound.
SupervisedLinkageInstance supervised_linkage_random_instance(std::uint64_t seed, std::int32_t rows,
                                                             int attributes, std::uint64_t distinct,
                                                             std::uint64_t noise) {
    Draws draws = Random(seed).stream("instance").at(0);
    SupervisedLinkageInstance instance{{}, {}, rows, attributes};
    for (std::int32_t place = 0; place < rows * attributes; ++place) {
        const auto value = static_cast<double>(draws.below(distinct));
        instance.original.push_back(value);
        instance.masked.push_back(value + static_cast<double>(draws.below(2 * noise + 1)) -
                                  static_cast<double>(noise));
    }
    return instance;
}

double seconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count() / kSanitizerPatience;
}

Context timed_context(int count = 1) {
    Context context = test::threads(count);
    context.clock = seconds;
    return context;
}

// Is there w with row . w > 0 for all rows? The simplex method over the rationals with Bland's rule
// on: maximise t, row . w >= t, t <= 1, w = u - v, u, v >= 0. From w = 0, t = 0 it is feasible.
bool strictly_feasible(const std::vector<std::vector<Rational>>& rows) {
    if (rows.empty()) return true;
    const std::size_t dims = rows[0].size();
    const std::size_t columns = 2 * dims + 1;  // u, v, t
    std::vector<std::vector<Rational>> table;
    for (const std::vector<Rational>& row : rows) {  // t - row . w + slack = 0
        std::vector<Rational> line(columns + 1);
        for (std::size_t f = 0; f < dims; ++f) {
            line[f] = -row[f];
            line[dims + f] = row[f];
        }
        line[2 * dims] = 1;
        table.push_back(std::move(line));
    }
    std::vector<Rational> last(columns + 1);
    last[2 * dims] = 1;
    last[columns] = 1;
    table.push_back(std::move(last));
    std::vector<Rational> cost(columns + 1);  // to be increased
    cost[2 * dims] = 1;
    // Columns hold the variables that are zero; basis and nonbasis swap by pivoting in place.
    std::vector<std::size_t> basis(table.size());
    std::vector<std::size_t> outside(columns);
    for (std::size_t r = 0; r < basis.size(); ++r) basis[r] = columns + r;
    for (std::size_t c = 0; c < columns; ++c) outside[c] = c;
    while (true) {
        std::size_t enter = columns;
        for (std::size_t c = 0; c < columns; ++c) {
            if (cost[c] > 0 && (enter == columns || outside[c] < outside[enter])) enter = c;
        }
        if (enter == columns) return -cost[columns] > 0;
        std::size_t leave = table.size();
        for (std::size_t r = 0; r < table.size(); ++r) {
            if (table[r][enter] <= 0) continue;
            if (leave == table.size()) {
                leave = r;
                continue;
            }
            const Rational mine = table[r][columns] * table[leave][enter];
            const Rational other = table[leave][columns] * table[r][enter];
            if (mine < other || (mine == other && basis[r] < basis[leave])) leave = r;
        }
        if (leave == table.size()) return true;
        const Rational pivot = table[leave][enter];
        for (Rational& value : table[leave]) value /= pivot;
        table[leave][enter] = 1 / pivot;
        const auto reduce = [&](std::vector<Rational>& line) {
            const Rational factor = line[enter];
            if (factor == 0) return;
            line[enter] = 0;
            for (std::size_t c = 0; c <= columns; ++c) line[c] -= factor * table[leave][c];
        };
        for (std::size_t r = 0; r < table.size(); ++r) {
            if (r != leave) reduce(table[r]);
        }
        reduce(cost);
        std::swap(basis[leave], outside[enter]);
    }
}

std::vector<Rational> gap(const DistanceModel& model, const AlignedRecords& records, std::int32_t i,
                          std::int32_t j) {
    const auto dims = static_cast<std::size_t>(feature_count(model, records.attributes));
    std::vector<double> difference(static_cast<std::size_t>(records.attributes));
    std::vector<double> own(dims);
    std::vector<double> other(dims);
    records.differences(i, i, difference.data());
    features(model, difference, own.data());
    records.differences(i, j, difference.data());
    features(model, difference, other.data());
    std::vector<Rational> result;
    for (std::size_t f = 0; f < dims; ++f) result.push_back(Rational(other[f]) - Rational(own[f]));
    return result;
}

// All subsets of blocks, largest first. Whole numbers make the features exact.
std::int64_t brute_force(const DistanceModel& model, const AlignedRecords& records) {
    std::vector<std::vector<Rational>> cone;
    for (const std::vector<double>& h : cone_rows(model, records.attributes)) {
        cone.emplace_back(h.begin(), h.end());
    }
    if (model.family == DistanceFamily::bilinear_nonnegative) {
        for (std::int32_t i = 0; i < records.rows; ++i) {
            for (std::int32_t j = 0; j < records.rows; ++j) {
                std::vector<double> difference(static_cast<std::size_t>(records.attributes));
                std::vector<double> feature(
                    static_cast<std::size_t>(feature_count(model, records.attributes)));
                records.differences(i, j, difference.data());
                features(model, difference, feature.data());
                if (std::any_of(feature.begin(), feature.end(), [](double x) { return x != 0; })) {
                    cone.emplace_back(feature.begin(), feature.end());
                }
            }
        }
    }
    std::vector<std::uint32_t> refused;
    std::vector<std::uint32_t> subsets;
    for (std::uint32_t set = 0; set < (1U << records.rows); ++set) subsets.push_back(set);
    std::stable_sort(subsets.begin(), subsets.end(), [](std::uint32_t a, std::uint32_t b) {
        return std::popcount(a) < std::popcount(b);
    });
    std::int64_t best = 0;
    for (const std::uint32_t set : subsets) {
        if (std::any_of(refused.begin(), refused.end(),
                        [&](std::uint32_t other) { return (other & ~set) == 0; })) {
            continue;
        }
        std::vector<std::vector<Rational>> rows = cone;
        for (std::int32_t i = 0; i < records.rows; ++i) {
            if ((set >> i & 1U) == 0) continue;
            for (std::int32_t j = 0; j < records.rows; ++j) {
                if (i != j) rows.push_back(gap(model, records, i, j));
            }
        }
        if (strictly_feasible(rows)) {
            best = std::max<std::int64_t>(best, std::popcount(set));
        } else {
            refused.push_back(set);
        }
    }
    return best;
}

void expect_certified(const DistanceModel& model, const AlignedRecords& records,
                      const SupervisedLinkage& found) {
    const LinkageCertificate certificate =
        check_linkage(timed_context(), model, records, found.search);
    EXPECT_TRUE(certificate.proven) << name(model.family);
    EXPECT_EQ(certificate.links, found.search.links) << name(model.family);
    EXPECT_EQ(certificate.bound, found.search.bound) << name(model.family);
    EXPECT_EQ(certificate.rejected, 0) << name(model.family);
}

TEST(SupervisedLinkage, SimplexOfTheReferenceAnswersKnownSystems) {
    EXPECT_TRUE(strictly_feasible({{1, 0}, {0, 1}}));
    EXPECT_TRUE(strictly_feasible({{1, -2}, {-1, 3}}));
    EXPECT_FALSE(strictly_feasible({{1, -2}, {-1, 2}}));
    EXPECT_FALSE(strictly_feasible({{1, 1}, {-1, 1}, {0, -1}}));
    EXPECT_FALSE(strictly_feasible({{0, 0}}));
}

TEST(SupervisedLinkage, EqualsBruteForceOverAllSubsets) {
    for (std::uint64_t seed = 0; seed < (test::kSmallInputs ? 12u : 24u); ++seed) {
        const auto rows = static_cast<std::int32_t>(3 + seed % 4);
        const int attributes = 1 + static_cast<int>(seed % 3);
        const SupervisedLinkageInstance instance =
            supervised_linkage_random_instance(seed, rows, attributes, 4 + seed % 9, 1 + seed % 4);
        for (const DistanceFamily family : test::kAllFamilies) {
            if (family == DistanceFamily::bilinear_psd) continue;  // not a finite system
            const DistanceModel model{family};
            const SupervisedLinkage found =
                supervised_linkage(timed_context(), model, instance.view());
            EXPECT_TRUE(found.search.optimal);
            EXPECT_EQ(found.search.links, brute_force(model, instance.view()))
                << name(family) << ", seed " << seed;
            expect_certified(model, instance.view(), found);
        }
    }
}

// The chain of the families: each is at least as good as its special cases.
TEST(SupervisedLinkage, LargerFamiliesLinkMore) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const SupervisedLinkageInstance instance =
            supervised_linkage_random_instance(seed, 20, 3, 40, 12);
        std::map<DistanceFamily, std::int64_t> links;
        for (const DistanceFamily family : test::kAllFamilies) {
            const SupervisedLinkage found =
                supervised_linkage(timed_context(), {family}, instance.view());
            EXPECT_TRUE(found.search.optimal) << name(family) << ", seed " << seed;
            links[family] = found.search.links;
            expect_certified({family}, instance.view(), found);
        }
        EXPECT_GE(links[DistanceFamily::choquet], links[DistanceFamily::weighted_mean]);
        EXPECT_GE(links[DistanceFamily::choquet], links[DistanceFamily::owa]);
        EXPECT_GE(links[DistanceFamily::choquet], links[DistanceFamily::choquet_submodular]);
        EXPECT_GE(links[DistanceFamily::choquet], links[DistanceFamily::choquet_k_additive]);
        EXPECT_GE(links[DistanceFamily::choquet], links[DistanceFamily::choquet_belief]);
        EXPECT_GE(links[DistanceFamily::choquet_submodular], links[DistanceFamily::weighted_mean]);
        EXPECT_GE(links[DistanceFamily::choquet_k_additive], links[DistanceFamily::weighted_mean]);
        EXPECT_GE(links[DistanceFamily::choquet_belief], links[DistanceFamily::weighted_mean]);
        EXPECT_EQ(links[DistanceFamily::choquet_symmetric], links[DistanceFamily::owa]);
        EXPECT_GE(links[DistanceFamily::bilinear], links[DistanceFamily::bilinear_nonnegative]);
        EXPECT_GE(links[DistanceFamily::bilinear_nonnegative], links[DistanceFamily::bilinear_psd]);
        EXPECT_GE(links[DistanceFamily::bilinear_psd], links[DistanceFamily::weighted_mean]);
        const DistanceModel additive{DistanceFamily::choquet_k_additive, 1};
        EXPECT_EQ(supervised_linkage(timed_context(), additive, instance.view()).search.links,
                  links[DistanceFamily::weighted_mean]);
    }
}

TEST(SupervisedLinkage, DegenerateFiles) {
    for (const DistanceFamily family : test::kAllFamilies) {
        const DistanceModel model{family};
        const SupervisedLinkageInstance single{{1.0, 2.0}, {3.0, 4.0}, 1, 2};
        const SupervisedLinkage alone = supervised_linkage(timed_context(), model, single.view());
        EXPECT_EQ(alone.search.links, 1) << name(family);
        EXPECT_TRUE(alone.search.optimal);
        expect_certified(model, single.view(), alone);

        const SupervisedLinkageInstance equal{std::vector<double>(20, 1.0),
                                              std::vector<double>(20, 1.0), 10, 2};
        const SupervisedLinkage none = supervised_linkage(timed_context(), model, equal.view());
        EXPECT_EQ(none.search.links, 0) << name(family);
        EXPECT_TRUE(none.search.optimal);
        expect_certified(model, equal.view(), none);

        SupervisedLinkageInstance same = supervised_linkage_random_instance(7, 30, 3, 1000000, 0);
        EXPECT_EQ(supervised_linkage(timed_context(), model, same.view()).search.links, 30)
            << name(family);
        for (std::size_t place = 0; place < 90; place += 3) {  // a constant column
            same.original[place] = 0.0;
            same.masked[place] = 0.0;
        }
        const SupervisedLinkage constant = supervised_linkage(timed_context(), model, same.view());
        EXPECT_EQ(constant.search.links, 30) << name(family);
        expect_certified(model, same.view(), constant);

        SupervisedLinkageInstance twins = supervised_linkage_random_instance(8, 30, 2, 1000, 3);
        for (std::size_t row = 0; row < 30; row += 2) {  // every masked record twice
            std::copy_n(twins.masked.begin() + static_cast<std::ptrdiff_t>(2 * row), 2,
                        twins.masked.begin() + static_cast<std::ptrdiff_t>(2 * row + 2));
        }
        EXPECT_EQ(supervised_linkage(timed_context(), model, twins.view()).search.links, 0)
            << name(family);
    }
}

TEST(SupervisedLinkage, SameOptimumForPermutedAndScaledRecords) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const SupervisedLinkageInstance instance =
            supervised_linkage_random_instance(seed, 30, 3, 60, 12);
        SupervisedLinkageInstance changed = instance;
        const std::vector<std::int64_t> order =
            random_permutation(Random(seed).stream("order"), instance.rows);
        for (std::size_t row = 0; row < order.size(); ++row) {
            for (std::size_t l = 0; l < 3; ++l) {
                const std::size_t from = static_cast<std::size_t>(order[row]) * 3 + l;
                changed.original[row * 3 + l] = 4.0 * instance.original[from];
                changed.masked[row * 3 + l] = 4.0 * instance.masked[from];
            }
        }
        for (const DistanceFamily family :
             {DistanceFamily::weighted_mean, DistanceFamily::choquet, DistanceFamily::bilinear}) {
            const SupervisedLinkage one =
                supervised_linkage(timed_context(), {family}, instance.view());
            const SupervisedLinkage two =
                supervised_linkage(timed_context(2), {family}, changed.view());
            EXPECT_EQ(one.search.links, two.search.links) << name(family) << ", seed " << seed;
            EXPECT_TRUE(one.search.optimal && two.search.optimal);
        }
    }
}

TEST(SupervisedLinkage, CertificateRefusesFalseClaims) {
    const SupervisedLinkageInstance instance = supervised_linkage_random_instance(3, 30, 2, 40, 12);
    const DistanceModel model{DistanceFamily::weighted_mean};
    const SupervisedLinkage found = supervised_linkage(timed_context(), model, instance.view());
    ASSERT_FALSE(found.search.conflicts.empty());
    const auto check = [&](const MaxSatisfied& claim) {
        return check_linkage(timed_context(), model, instance.view(), claim);
    };
    EXPECT_TRUE(check(found.search).proven);
    MaxSatisfied negative = found.search;
    negative.parameters[0] = -1.0;
    EXPECT_FALSE(check(negative).parameters_allowed);
    MaxSatisfied worse = found.search;
    worse.parameters = {1.0, 0.0};
    EXPECT_LE(check(worse).links, found.search.links);
    MaxSatisfied blind = found.search;
    blind.conflicts.clear();
    EXPECT_FALSE(check(blind).proven);
    MaxSatisfied forged = found.search;
    for (Conflict& conflict : forged.conflicts) {
        conflict.rows.erase(
            std::remove_if(conflict.rows.begin(), conflict.rows.end(),
                           [](const ConflictRow& row) { return row.row.block == kConeBlock; }),
            conflict.rows.end());
        conflict.rows.resize(1);
    }
    EXPECT_EQ(check(forged).conflicts, 0);
    EXPECT_FALSE(check(forged).proven);
}

TEST(SupervisedLinkage, LimitsLeaveAValidBound) {
    const SupervisedLinkageInstance instance = supervised_linkage_random_instance(5, 30, 3, 40, 9);
    SearchLimits limits;
    limits.nodes = 0;
    for (const DistanceFamily family : {DistanceFamily::owa, DistanceFamily::bilinear}) {
        const SupervisedLinkage cut =
            supervised_linkage(timed_context(), {family}, instance.view(), limits);
        const SupervisedLinkage whole =
            supervised_linkage(timed_context(), {family}, instance.view());
        EXPECT_LE(cut.search.links, whole.search.links);
        EXPECT_GE(cut.search.bound, whole.search.links);
        EXPECT_TRUE(whole.search.optimal);
    }
}

std::vector<double> read_standardised(const std::string& path, int& attributes) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    attributes = 1 + static_cast<int>(std::count(line.begin(), line.end(), ','));
    std::vector<double> values;
    while (std::getline(file, line)) {
        for (const char* from = line.data(); from < line.data() + line.size(); ++from) {
            double value = 0.0;
            from = std::from_chars(from, line.data() + line.size(), value).ptr;
            values.push_back(value);
        }
    }
    const auto columns = static_cast<std::size_t>(attributes);
    const double rows = static_cast<double>(values.size() / columns);
    for (std::size_t c = 0; c < columns; ++c) {
        double mean = 0.0;
        for (std::size_t p = c; p < values.size(); p += columns) mean += values[p] / rows;
        double sum = 0.0;
        for (std::size_t p = c; p < values.size(); p += columns) {
            sum += (values[p] - mean) * (values[p] - mean);
        }
        const double deviation = std::sqrt(sum / (rows - 1.0));
        for (std::size_t p = c; p < values.size(); p += columns) {
            values[p] = (values[p] - mean) / deviation;
        }
    }
    return values;
}

void expect_reference(const std::string& file,
                      const std::map<DistanceFamily, std::int64_t>& optima) {
    const std::string folder = test::data_folder();
    if (folder.empty()) GTEST_SKIP() << "no folder of real data";
    SupervisedLinkageInstance instance{};
    const std::string path = folder + "/linkage_reference/" + file;
    instance.original = read_standardised(path + ".orig.csv", instance.attributes);
    instance.masked = read_standardised(path + ".mask.csv", instance.attributes);
    instance.rows = static_cast<std::int32_t>(instance.original.size() /
                                              static_cast<std::size_t>(instance.attributes));
    for (const auto& [family, links] : optima) {
        const SupervisedLinkage found =
            supervised_linkage(timed_context(2), {family}, instance.view());
        EXPECT_EQ(found.search.links, links) << file << ", " << name(family);
        EXPECT_TRUE(found.search.optimal) << file << ", " << name(family);
        const std::vector<bool> satisfied =
            satisfied_blocks(timed_context(2), {family}, instance.view(), found.search.parameters);
        EXPECT_EQ(std::count(satisfied.begin(), satisfied.end(), true), links);
        if (found.search.conflicts.size() < 200) {
            expect_certified({family}, instance.view(), found);
        }
    }
}

TEST(SupervisedLinkage, ReferenceM433) {
    expect_reference("M4-33.s1", {{DistanceFamily::weighted_mean, 380},
                                  {DistanceFamily::owa, 358},
                                  {DistanceFamily::choquet, 381},
                                  {DistanceFamily::choquet_submodular, 381},
                                  {DistanceFamily::bilinear, 384},
                                  {DistanceFamily::bilinear_nonnegative, 384},
                                  {DistanceFamily::bilinear_psd, 384}});
}

TEST(SupervisedLinkage, ReferenceM428) {
    expect_reference("M4-28.s1", {{DistanceFamily::weighted_mean, 352},
                                  {DistanceFamily::owa, 327},
                                  {DistanceFamily::choquet, 355},
                                  {DistanceFamily::choquet_submodular, 354},
                                  {DistanceFamily::bilinear, 360},
                                  {DistanceFamily::bilinear_psd, 360}});
}

TEST(SupervisedLinkage, ReferenceM538) {
    expect_reference("M5-38.s1", {{DistanceFamily::weighted_mean, 346},
                                  {DistanceFamily::choquet, 348},
                                  {DistanceFamily::choquet_submodular, 347},
                                  {DistanceFamily::bilinear, 353}});
}

TEST(SupervisedLinkage, ReferenceM6385) {
    expect_reference("M6-385.s1", {{DistanceFamily::weighted_mean, 396},
                                   {DistanceFamily::owa, 384},
                                   {DistanceFamily::choquet, 397},
                                   {DistanceFamily::choquet_submodular, 397},
                                   {DistanceFamily::bilinear, 398},
                                   {DistanceFamily::bilinear_nonnegative, 398},
                                   {DistanceFamily::bilinear_psd, 398}});
}

TEST(SupervisedLinkage, ReferenceMic310) {
    expect_reference("Mic3-10.s1", {{DistanceFamily::weighted_mean, 379}});
}

}  // namespace
}  // namespace lethe
