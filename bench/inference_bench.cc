// Individual risk, exact matching, attribute inference and minimal uniques: time and memory, with
// results checked against the definition on samples.
//
//   inference_bench [rows of the risk, 10000000 unless told]
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/algo/individual_risk.h"
#include "lethe/algo/matching_weights.h"
#include "lethe/algo/minimal_uniques.h"
#include "lethe/core/parallel.h"
#include "lethe/core/random.h"
#include "lethe/data/groups.h"
#include "lethe/method/catalogue.h"

namespace lethe::bench {
namespace {

ColumnPtr categories(const Random& random, std::string name, std::int64_t rows,
                     std::int32_t values) {
    const Stream stream = random.stream(name);
    std::vector<std::int32_t> codes;
    for (std::int64_t row = 0; row < rows; ++row) {
        codes.push_back(
            static_cast<std::int32_t>(stream.at(row).below(static_cast<std::uint64_t>(values))));
    }
    auto dictionary = std::make_shared<Dictionary>();
    for (std::int32_t i = 0; i < values; ++i) dictionary->push_back(fmt::format("v{}", i));
    return Column::categories(std::move(name), Kind::nominal, std::move(codes), dictionary);
}

ColumnPtr numbers(const Random& random, std::string name, std::int64_t rows) {
    const Stream stream = random.stream(name);
    std::vector<double> values;
    for (std::int64_t row = 0; row < rows; ++row) values.push_back(stream.at(row).normal());
    return Column::numeric(std::move(name), std::move(values));
}

// Class sizes, their population by weights, and the risk of each record.
int individual(const Context& context, std::int64_t rows) {
    std::vector<ColumnPtr> columns;
    for (const auto& [name, values] : {std::pair("age", 90), std::pair("sex", 2),
                                       std::pair("region", 50), std::pair("job", 40)}) {
        columns.push_back(categories(Random(1), name, rows, values));
    }
    const Table table(columns);
    std::vector<double> weights;
    for (std::int64_t row = 0; row < rows; ++row) {
        weights.push_back(1 + 100 * Random(2).stream("weight").at(row).uniform());
    }
    Run run(fmt::format("individual risk, {} x 4, weights", rows));
    const auto names = table.names();
    const Groups groups = group_rows(context, table, names);
    const std::vector<double> population = class_weights(groups, weights);
    std::vector<double> of_class;
    for (std::size_t own = 0; own < population.size(); ++own) {
        of_class.push_back(individual_risk(groups.sizes[own], population[own]));
    }
    std::vector<double> risks;
    risks.reserve(groups.class_of.size());
    for (const std::int32_t own : groups.class_of) {
        risks.push_back(of_class[static_cast<std::size_t>(own)]);
    }
    run.stop();
    bool ok = true;
    for (std::int64_t i = 0; i < rows && ok; i += rows / 100 + 1) {
        // Bounds of the definition: 1/F by Jensen's inequality, and 1/f.
        const auto row = static_cast<std::size_t>(i);
        const auto own = static_cast<std::size_t>(groups.class_of[row]);
        ok = risks[row] >= 1 / population[own] &&
             risks[row] <= 1 / static_cast<double>(groups.sizes[own]);
    }
    return run.report(ok, rows);
}

int method(const Context& context, const std::string& name, const Table& original,
           const Table& masked, const Json& parameters, const std::string& what, double least,
           double most) {
    const Method& found = *find_method(name);
    Problems problems;
    const Json bound = found.bind(parameters, {}, problems);
    const AssessInput input{original, masked, original.names(), Random(1), context};
    Run run(fmt::format("{}, {}", name, what));
    const Measurement result = found.assess(input, bound);
    run.stop();
    return run.report(result.value >= least && result.value <= most, original.rows(),
                      {{"value", result.value}});
}

Table mixed(std::int64_t rows, std::uint64_t seed) {
    const Random random(seed);
    return Table({numbers(random, "age", rows), categories(random, "sex", rows, 2),
                  categories(random, "region", rows, 20), categories(random, "job", rows, 40),
                  numbers(random, "income", rows), categories(random, "disease", rows, 30)});
}

int uniques(const Context& context, std::int64_t rows) {
    const Table table = mixed(rows, 7);
    std::vector<std::int64_t> some;
    for (std::int64_t i = 0; i < 100; ++i) some.push_back(i * (rows / 100));
    Run run(fmt::format("minimal uniques of 100 records, {} x 6", rows));
    const auto sets = minimal_uniques(context, table, table.names(), some);
    run.stop();
    bool ok = true;  // both numbers are different in every row
    for (const auto& of_row : sets) ok = ok && of_row.size() >= 2 && of_row[0].size() == 1;
    return run.report(ok, rows);
}

int all(std::int64_t rows) {
    const Context two = context(2);
    int wrong = individual(two, rows);
    const Table release = mixed(1000000, 3);
    // Everybody's own record is there unchanged.
    wrong |=
        method(two, "reidentification-risk", release, release, {}, "1000000 x 6 mixed", 99, 100);
    wrong |= method(two, "attribute-inference", release, release, {}, "1000000 x 6 mixed", 99, 100);
    const Random random(5);
    const Table plain({numbers(random, "a", 1000000), numbers(random, "b", 1000000),
                       numbers(random, "c", 1000000), categories(random, "d", 1000000, 10)});
    wrong |= method(two, "attribute-inference", plain, plain, {}, "1000000 x 3 numbers", 99, 100);
    wrong |= uniques(two, 1000000);
    return wrong;
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    return lethe::bench::all(argc > 1 ? std::atoll(argv[1]) : 10000000);
}
