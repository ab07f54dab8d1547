// Evaluating versions of a protected file of 1,000 records and 13 columns of categories (the
// domains of German Credit): as a whole, after one changed cell, and after a two-point crossover.
// Checks that each version has the score of the file evaluated as a whole.
//
//   file_fitness_bench [evaluations of each kind, 4000 unless told]
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/core/parallel.h"
#include "lethe/core/random.h"
#include "lethe/search/evolve/file_fitness.h"

namespace lethe::bench {
namespace {

constexpr std::int64_t kRows = 1000;

// Skewed categories that depend on each other.
Table make_table() {
    const std::vector<std::pair<std::int32_t, Kind>> domains{
        {4, Kind::ordinal}, {5, Kind::nominal}, {10, Kind::nominal}, {5, Kind::ordinal},
        {5, Kind::ordinal}, {4, Kind::nominal}, {3, Kind::nominal},  {4, Kind::ordinal},
        {3, Kind::nominal}, {3, Kind::nominal}, {4, Kind::ordinal},  {2, Kind::nominal},
        {2, Kind::nominal}};
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < domains.size(); ++j) {
        const auto [domain, kind] = domains[j];
        Dictionary dictionary;
        for (std::int32_t i = 0; i < domain; ++i) dictionary.push_back(std::to_string(i));
        std::vector<std::int32_t> codes;
        for (std::int64_t row = 0; row < kRows; ++row) {
            Draws common = Random(1).stream("common").at(row);
            Draws own = Random(1).stream("own" + std::to_string(j)).at(row);
            const double u = own.uniform() < 0.4 ? common.uniform() : own.uniform();
            codes.push_back(static_cast<std::int32_t>(std::pow(u, 1.5) * domain));
        }
        columns.push_back(
            Column::categories("c" + std::to_string(j), kind, std::move(codes),
                               std::make_shared<const Dictionary>(std::move(dictionary))));
    }
    return Table(std::move(columns));
}

FileCodes version(const CodedFile& file, double change, std::uint64_t seed) {
    FileCodes codes = file.codes();
    for (std::size_t i = 0; i < codes.size(); ++i) {
        Draws draws = Random(seed).stream("version").at(static_cast<std::int64_t>(i));
        if (draws.uniform() >= change) continue;
        const std::size_t width = file.columns().size();
        codes[i] = file.codes()[draws.below(codes.size() / width) * width + i % width];
    }
    return codes;
}

bool same(const search::FileScore& a, const search::FileScore& b) {
    return a.loss() == b.loss() && a.risk() == b.risk() &&
           a.distance_linkage == b.distance_linkage &&
           a.probabilistic_linkage == b.probabilistic_linkage;
}

template <class Make>
int measure(const std::string& name, std::int64_t count, const search::FileFitness& fitness,
            int threads, const Make& make) {
    Run run(name + "/" + std::to_string(threads));
    std::vector<double> scores(static_cast<std::size_t>(count));
    parallel_tasks(context(threads), count, [&](std::int64_t i) {
        scores[static_cast<std::size_t>(i)] = make(i).score().loss();
    });
    run.stop();
    bool right = true;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(count, 40); ++i) {
        const search::ProtectedFile file = make(i);
        right = right && same(file.score(), fitness.evaluate(file.codes()).score());
    }
    return run.report(right, count, {});
}

int run(std::int64_t evaluations) {
    const Table table = make_table();
    const search::FileFitness fitness(context(1), table, table.names());
    const CodedFile& original = fitness.original();
    const search::ProtectedFile first = fitness.evaluate(version(original, 0.15, 1));
    const search::ProtectedFile second = fitness.evaluate(version(original, 0.4, 2));
    const Stream stream = Random(3).stream("choices");
    const auto mutate = [&](std::int64_t i) {
        Draws draws = stream.at(i);
        const auto cell = draws.below(static_cast<std::uint64_t>(original.cells()));
        const CodedColumn& column = original.columns()[cell % original.columns().size()];
        const search::CellChange change{
            static_cast<std::int64_t>(cell),
            static_cast<CellCode>(draws.below(static_cast<std::uint64_t>(column.domain)))};
        return fitness.change(first, {&change, 1});
    };
    const auto cross = [&](std::int64_t i) {
        Draws draws = stream.at(i);
        auto begin = draws.below(static_cast<std::uint64_t>(original.cells()));
        auto end = draws.below(static_cast<std::uint64_t>(original.cells()));
        if (begin > end) std::swap(begin, end);
        return fitness.splice(first, second, static_cast<std::int64_t>(begin),
                              static_cast<std::int64_t>(end));
    };
    int status = 0;
    status |= measure("file_fitness/whole", evaluations / 40, fitness, 1, [&](std::int64_t i) {
        return fitness.evaluate(version(original, 0.2, static_cast<std::uint64_t>(i)));
    });
    for (const int threads : {1, 2}) {
        status |= measure("file_fitness/mutation", evaluations, fitness, threads, mutate);
        status |= measure("file_fitness/crossover", evaluations, fitness, threads, cross);
    }
    return status;
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) { return lethe::bench::run(argc > 1 ? std::atoll(argv[1]) : 4000); }
