// Agreement patterns of all pairs of two files: time over rows, columns and values; the totals that
// follow from counting one and two columns alone are checked.
//
//   agreement_bench [largest number of rows, 1000000 unless told]
#include <fmt/format.h>

#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/algo/linkage/agreement.h"
#include "lethe/core/random.h"

namespace lethe::bench {
namespace {

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

int measure(std::int64_t rows, int count, std::uint64_t values) {
    const auto columns = random_columns(rows, count, values);
    Run run("agreement");
    const AgreementCounts counts = count_agreements(context(2), columns);
    run.stop();
    return run.report(totals_are_right(columns, values, counts), rows,
                      {{"rows", rows}, {"columns", count}, {"values", values}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe::bench;
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 1000000;
    struct Case {
        std::int64_t rows;
        int columns;
        std::uint64_t values;
    };
    int failed = 0;
    for (const Case c :
         {Case{10000, 5, 20}, Case{100000, 5, 20}, Case{1000000, 5, 20}, Case{10000, 10, 20},
          Case{100000, 10, 20}, Case{10000, 16, 2}, Case{10000, 16, 20}, Case{100000, 16, 100}}) {
        if (c.rows <= largest) failed |= measure(c.rows, c.columns, c.values);
    }
    return failed;
}
