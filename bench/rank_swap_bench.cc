// Ranking and rank swapping: time over sizes; the result is checked for order, for being a
// permutation and for staying within the window.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "lethe/algo/rank_window.h"
#include "lethe/algo/ranking.h"
#include "lethe/core/parallel.h"

namespace {

using namespace lethe;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

template <class Work, class Check>
void measure(const std::string& name, std::int64_t rows, Work&& work, Check&& check) {
    const double cpu = cpu_seconds();
    const auto start = std::chrono::steady_clock::now();
    const auto result = work();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const double used = cpu_seconds() - cpu;
    fmt::print(
        "{{\"bench\": \"{}\", \"rows\": {}, \"wall\": {:.3f}, \"cpu\": {:.3f}, \"peak_mb\": "
        "{:.0f}, "
        "\"ok\": {}}}\n",
        name, rows, wall.count(), used, peak_megabytes(), check(result));
}

bool is_ranking(std::span<const double> values, std::span<const std::int32_t> order) {
    const auto value = [&](std::size_t i) { return values[static_cast<std::size_t>(order[i])]; };
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (value(i - 1) > value(i)) return false;
        if (value(i - 1) == value(i) && order[i - 1] > order[i]) return false;
    }
    return order.size() == values.size();
}

bool is_swapped(std::span<const double> values, std::vector<double> swapped) {
    std::vector<double> sorted(values.begin(), values.end());
    if (std::equal(sorted.begin(), sorted.end(), swapped.begin())) return false;
    std::sort(sorted.begin(), sorted.end());
    std::sort(swapped.begin(), swapped.end());
    return sorted == swapped;
}

void bench(const Context& context, std::int64_t rows) {
    const Random random(1);
    const auto make = [&](auto&& value) {
        std::vector<double> values(static_cast<std::size_t>(rows));
        const Stream stream = random.stream("values");
        parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            for (auto row = begin; row < end; ++row) {
                values[static_cast<std::size_t>(row)] = value(stream.at(row));
            }
        });
        return values;
    };
    const auto normal = make([](Draws draws) { return draws.normal(); });
    const auto whole = make([](Draws draws) { return std::floor(draws.uniform() * 1e5); });
    const auto rank = [&](const char* name, const std::vector<double>& values) {
        measure(
            name, rows, [&] { return ranking(context, values); },
            [&](const auto& order) { return is_ranking(values, order); });
    };
    rank("ranking/normal", normal);
    rank("ranking/whole", whole);
    for (const double percent : {0.1, 1.0, 10.0, 20.0}) {
        measure(
            fmt::format("rank_swap/{}_percent", percent), rows,
            [&] {
                const auto order = ranking(context, normal);
                const auto source =
                    rank_swap(context, order, rank_window(percent, rows), random.stream("swap"));
                std::vector<double> swapped(normal.size());
                parallel_chunks(context, rows,
                                [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                                    for (auto i = static_cast<std::size_t>(begin);
                                         i < static_cast<std::size_t>(end); ++i) {
                                        swapped[static_cast<std::size_t>(order[i])] =
                                            normal[static_cast<std::size_t>(source[i])];
                                    }
                                });
                return swapped;
            },
            [&](const std::vector<double>& swapped) { return is_swapped(normal, swapped); });
    }
}

}  // namespace

int main(int argc, char** argv) {
    Context context;
    context.threads = argc > 1 ? std::atoi(argv[1]) : 2;
    for (const std::int64_t rows : {100000, 1000000, 10000000}) bench(context, rows);
}
