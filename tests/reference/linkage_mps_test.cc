// Supervised linkage against Cbc on the full mixed-integer program, as written to MPS.
#include "lethe/algo/linkage_mps.h"

#include <gtest/gtest.h>

#include <CbcModel.hpp>
#include <OsiClpSolverInterface.hpp>
#include <cmath>
#include <fstream>
#include <sstream>
#include <vector>

#include "lethe/algo/supervised_linkage.h"
#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "support.h"

namespace lethe {
namespace {

using Family = DistanceFamily;

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

TEST(LinkageMps, CbcFindsTheSameOptimum) {
    const test::TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto rows = static_cast<std::int32_t>(5 + seed % 12);
        const int attributes = 2 + static_cast<int>(seed % 2);
        Draws draws = Random(seed).stream("records").at(0);
        std::vector<double> original;
        std::vector<double> masked;
        for (std::int32_t place = 0; place < rows * attributes; ++place) {
            original.push_back(draws.uniform() * 2.0);
            masked.push_back(original.back() + 0.5 * draws.normal());
        }
        const AlignedRecords records{original.data(), masked.data(), rows, attributes};
        for (const Family family :
             {Family::weighted_mean, Family::owa, Family::choquet, Family::choquet_submodular,
              Family::bilinear, Family::bilinear_nonnegative}) {
            const SupervisedLinkage found = supervised_linkage(Context(), {family}, records);
            ASSERT_TRUE(found.search.optimal);
            EXPECT_EQ(found.search.links, links_by_cbc(folder, {family}, records))
                << name(family) << ", seed " << seed;
        }
    }
}

TEST(LinkageMps, CountsAndMarkers) {
    const std::vector<double> original = {0.0, 1.0, 2.0, 0.5, 3.0, 1.5};
    const std::vector<double> masked = {0.1, 0.9, 2.2, 0.4, 2.8, 1.6};
    const AlignedRecords records{original.data(), masked.data(), 3, 2};
    std::ostringstream out;
    write_linkage_mps(out, {Family::choquet}, records);
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
    EXPECT_THROW(write_linkage_mps(out, {Family::bilinear_psd}, records), Error);
}

}  // namespace
}  // namespace lethe
