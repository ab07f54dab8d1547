// The Choquet family on a partition of the attributes, against what it is: a sum of Choquet
// integrals of the parts. With one part it is the whole family, with single attributes the weighted
// mean, and otherwise between them; what is proven is confirmed in exact arithmetic.
#include <gtest/gtest.h>

#include "lethe/algo/branch_and_cut/linkage_certificate.h"
#include "lethe/algo/branch_and_cut/linkage_mps.h"
#include "lethe/algo/learnt/distance_properties.h"
#include "lethe/algo/learnt/fuzzy_measure.h"
#include "lethe/algo/learnt/learnt_parameters.h"
#include "lethe/algo/learnt/supervised_linkage.h"
#include "lethe/core/error.h"
#include "linkage.h"

namespace lethe {
namespace {

using enum DistanceFamily;

DistanceModel parted(std::vector<std::uint32_t> parts) {
    return {choquet_partition, 2, std::move(parts)};
}

// A monotone measure of the attributes of a part: the largest below, and something more.
std::vector<double> measure_of_part(Draws& draws, int size) {
    std::vector<double> measure(std::size_t{1} << size, 0.0);
    for (std::size_t set = 1; set < measure.size(); ++set) {
        for (std::size_t rest = set; rest != 0; rest &= rest - 1) {
            measure[set] = std::max(measure[set], measure[set & ~(rest & (~rest + 1))]);
        }
        measure[set] += draws.uniform();
    }
    return measure;
}

TEST(PartitionFamily, isASumOfChoquetIntegrals) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Draws draws = Random(seed).stream("parts").at(0);
        // {0, 2}, {1, 3, 4}, or with another number in the first.
        const DistanceModel model =
            seed % 2 == 0 ? parted({0b00101, 0b11010}) : parted({0b00001, 0b11010, 0b00100});
        std::vector<double> parameters;
        double expected = 0;
        std::vector<double> difference(5);
        for (double& value : difference) value = draws.normal();
        for (const std::uint32_t part : model.parts) {
            std::vector<double> squares;
            for (int l = 0; l < 5; ++l) {
                const double value = difference[static_cast<std::size_t>(l)];
                if ((part >> l & 1U) != 0) squares.push_back(value * value);
            }
            const std::vector<double> measure =
                measure_of_part(draws, static_cast<int>(squares.size()));
            const std::vector<double> coefficients = moebius(measure);
            parameters.insert(parameters.end(), coefficients.begin() + 1, coefficients.end());
            expected += lethe::choquet(measure, squares);
        }
        std::vector<double> feature(parameters.size());
        ASSERT_EQ(feature_count(model, 5), std::ssize(parameters));
        features(model, difference, feature.data());
        double sum = 0;
        for (std::size_t f = 0; f < feature.size(); ++f) sum += parameters[f] * feature[f];
        ASSERT_NEAR(sum, expected, 1e-10);
        // Additive between the parts, and monotone.
        const std::vector<double> whole = learnt_measure(model, parameters, 5);
        const auto first = static_cast<std::size_t>(model.parts[0]);
        for (std::size_t set = 0; set < whole.size(); ++set) {
            ASSERT_NEAR(whole[set], whole[set & first] + whole[set & ~first], 1e-10);
        }
        ASSERT_TRUE(is_monotone(whole));
        ASSERT_GT(least_increment(model, parameters, 5), 0);
        for (const std::vector<double>& row : cone_rows(model, 5)) {
            double value = 0;
            for (std::size_t f = 0; f < row.size(); ++f) value += row[f] * parameters[f];
            ASSERT_GE(value, -1e-12);
        }
    }
}

std::int64_t most_links(const DistanceModel& model, const AlignedRecords& records) {
    SupervisedLinkage found = supervised_linkage(Context(), model, records);
    EXPECT_TRUE(found.search.optimal) << name(model.family);
    const LinkageCertificate certificate =
        check_linkage(Context(), model, records, found.search, 60);
    EXPECT_TRUE(certificate.proven) << name(model.family);
    EXPECT_EQ(certificate.links, found.search.links);
    return found.search.links;
}

TEST(PartitionFamily, liesBetweenTheWeightedMeanAndAllMeasures) {
    std::int64_t richer = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const test::LinkageInstance instance = seed % 2 == 0
                                                   ? test::real_instance(seed, 25, 3, 0.9)
                                                   : test::whole_instance(seed, 16, 3, 5, 2);
        const AlignedRecords records = instance.view();
        const std::int64_t mean = most_links({weighted_mean}, records);
        const std::int64_t all = most_links({choquet}, records);
        ASSERT_EQ(most_links(parted({0b001, 0b010, 0b100}), records), mean) << seed;
        ASSERT_EQ(most_links(parted({0b111}), records), all) << seed;
        const std::int64_t between = most_links(parted({0b011, 0b100}), records);
        ASSERT_LE(mean, between) << seed;
        ASSERT_LE(between, all) << seed;
        richer += between > mean ? 1 : 0;
    }
    EXPECT_GT(richer, 0);
}

TEST(PartitionFamily, takesMoreAttributesThanTheWholeFamily) {
    const test::LinkageInstance instance = test::real_instance(3, 30, 14, 1.5);
    const AlignedRecords records = instance.view();
    const DistanceModel model = parted({0b00000000011111, 0b00001111100000, 0b11110000000000});
    SearchLimits limits;
    limits.work = 20'000'000;
    const SupervisedLinkage found = supervised_linkage(Context(), model, records, limits);
    SearchLimits few = limits;
    few.work /= 10;
    EXPECT_GE(found.search.links,
              supervised_linkage(Context(), {weighted_mean}, records, few).search.links);
    const auto properties =
        distance_properties(model, records, found.search.parameters, Random(1), 200);
    EXPECT_TRUE(properties[DistanceProperty::non_negative].holds);
    EXPECT_THROW(supervised_linkage(Context(), {choquet}, records), Error);
    EXPECT_THROW(supervised_linkage(Context(), parted({0b1}), records), Error);
    EXPECT_THROW(supervised_linkage(Context(), parted({0b11, 0b10, 0b11111111111100}), records),
                 Error);
}

// Abril et al. 2015, Tables 2 and 3, with N = 400 and n = 4; n = 6 for the Choquet integral.
TEST(ProgramSize, asPublished) {
    AlignedRecords records;
    records.rows = 400;
    records.attributes = 4;
    EXPECT_EQ(program_size({weighted_mean}, records).published, 160'005);
    EXPECT_EQ(program_size({owa}, records).published, 160'005);
    EXPECT_EQ(program_size({choquet}, records).published, 160'030);
    EXPECT_EQ(program_size({choquet_submodular}, records).published, 160'036);
    EXPECT_EQ(program_size({bilinear}, records).published, 160'000);
    EXPECT_EQ(program_size({bilinear_nonnegative}, records).published, 320'000);
    EXPECT_EQ(program_size({choquet_belief}, records).published, 0);
    // Ours: the pairs, the cone (submodularity in full) and the scale.
    EXPECT_EQ(program_size({choquet}, records).rows(), 159'600 + 32 + 1);
    EXPECT_EQ(program_size({choquet_submodular}, records).rows(), 159'600 + 4 + 24 + 1);
    EXPECT_EQ(program_size({bilinear_psd}, records).rows(), -1);
    EXPECT_EQ(program_size(parted({0b0011, 0b1100}), records).rows(), 159'600 + 8 + 1);
    records.attributes = 6;
    EXPECT_EQ(program_size({choquet}, records).published, 160'188);
    EXPECT_EQ(program_size({choquet}, records).parameters, 63);
}

}  // namespace
}  // namespace lethe
