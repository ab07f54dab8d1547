// Optimal grouping of one sorted column. Checks that it is not worse than groups of k, and that an
// offset changes nothing.
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "bench_support.h"
#include "lethe/algo/partition/univariate.h"
#include "lethe/core/random.h"

namespace lethe::bench {
namespace {

double loss(std::span<const double> values, const std::vector<std::int64_t>& boundaries) {
    double total = 0.0;
    for (std::size_t i = 1; i < boundaries.size(); ++i) {
        const auto group =
            values.subspan(static_cast<std::size_t>(boundaries[i - 1]),
                           static_cast<std::size_t>(boundaries[i] - boundaries[i - 1]));
        double mean = 0.0;
        for (const double value : group) mean += value / static_cast<double>(group.size());
        for (const double value : group) total += (value - mean) * (value - mean);
    }
    return total;
}

int measure(std::int64_t rows, std::int64_t k) {
    const Stream stream = Random(5).stream("values");
    std::vector<double> values, moved;
    for (std::int64_t i = 0; i < rows; ++i) {  // on a grid, so that the offset is exact
        values.push_back(std::round(std::exp(stream.at(i).normal()) * 0x1p20) * 0x1p-20);
    }
    std::sort(values.begin(), values.end());
    for (const double value : values) moved.push_back(value + 0x1p24);
    Run run("univariate");
    const std::vector<std::int64_t> boundaries = optimal_univariate(context(1), values, k);
    run.stop();
    const double optimal = loss(values, boundaries);
    const double simple = loss(values, consecutive_groups(rows, k));
    const bool ok = optimal <= simple && optimal_univariate(context(1), moved, k) == boundaries;
    return run.report(ok, rows,
                      {{"rows", rows}, {"k", k}, {"sse", optimal}, {"sorted_cut", simple}});
}

}  // namespace
}  // namespace lethe::bench

int main() {
    using namespace lethe::bench;
    int failed = 0;
    for (const std::int64_t k : {3, 30, 1000, 100000}) failed |= measure(1000000, k);
    for (const std::int64_t rows : {10000, 100000}) failed |= measure(rows, 5);
    return failed;
}
