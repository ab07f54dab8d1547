// People looked for in a large release by learnt weights: of a release in which every record has
// two equals (no more than a third may be found, none for certain) and of one with noise.
//
//   learnt_linkage_bench [ROWS [COLUMNS [ATTACK]]]
#include <string>

#include "bench_support.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

Table people(std::int64_t rows, int columns) {
    std::vector<ColumnPtr> result;
    for (int l = 0; l < columns; ++l) {
        const std::string name = "v" + std::to_string(l);
        std::vector<double> values;
        for (std::int64_t row = 0; row < rows; ++row) {
            values.push_back(Random(1).stream(name).at(row).normal());
        }
        result.push_back(Column::numeric(name, std::move(values)));
    }
    return Table(std::move(result));
}

Table with_noise(const Table& table) {
    std::vector<ColumnPtr> result;
    for (const ColumnPtr& column : table.columns()) {
        std::vector<double> values(column->numbers().begin(), column->numbers().end());
        const double size = 0.05 * static_cast<double>(result.size() + 1);
        const Stream stream = Random(2).stream(column->name());
        for (std::size_t row = 0; row < values.size(); ++row) {
            values[row] += size * stream.at(static_cast<std::int64_t>(row)).normal();
        }
        result.push_back(Column::numeric(column->name(), std::move(values)));
    }
    return Table(std::move(result));
}

int run(const std::string& attack, const std::string& release, const Table& original,
        const Table& masked, double most) {
    const Context context = bench::context(2);
    const Method& method = find_method(attack, Family::attack);
    Problems problems;
    const Json parameters = method.bind(method.info.assessed_with.at(0), {}, problems);
    const AssessInput input{original, masked, original.names(), Random(1), context};
    bench::Run measured(attack + " " + release);
    const Measurement found = method.assess(input, parameters);
    measured.stop();
    const bool ok = found.value <= most + 1e-9 && (most == 100 || found.details["strict"] == 0.0);
    return measured.report(ok, original.rows(),
                           {{"value", found.value}, {"records", found.details["records"]}});
}

}  // namespace
}  // namespace lethe

int main(int count, char** arguments) {
    using namespace lethe;
    const std::int64_t rows = count > 1 ? std::stoll(arguments[1]) : 30000;
    const int columns = count > 2 ? std::stoi(arguments[2]) : 8;
    const Table original = people(rows, columns);
    std::vector<std::int64_t> thirds;
    for (std::int64_t row = 0; row < rows; ++row)
        thirds.push_back(std::min(row / 3, rows / 3 - 1) * 3);
    int status = 0;
    for (const std::string attack : {"learnt-linkage", "supervised-linkage"}) {
        if (count > 3 && attack != arguments[3]) continue;
        status |= run(attack, "k = 3", original, original.gather(thirds), 100.0 / 3);
        status |= run(attack, "noise", original, with_noise(original), 100);
    }
    return status;
}
