// Risk of samples: SUDA2 on 100,000 records of twelve columns, sets of at most three, and the
// individual risk of ten million records. Checks that uniques are those that counting finds, and
// risks against the closed forms where a class has one record or two.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/algo/population/individual_risk.h"
#include "lethe/algo/population/suda.h"
#include "lethe/core/parallel.h"
#include "lethe/core/random.h"

namespace lethe::bench {
namespace {

constexpr int kSizes[] = {2, 2, 3, 5, 5, 7, 8, 10, 15, 20, 40, 75};

Table people(std::int64_t rows) {
    std::vector<ColumnPtr> columns;
    for (const int size : kSizes) {
        const std::string name = fmt::format("c{}", columns.size());
        const Stream stream = Random(1).stream(name);
        std::vector<std::int32_t> codes;
        for (std::int64_t row = 0; row < rows; ++row) {
            const double u = stream.at(row).uniform();
            codes.push_back(static_cast<std::int32_t>(u * u * size));
        }
        auto dictionary = std::make_shared<Dictionary>();
        for (int i = 0; i < size; ++i) dictionary->push_back(fmt::format("v{}", i));
        columns.push_back(Column::categories(name, Kind::nominal, std::move(codes), dictionary));
    }
    return Table(std::move(columns));
}

int measure_suda(std::int64_t rows) {
    const Context two = context(2);
    const Table table = people(rows);
    Run run("suda");
    const SudaRisk risk = suda_risk(two, table, table.names(), {.most = 3});
    run.stop();
    std::map<std::vector<std::int32_t>, std::int64_t> sizes;
    for (std::int64_t row = 0; row < rows; ++row) {
        std::vector<std::int32_t> codes;
        for (const ColumnPtr& column : table.columns()) {
            codes.push_back(column->codes()[static_cast<std::size_t>(row)]);
        }
        ++sizes[codes];
    }
    std::int64_t uniques = 0;
    for (const auto& [codes, count] : sizes) uniques += count == 1 ? 1 : 0;
    return run.report(risk.uniques == uniques && risk.special > 0, rows,
                      {{"case", "m = 3"},
                       {"rows", rows},
                       {"columns", table.columns().size()},
                       {"uniques", risk.uniques},
                       {"special", risk.special}});
}

int measure_individual(std::int64_t records) {
    const Context two = context(2);
    const Stream stream = Random(1).stream("records");
    std::vector<std::int32_t> f(static_cast<std::size_t>(records));
    std::vector<double> population(static_cast<std::size_t>(records));
    std::vector<double> risk(static_cast<std::size_t>(records));
    parallel_chunks(two, records, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t i = begin; i < end; ++i) {
            Draws draws = stream.at(i);
            const auto at = static_cast<std::size_t>(i);
            f[at] = 1 + static_cast<std::int32_t>(8 * draws.uniform() * draws.uniform());
            population[at] = f[at] * (1 + 99 * draws.uniform());
        }
    });
    Run run("individual risk");
    parallel_chunks(two, records, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t i = begin; i < end; ++i) {
            const auto at = static_cast<std::size_t>(i);
            risk[at] = individual_risk(f[at], population[at]);
        }
    });
    run.stop();
    bool ok = true;
    double sum = 0;
    std::int64_t checked = 0;
    for (std::size_t i = 0; i < risk.size(); ++i) {
        sum += risk[i];
        const double p = f[i] / population[i];
        const double q = 1 - p;
        if (f[i] > 2 || q < 0.1) continue;  // the closed forms lose digits there
        const double known =
            f[i] == 1 ? -p / q * std::log(p) : p - p * p * (-std::log(p) - q) / (q * q);
        ok = ok && std::abs(risk[i] - known) < 1e-9;
        ++checked;
    }
    return run.report(ok && checked > records / 4, records,
                      {{"rows", records}, {"mean", sum / static_cast<double>(records)}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    const std::int64_t rows = argc > 1 ? std::atoll(argv[1]) : 100'000;
    const std::int64_t records = argc > 2 ? std::atoll(argv[2]) : 10'000'000;
    return lethe::bench::measure_suda(rows) + lethe::bench::measure_individual(records);
}
