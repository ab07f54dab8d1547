// Linear sum assignment of square matrices: random weights, and a hundred and twenty-eight distinct
// weights as probabilistic linkage has them. Checks against the sum that the transposed matrix has.
#include <cmath>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/algo/linkage/assignment.h"
#include "lethe/core/random.h"

namespace lethe::bench {
namespace {

std::vector<double> make_weights(std::int64_t size, std::uint64_t distinct) {
    const Stream stream = Random(4).stream("weights");
    std::vector<double> weights;
    for (std::int64_t i = 0; i < size * size; ++i) {
        Draws draws = stream.at(i);
        weights.push_back(distinct == 0
                              ? draws.uniform()
                              : std::log(1.0 + static_cast<double>(draws.below(distinct))));
    }
    return weights;
}

double sum_of(const std::vector<double>& weights, const std::vector<std::int64_t>& column_of) {
    double sum = 0.0;
    for (std::size_t i = 0; i < column_of.size(); ++i) {
        sum += weights[i * column_of.size() + static_cast<std::size_t>(column_of[i])];
    }
    return sum;
}

std::vector<double> transposed(const std::vector<double>& weights, std::int64_t size) {
    const auto n = static_cast<std::size_t>(size);
    std::vector<double> result(weights.size());
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) result[j * n + i] = weights[i * n + j];
    }
    return result;
}

int measure(std::int64_t size, std::uint64_t distinct) {
    const std::vector<double> weights = make_weights(size, distinct);
    Run run("assignment");
    const double sum = sum_of(weights, assign(context(1), weights, size, size, Goal::maximise));
    run.stop();
    const std::vector<double> turned = transposed(weights, size);
    const double other = sum_of(turned, assign(context(1), turned, size, size, Goal::maximise));
    return run.report(std::abs(sum - other) <= 1e-9 * sum, size,
                      {{"rows", size}, {"distinct", distinct}, {"sum", sum}});
}

}  // namespace
}  // namespace lethe::bench

int main() {
    using namespace lethe::bench;
    int failed = 0;
    for (const std::int64_t size : {500, 1000, 2000}) {
        for (const std::uint64_t distinct : {0U, 128U, 4U}) failed |= measure(size, distinct);
    }
    return failed;
}
