// The risk of classes: prosecutor, journalist and marketer, the individual risk, the minimal
// uniques, and the scores of special ones. The three intruders are counted again from a map of the
// classes; the individual risk is held to its bounds.
//
//   reidentification_bench [rows of the individual risk, 10000000 unless told]
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "bench_people.h"
#include "lethe/algo/linkage/matching_weights.h"
#include "lethe/algo/population/individual_risk.h"
#include "lethe/algo/population/minimal_uniques.h"
#include "lethe/algo/population/suda.h"
#include "lethe/data/groups.h"

namespace lethe::bench {
namespace {

ColumnPtr sampling_weights(std::int64_t rows) {
    std::vector<double> weights;
    for (std::int64_t row = 0; row < rows; ++row) {
        weights.push_back(1 + 100 * Random(2).stream("weight").at(row).uniform());
    }
    return Column::numeric("weight", std::move(weights));
}

Table in_categories(std::int64_t rows) {
    const Random random(1);
    return Table({categories(random, "age", rows, 90), categories(random, "sex", rows, 2),
                  categories(random, "region", rows, 50), categories(random, "job", rows, 40)});
}

// Class sizes, their population by weights, and the risk of each record.
int individual(std::int64_t rows) {
    const Table table = in_categories(rows);
    const ColumnPtr column = sampling_weights(rows);
    const std::vector<double> weights(column->numbers().begin(), column->numbers().end());
    Run run(fmt::format("individual risk, {} x 4, weights", rows));
    const auto names = table.names();
    const Groups groups = group_rows(context(2), table, names);
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

// The records of a class and the people it stands for.
struct Class {
    double records = 0;
    double people = 0;
};

std::vector<Class> classes_of(const Table& table, double people_of_each) {
    std::map<std::array<std::int32_t, 4>, Class> found;
    const Column* weights = table.find("weight");
    for (std::size_t row = 0; row < static_cast<std::size_t>(table.rows()); ++row) {
        std::array<std::int32_t, 4> key{};
        for (std::size_t c = 0; c < key.size(); ++c) key[c] = table.columns()[c]->codes()[row];
        Class& own = found[key];
        own.records += 1;
        own.people += weights != nullptr ? weights->numbers()[row] : people_of_each;
    }
    std::vector<Class> result;
    for (const auto& [key, one] : found) result.push_back(one);
    return result;
}

int intruders(const std::string& what, const Table& table, const Json& parameters,
              double people_of_each) {
    const Context two = context(2);
    const AssessInput input{table, table, table.names(), Random(1), two};
    Run run("reidentification-risk, " + what);
    const Measurement found = measured(run, "reidentification-risk", input, parameters);
    const auto rows = static_cast<double>(table.rows());
    double people = 0, marketer = 0, most = 0, classes = 0;
    for (const Class& one : classes_of(table, people_of_each)) {
        const double share = 1 / std::max(one.records, one.people);
        classes += 1;
        people += one.people;
        marketer += one.records * share / rows;
        most = std::max(most, share);
    }
    const auto near = [](const Json& told, double truth) {
        return std::abs(told.get<double>() - truth) <= 1e-9 * truth;
    };
    const Json& details = found.details;
    const bool ok = near(details["prosecutor"]["average"], classes / rows) &&
                    near(details["journalist"]["maximum"], most) &&
                    near(details["journalist"]["average"], std::max(classes / people, marketer)) &&
                    near(details["marketer"], marketer) && near(found.value, 100 * classes / rows);
    return run.report(ok, table.rows(),
                      {{"rows", table.rows()},
                       {"prosecutor", 100 * classes / rows},
                       {"marketer", 100 * marketer}});
}

int uniques(std::int64_t rows) {
    const Random random(7);
    const Table table({numbers(random, "age", rows), categories(random, "sex", rows, 2),
                       categories(random, "region", rows, 20), categories(random, "job", rows, 40),
                       numbers(random, "income", rows), categories(random, "disease", rows, 30)});
    std::vector<std::int64_t> some;
    for (std::int64_t i = 0; i < 100; ++i) some.push_back(i * (rows / 100));
    Run run(fmt::format("minimal uniques of 100 records, {} x 6", rows));
    const auto sets = minimal_uniques(context(2), table, table.names(), some);
    run.stop();
    bool ok = true;  // both numbers are different in every row
    for (const auto& of_row : sets) ok = ok && of_row.size() >= 2 && of_row[0].size() == 1;
    return run.report(ok, rows);
}

// Scores of special uniques. Of 50 records the sets are found again one record at a time.
int special_uniques(std::int64_t rows) {
    const Random random(11);
    std::vector<ColumnPtr> columns;
    const std::array<std::int32_t, 12> levels{2, 3, 5, 5, 8, 10, 16, 20, 30, 40, 60, 90};
    for (std::size_t j = 0; j < levels.size(); ++j) {
        columns.push_back(categories(random, fmt::format("key{}", j), rows, levels[j]));
    }
    const Table table(std::move(columns));
    Run run(fmt::format("SUDA2, {} x 12, sets of 3", rows));
    const SudaRisk risk = suda_risk(context(2), table, table.names(), {.most = 3});
    run.stop();
    std::vector<std::int64_t> some;
    for (std::int64_t i = 0; i < 50; ++i) some.push_back(i * (rows / 50));
    const auto sets = minimal_uniques(context(2), table, table.names(), some);
    bool ok = true;
    std::size_t found = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
        double score = 0;
        for (const auto& set : sets[i]) score += suda_score(SudaScore::elliot, 12, set.size(), 3);
        ok = ok && risk.score[static_cast<std::size_t>(some[i])] == score;
        found += sets[i].size();
    }
    return run.report(ok && found > 0, rows);
}

int all(std::int64_t rows) {
    constexpr std::int64_t kRows = 1000000;
    const Table table = in_categories(kRows);
    const ColumnPtr weight = sampling_weights(kRows);
    return individual(rows) | intruders("all there are", table, Json::object(), 1) |
           intruders("a tenth of the people", table, {{"population", 10 * kRows}}, 10) |
           intruders("weights", table.with(std::span(&weight, 1)), {{"weights", "weight"}}, 0) |
           uniques(kRows) | special_uniques(100000);
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    return lethe::bench::all(argc > 1 ? std::stoll(argv[1]) : 10000000);
}
