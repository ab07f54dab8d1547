// MDAV on normal, skewed and tied records of several sizes. Checks that the partition is that of
// the plain pool at a small size, and the sizes of all clusters at every size.
//
//   mdav_bench [largest number of rows, 1000000 unless told]
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/algo/partition/mdav.h"
#include "lethe/core/random.h"

namespace lethe::bench {
namespace {

constexpr std::int64_t kClusterSize = 3;

NumericSpace make_space(const std::string& kind, std::int64_t rows, std::int64_t dims) {
    const Stream stream = Random(1).stream(kind);
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(rows * dims));
    for (std::int64_t i = 0; i < rows; ++i) {
        Draws draws = stream.at(i);
        const double common = draws.normal();
        for (std::int64_t j = 0; j < dims; ++j) {
            if (kind == "normal") {
                values.push_back(draws.normal());
            } else if (kind == "lognormal") {  // correlated and skewed
                values.push_back(std::exp(0.7 * common + 0.7 * draws.normal()));
            } else {  // ties
                values.push_back(static_cast<double>(draws.below(10)));
            }
        }
    }
    return NumericSpace(std::move(values), rows, dims);
}

bool sizes_are_right(const ClusterRows& rows) {
    for (std::int32_t cluster = 0; cluster < rows.count(); ++cluster) {
        const std::int64_t size = std::ssize(rows[cluster]);
        const bool last = cluster + 1 == rows.count();
        if (size < kClusterSize || size >= (last ? 2 * kClusterSize : kClusterSize + 1)) {
            return false;
        }
    }
    return true;
}

double sum_of_squares(const NumericSpace& space, const ClusterRows& rows) {
    double sum = 0.0;
    for (std::int32_t cluster = 0; cluster < rows.count(); ++cluster) {
        const NumericSpace::Point centre = space.centroid(rows[cluster]);
        for (const std::int64_t row : rows[cluster]) sum += space.distance(centre, row);
    }
    return sum;
}

bool agrees_with_plain(const std::string& kind, std::int64_t dims) {
    const NumericSpace space = make_space(kind, 3000, dims);
    return mdav(context(1), space, kClusterSize) == plain_mdav(context(1), space, kClusterSize);
}

int measure(const std::string& kind, std::int64_t rows, std::int64_t dims, bool sound) {
    const NumericSpace space = make_space(kind, rows, dims);
    Run run("mdav");
    const Clusters clusters = mdav(context(2), space, kClusterSize);
    run.stop();
    const ClusterRows members(clusters);
    return run.report(sound && sizes_are_right(members), rows,
                      {{"kind", kind},
                       {"rows", rows},
                       {"columns", dims},
                       {"k", kClusterSize},
                       {"sse", sum_of_squares(space, members)}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe::bench;
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 1000000;
    int failed = 0;
    for (const std::string kind : {"normal", "lognormal", "ties"}) {
        const bool sound = agrees_with_plain(kind, 5);
        for (const std::int64_t rows : {10000, 30000, 100000, 300000, 1000000}) {
            if (rows <= largest) failed |= measure(kind, rows, 5, sound);
        }
    }
    for (const std::int64_t dims : {2, 10, 13}) {
        failed |= measure("normal", std::min<std::int64_t>(largest, 100000), dims,
                          agrees_with_plain("normal", dims));
    }
    return failed;
}
