// Linking n masked records to n originals, masked by noise or by MDAV. Checks two hundred queries
// against all pairs.
//
//   linkage_bench [largest number of rows, 1000000 unless told]
#include <cstdlib>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/algo/linkage/neighbours.h"
#include "lethe/algo/partition/mdav.h"
#include "lethe/core/random.h"

namespace lethe::bench {
namespace {

NumericSpace make_original(std::int64_t rows, std::int64_t dims) {
    const Stream stream = Random(2).stream("original");
    std::vector<double> values;
    for (std::int64_t i = 0; i < rows; ++i) {
        Draws draws = stream.at(i);
        for (std::int64_t j = 0; j < dims; ++j) values.push_back(draws.normal());
    }
    return NumericSpace(std::move(values), rows, dims);
}

NumericSpace add_noise(const NumericSpace& original) {
    const Stream stream = Random(2).stream("noise");
    std::vector<double> values;
    for (std::int64_t i = 0; i < original.rows(); ++i) {
        Draws draws = stream.at(i);
        for (const double value : original.point(i)) values.push_back(value + 0.1 * draws.normal());
    }
    return NumericSpace(std::move(values), original.rows(), original.dims());
}

NumericSpace microaggregate(const NumericSpace& original) {
    const ClusterRows clusters(mdav(context(2), original, 5));
    std::vector<double> values(static_cast<std::size_t>(original.rows() * original.dims()));
    for (std::int32_t cluster = 0; cluster < clusters.count(); ++cluster) {
        const NumericSpace::Point centre = original.centroid(clusters[cluster]);
        for (const std::int64_t row : clusters[cluster]) {
            std::copy(centre.begin(), centre.end(), values.begin() + row * original.dims());
        }
    }
    return NumericSpace(std::move(values), original.rows(), original.dims());
}

bool sample_is_right(const NumericSpace& original, const NumericSpace& masked,
                     const std::vector<Nearest>& found) {
    for (const std::int64_t query :
         random_subset(Random(3).stream("sample"), original.rows(), 200)) {
        const Nearest expected = plain_nearest(masked, original.point(query), query);
        const Nearest& nearest = found[static_cast<std::size_t>(query)];
        if (nearest.distance != expected.distance || nearest.ties != expected.ties ||
            nearest.row != expected.row || nearest.has_match != expected.has_match) {
            return false;
        }
    }
    return true;
}

int measure(const std::string& masking, std::int64_t rows, std::int64_t dims) {
    const NumericSpace original = make_original(rows, dims);
    const NumericSpace masked = masking == "noise" ? add_noise(original) : microaggregate(original);
    Run run("linkage");
    const std::vector<Nearest> found = nearest_of_all(context(2), original, masked);
    run.stop();
    double expected = 0.0;
    for (const Nearest& nearest : found) {
        if (nearest.has_match) expected += 1.0 / static_cast<double>(nearest.ties);
    }
    return run.report(sample_is_right(original, masked, found), rows,
                      {{"masking", masking},
                       {"rows", rows},
                       {"columns", dims},
                       {"expected_percent", 100.0 * expected / static_cast<double>(rows)}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe::bench;
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 1000000;
    int failed = 0;
    for (const std::string masking : {"noise", "mdav"}) {
        for (const std::int64_t rows : {10000, 30000, 100000, 300000, 1000000}) {
            if (rows <= largest) failed |= measure(masking, rows, 5);
        }
    }
    for (const std::int64_t dims : {10, 13}) {
        failed |= measure("noise", std::min<std::int64_t>(largest, 100000), dims);
    }
    return failed;
}
