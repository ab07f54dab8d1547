// Agreement patterns of all pairs of two files: time over rows, columns and values; the totals that
// follow from counting each column alone are checked.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <ctime>
#include <numeric>
#include <string>
#include <vector>

#include "lethe/algo/agreement.h"
#include "lethe/core/random.h"

namespace {

using namespace lethe;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

std::vector<PairedCodes> random_columns(std::int64_t rows, int count, std::uint64_t values) {
    std::vector<PairedCodes> columns(static_cast<std::size_t>(count));
    for (int j = 0; j < count; ++j) {
        const Stream stream = Random(1).stream(fmt::format("c{}", j));
        PairedCodes& column = columns[static_cast<std::size_t>(j)];
        for (std::int64_t row = 0; row < rows; ++row) {
            Draws draws = stream.at(row);
            column.x.push_back(static_cast<std::int32_t>(draws.below(values)));
            // The second file is the first with one value in five drawn anew.
            column.y.push_back(draws.below(5) == 0 ? static_cast<std::int32_t>(draws.below(values))
                                                   : column.x.back());
        }
    }
    return columns;
}

// Pairs that agree on each column and on each two neighbouring ones.
bool totals_are_right(const std::vector<PairedCodes>& columns, std::uint64_t values,
                      const AgreementCounts& counts) {
    const auto agreeing = [&](std::size_t first, std::size_t second) {
        std::vector<std::int64_t> rows(values * values, 0);
        const auto key = [&](std::int32_t a, std::int32_t b) {
            return static_cast<std::size_t>(a) * values + static_cast<std::size_t>(b);
        };
        std::int64_t pairs = 0;
        const auto& [x1, y1] = columns[first];
        const auto& [x2, y2] = columns[second];
        for (std::size_t i = 0; i < x1.size(); ++i) ++rows[key(x1[i], x2[i])];
        for (std::size_t i = 0; i < y1.size(); ++i) pairs += rows[key(y1[i], y2[i])];
        return pairs;
    };
    for (std::size_t j = 0; j < columns.size(); ++j) {
        for (const std::size_t k : {j, (j + 1) % columns.size()}) {
            const std::size_t both = (std::size_t{1} << j) | (std::size_t{1} << k);
            std::int64_t pairs = 0;
            for (std::size_t pattern = 0; pattern < counts.pairs.size(); ++pattern) {
                if ((pattern & both) == both) pairs += counts.pairs[pattern];
            }
            if (pairs != agreeing(j, k)) return false;
        }
    }
    return std::accumulate(counts.pairs.begin(), counts.pairs.end(), std::int64_t{0}) ==
           counts.rows_x * counts.rows_y;
}

void bench(const Context& context, std::int64_t rows, int count, std::uint64_t values) {
    const auto columns = random_columns(rows, count, values);
    const double cpu = cpu_seconds();
    const auto start = std::chrono::steady_clock::now();
    const AgreementCounts counts = count_agreements(context, columns);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const double used = cpu_seconds() - cpu;
    fmt::print(
        "{{\"bench\": \"agreement/{}_columns_{}_values\", \"rows\": {}, \"wall\": {:.3f}, \"cpu\": "
        "{:.3f}, \"peak_mb\": {:.0f}, \"ok\": {}}}\n",
        count, values, rows, wall.count(), used, peak_megabytes(),
        totals_are_right(columns, values, counts));
}

}  // namespace

int main(int argc, char** argv) {
    Context context;
    context.threads = argc > 1 ? std::atoi(argv[1]) : 2;
    for (const std::int64_t rows : {10000, 100000, 1000000}) bench(context, rows, 5, 20);
    for (const std::int64_t rows : {10000, 100000}) bench(context, rows, 10, 20);
    bench(context, 10000, 16, 2);
    bench(context, 10000, 16, 20);
    bench(context, 100000, 16, 100);
}
