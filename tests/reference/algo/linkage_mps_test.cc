// Supervised linkage against Cbc on the full mixed-integer program, as written to MPS.
#include "lethe/algo/branch_and_cut/linkage_mps.h"

#include <gtest/gtest.h>

#include <CbcModel.hpp>
#include <OsiClpSolverInterface.hpp>
#include <cmath>
#include <fstream>
#include <sstream>
#include <vector>

#include "lethe/algo/learnt/supervised_linkage.h"
#include "lethe/core/error.h"
#include "linkage.h"

namespace lethe {
namespace {

std::int64_t links_by_cbc(const test::TemporaryFolder& folder, const DistanceModel& model,
                          const AlignedRecords& records) {
    const std::string path = folder.file("model.mps");
    {
        std::ofstream out(path);
        write_linkage_mps(out, model, records);
    }
    OsiClpSolverInterface solver;
    solver.messageHandler()->setLogLevel(0);
    EXPECT_EQ(solver.readMps(path.c_str(), ""), 0);
    EXPECT_EQ(solver.getNumIntegers(), records.rows);
    solver.setDblParam(OsiPrimalTolerance, 1e-9);  // well below the margin of the model
    CbcModel cbc(solver);
    cbc.setLogLevel(0);
    cbc.solver()->messageHandler()->setLogLevel(0);
    cbc.setIntegerTolerance(1e-9);
    cbc.branchAndBound();
    EXPECT_TRUE(cbc.isProvenOptimal());
    return records.rows - static_cast<std::int64_t>(std::llround(cbc.getObjValue()));
}

void expect_same_optimum(const test::TemporaryFolder& folder, const DistanceModel& model,
                         const test::LinkageInstance& instance, std::uint64_t seed) {
    const MaxSatisfied search =
        supervised_linkage(test::timed_context(), model, instance.view()).search;
    EXPECT_TRUE(search.optimal);
    EXPECT_EQ(search.links, links_by_cbc(folder, model, instance.view()))
        << name(model.family) << ", " << instance.rows << " records, " << instance.attributes
        << " attributes, seed " << seed;
}

// Every second instance of whole numbers, with ties and twins.
test::LinkageInstance instance_of(std::uint64_t seed, std::int32_t rows, int attributes) {
    if (seed % 2 == 0) return test::whole_instance(seed, rows, attributes, 12, 1 + seed % 4);
    return test::real_instance(seed, rows, attributes, 0.1 * static_cast<double>(1 + seed % 6));
}

const std::vector<DistanceFamily> kMonotone = {
    DistanceFamily::weighted_mean,
    DistanceFamily::owa,
    DistanceFamily::choquet,
    DistanceFamily::choquet_submodular,
    DistanceFamily::choquet_k_additive,
    DistanceFamily::choquet_belief,
    DistanceFamily::choquet_symmetric,
};

TEST(LinkageMps, CbcFindsTheSameOptimumOfMonotoneDistances) {
    const test::TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 110; ++seed) {
        const int attributes = 1 + static_cast<int>(seed % 4);
        const auto instance =
            instance_of(seed, static_cast<std::int32_t>(2 + seed % 19), attributes);
        for (const DistanceFamily family : kMonotone) {
            expect_same_optimum(folder, {family}, instance, seed);
        }
        const DistanceModel three{DistanceFamily::choquet_k_additive, 3};
        if (attributes == 4) expect_same_optimum(folder, three, instance, seed);
    }
    for (std::uint64_t seed = 200; seed < 206; ++seed) {
        const auto instance = instance_of(seed, 30, 2 + static_cast<int>(seed % 3));
        for (const DistanceFamily family : kMonotone) {
            expect_same_optimum(folder, {family}, instance, seed);
        }
    }
}

TEST(LinkageMps, CbcFindsTheSameOptimumOfForms) {
    const test::TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 110; ++seed) {
        const auto instance = instance_of(seed, static_cast<std::int32_t>(2 + seed % 15),
                                          1 + static_cast<int>(seed % 4));
        for (const DistanceFamily family :
             {DistanceFamily::bilinear, DistanceFamily::bilinear_nonnegative}) {
            expect_same_optimum(folder, {family}, instance, seed);
        }
    }
}

TEST(LinkageMps, CountsAndMarkers) {
    const std::vector<double> original = {0.0, 1.0, 2.0, 0.5, 3.0, 1.5};
    const std::vector<double> masked = {0.1, 0.9, 2.2, 0.4, 2.8, 1.6};
    const AlignedRecords records{original.data(), masked.data(), 3, 2};
    std::ostringstream out;
    write_linkage_mps(out, {DistanceFamily::choquet}, records);
    const std::string text = out.str();
    const auto count = [&](const std::string& part) {
        std::int64_t found = 0;
        for (std::size_t at = text.find(part); at != std::string::npos;
             at = text.find(part, at + 1)) {
            ++found;
        }
        return found;
    };
    EXPECT_EQ(count("\n G B"), 6);  // N (N - 1)
    EXPECT_EQ(count("\n G H"), 4);  // n 2^(n-1) covering pairs, singletons included
    EXPECT_EQ(count("\n E SCALE"), 1);
    EXPECT_EQ(count("INTORG"), 1);
    EXPECT_EQ(count("INTEND"), 1);
    EXPECT_EQ(count("\n FR BND W"), 3);
    EXPECT_EQ(count("\n BV BND K"), 3);
    EXPECT_EQ(text.substr(text.size() - 7), "ENDATA\n");
    EXPECT_THROW(write_linkage_mps(out, {DistanceFamily::bilinear_psd}, records), Error);
}

}  // namespace
}  // namespace lethe
