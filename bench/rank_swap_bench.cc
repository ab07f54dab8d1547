// Ranking and rank swapping: time over sizes; the result is checked for order, for being a
// permutation and for staying within the window.
//
//   rank_swap_bench [largest number of rows, 10000000 unless told]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/algo/statistics/rank_window.h"
#include "lethe/algo/statistics/ranking.h"
#include "lethe/core/parallel.h"

namespace lethe::bench {
namespace {

bool is_ranking(std::span<const double> values, std::span<const std::int32_t> order) {
    const auto value = [&](std::size_t i) { return values[static_cast<std::size_t>(order[i])]; };
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (value(i - 1) > value(i)) return false;
        if (value(i - 1) == value(i) && order[i - 1] > order[i]) return false;
    }
    return order.size() == values.size();
}

// Values moved between ranks that are at most `window` apart, and (nearly) all of them moved.
bool is_swapped(std::span<const std::int32_t> order, std::span<const std::int32_t> source,
                std::int64_t window) {
    std::vector<std::int64_t> rank_of(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        rank_of[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
    }
    std::int64_t kept = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto rank = static_cast<std::int64_t>(i);
        const std::int64_t from = rank_of[static_cast<std::size_t>(source[i])];
        if (std::abs(from - rank) > window) return false;
        if (source[static_cast<std::size_t>(from)] != order[i]) return false;
        kept += from == rank ? 1 : 0;
    }
    return kept * 100 < static_cast<std::int64_t>(order.size());
}

template <class Value>
std::vector<double> make(std::int64_t rows, Value&& value) {
    std::vector<double> values(static_cast<std::size_t>(rows));
    const Stream stream = Random(1).stream("values");
    parallel_chunks(context(2), rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (auto row = begin; row < end; ++row) {
            values[static_cast<std::size_t>(row)] = value(stream.at(row));
        }
    });
    return values;
}

int measure_ranking(const std::string& name, const std::vector<double>& values) {
    Run run("ranking");
    const auto order = ranking(context(2), values);
    run.stop();
    return run.report(is_ranking(values, order), std::ssize(values),
                      {{"case", name}, {"rows", values.size()}});
}

// The whole of it: ranking, swapping, and the new column.
int measure_swapping(const std::vector<double>& values, double percent) {
    const std::int64_t rows = std::ssize(values), window = rank_window(percent, rows);
    Run run("rank_swap");
    const auto order = ranking(context(2), values);
    const auto ranks = swap_ranks(context(2), rows, window, Random(1).stream("swap"));
    const auto source = rows_at_ranks(context(2), order, ranks);
    std::vector<double> swapped(values.size());
    parallel_chunks(context(2), rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            swapped[static_cast<std::size_t>(order[i])] =
                values[static_cast<std::size_t>(source[i])];
        }
    });
    run.stop();
    return run.report(is_swapped(order, source, window) && swapped != values, rows,
                      {{"percent", percent}, {"rows", rows}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe;
    using namespace lethe::bench;
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 10000000;
    int failed = 0;
    for (const std::int64_t rows : {100000, 1000000, 10000000}) {
        if (rows > largest) continue;
        const auto normal = make(rows, [](Draws draws) { return draws.normal(); });
        failed |= measure_ranking("normal", normal);
        failed |= measure_ranking(
            "whole", make(rows, [](Draws draws) { return std::floor(draws.uniform() * 1e5); }));
        for (const double percent : {0.1, 1.0, 10.0, 20.0}) {
            failed |= measure_swapping(normal, percent);
        }
    }
    return failed;
}
