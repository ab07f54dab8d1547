// Attribute inference: what is learnt about a confidential column. Where the columns that are known
// are categories, the nearest records are those that are equal, and the figure is counted again
// from the classes; where numbers are among them, everybody's own record tells her value.
//
//   inference_bench [rows, 1000000 unless told]
#include <cmath>
#include <map>
#include <string>

#include "bench_people.h"

namespace lethe::bench {
namespace {

// The disease depends on the job, for half of the people.
Table in_classes(std::int64_t rows) {
    const Random random(3);
    const ColumnPtr job = categories(random, "job", rows, 40);
    const ColumnPtr chance = categories(random, "disease", rows, 30);
    std::vector<std::int32_t> codes;
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto at = static_cast<std::size_t>(row);
        const bool own = random.stream("own").at(row).below(2) == 0;
        codes.push_back(own ? chance->codes()[at] : job->codes()[at] % 30);
    }
    return Table(
        {categories(random, "sex", rows, 2), categories(random, "region", rows, 20), job,
         Column::categories("disease", Kind::nominal, std::move(codes), chance->dictionary_ptr())});
}

// In percent, by the definition: everybody is guessed to have what most of her class have, or one
// of the most frequent. The same whoever the people are.
double counted(const Table& table) {
    const auto rows = static_cast<std::size_t>(table.rows());
    std::map<std::vector<std::int32_t>, std::map<std::int32_t, std::int64_t>> classes;
    for (std::size_t row = 0; row < rows; ++row) {
        std::vector<std::int32_t> key;
        for (const char* name : {"sex", "region", "job"}) {
            key.push_back(table.column(name).codes()[row]);
        }
        ++classes[key][table.column("disease").codes()[row]];
    }
    std::int64_t right = 0;
    for (const auto& [key, counts] : classes) {
        std::int64_t most = 0;
        for (const auto& [code, count] : counts) most = std::max(most, count);
        right += most;  // of m equally frequent ones, m times as many are right one time in m
    }
    return 100.0 * static_cast<double>(right) / static_cast<double>(rows);
}

int classes(std::int64_t rows, std::int64_t people) {
    const Table table = in_classes(rows);
    const Context two = context(2);
    const AssessInput input{table, table, table.names(), Random(1), two};
    Run run("attribute-inference, classes of three categories");
    const Measurement found =
        measured(run, "attribute-inference", input, {{"most_people", people}});
    const double truth = counted(table);
    // A sample of people may be off by four standard errors.
    const double share = truth / 100;
    const double error = 400 * std::sqrt(share * (1 - share) / static_cast<double>(people));
    const bool ok = std::abs(found.value - truth) < (people < rows ? error : 1e-9);
    return run.report(ok, people, {{"rows", rows}, {"people", people}, {"value", found.value}});
}

// Everybody's own record is there unchanged, and numbers make it one of its kind.
int own_record(const std::string& what, const Table& table) {
    const Context two = context(2);
    const AssessInput input{table, table, table.names(), Random(1), two};
    Run run("attribute-inference, " + what);
    const Measurement found = measured(run, "attribute-inference", input, Json::object());
    return run.report(found.value > 99.999, 5000, {{"rows", table.rows()}, {"value", found.value}});
}

int all(std::int64_t rows) {
    const Random random(5);
    const ColumnPtr disease = categories(random, "disease", rows, 30);
    const ColumnPtr age = numbers(random, "age", rows), income = numbers(random, "income", rows);
    return classes(rows / 10, rows / 10) | classes(rows, 5000) |
           own_record("two numbers and three categories",
                      Table({age, categories(random, "sex", rows, 2),
                             categories(random, "region", rows, 20),
                             categories(random, "job", rows, 40), income, disease})) |
           own_record("three numbers",
                      Table({age, income, numbers(random, "rent", rows), disease}));
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    return lethe::bench::all(argc > 1 ? std::stoll(argv[1]) : 1000000);
}
