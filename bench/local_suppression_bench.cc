// The mask local-suppression on records of six columns. Checks with the independent count of
// matching rows that every record agrees with k, and that no value was changed.
//
//   local_suppression_bench [largest number of rows, 100000 unless told]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/core/random.h"
#include "lethe/data/groups.h"
#include "lethe/method/catalogue.h"

namespace lethe::bench {
namespace {

constexpr std::int64_t kMatches = 3;

ColumnPtr categories(const std::string& name, std::int64_t rows, std::int32_t count) {
    const Stream stream = Random(1).stream(name);
    std::vector<std::int32_t> codes;
    for (std::int64_t row = 0; row < rows; ++row) {
        const double u = stream.at(row).uniform();
        codes.push_back(static_cast<std::int32_t>(u * u * count));
    }
    auto dictionary = std::make_shared<Dictionary>();
    for (std::int32_t i = 0; i < count; ++i) dictionary->push_back(fmt::format("v{}", i));
    return Column::categories(name, Kind::nominal, std::move(codes), dictionary);
}

bool only_blanked(const Table& table, const Table& masked) {
    for (const ColumnPtr& column : masked.columns()) {
        const Column& before = table.column(column->name());
        for (std::int64_t row = 0; row < column->size(); ++row) {
            const auto i = static_cast<std::size_t>(row);
            if (column->valid(row) && column->codes()[i] != before.codes()[i]) return false;
        }
    }
    return true;
}

int measure(std::int64_t rows, const std::string& name, const std::vector<std::int32_t>& values,
            const std::string& match) {
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < values.size(); ++j) {
        columns.push_back(categories(fmt::format("c{}", j), rows, values[j]));
    }
    const Table table(std::move(columns));
    const Context two = context(2);
    const Method& method = find_method("local-suppression", Family::mask);
    Problems problems;
    const Json parameters = method.bind({{"k", kMatches}, {"match", match}}, {}, problems);
    Run run("local_suppression");
    const MaskOutput output = method.mask({table, table.names(), Random(1), two}, parameters);
    run.stop();
    const Table masked = table.with(output.changed);
    const auto matches = matching_rows(two, masked, masked.names());
    std::int64_t cells = 0;
    for (const ColumnPtr& column : masked.columns()) cells += column->missing();
    return run.report(*std::min_element(matches.begin(), matches.end()) >= kMatches &&
                          only_blanked(table, masked),
                      rows,
                      {{"case", name},
                       {"rows", rows},
                       {"columns", values.size()},
                       {"match", match},
                       {"cells", cells},
                       {"records", output.facts["changed_records"]}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe::bench;
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 100000;
    int failed = 0;
    for (const std::int64_t rows : {10000, 100000, 1000000}) {
        if (rows > largest) break;
        for (const std::string match : {"original", "released"}) {
            failed |= measure(rows, "few_rare", {2, 3, 4, 5, 6, 8}, match);
            failed |= measure(rows, "many_rare", {2, 5, 10, 15, 20, 30}, match);
            failed |= measure(rows, "nearly_all_rare", {10, 20, 50, 100, 100, 100}, match);
        }
    }
    return failed;
}
