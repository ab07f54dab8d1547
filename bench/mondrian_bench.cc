// The mask mondrian on a million records of numbers and categories, from columns to columns. Checks
// that the result is k-anonymous by the independent count of classes, and that boxes hold their
// records.
//
//   mondrian_bench [largest number of rows, 1000000 unless told]
#include <fmt/format.h>

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

constexpr std::int64_t kGroup = 5;

ColumnPtr numbers(const std::string& name, std::int64_t rows, double decimals) {
    const Stream stream = Random(1).stream(name);
    std::vector<double> values;
    for (std::int64_t row = 0; row < rows; ++row) {
        values.push_back(std::round(std::exp(stream.at(row).normal()) * decimals) / decimals);
    }
    return Column::numeric(name, std::move(values));
}

ColumnPtr categories(const std::string& name, Kind kind, std::int64_t rows, std::int32_t count) {
    const Stream stream = Random(1).stream(name);
    std::vector<std::int32_t> codes;
    for (std::int64_t row = 0; row < rows; ++row) {
        const double u = stream.at(row).uniform();
        codes.push_back(static_cast<std::int32_t>(u * u * count));
    }
    auto dictionary = std::make_shared<Dictionary>();
    for (std::int32_t i = 0; i < count; ++i) dictionary->push_back(fmt::format("v{}", i));
    return Column::categories(name, kind, std::move(codes), dictionary);
}

int measure(const Table& table, const std::string& name, const std::string& mode,
            const std::string& publish) {
    const Context two = context(2);
    const Method& method = find_method("mondrian", Family::mask);
    Problems problems;
    const Json parameters =
        method.bind({{"k", kGroup}, {"mode", mode}, {"publish", publish}}, {}, problems);
    Run run("mondrian");
    const MaskOutput output = method.mask({table, table.names(), Random(1), two}, parameters);
    run.stop();
    const Table masked = table.with(output.changed);
    const std::int64_t smallest = group_rows(two, masked, masked.names()).smallest();
    return run.report(smallest >= kGroup, table.rows(),
                      {{"case", name},
                       {"rows", table.rows()},
                       {"columns", table.columns().size()},
                       {"mode", mode},
                       {"publish", publish},
                       {"groups", output.facts["groups"]},
                       {"largest", output.facts["largest"]}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe;
    using namespace lethe::bench;
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 1000000;
    int failed = 0;
    for (const std::int64_t rows : {10000, 100000, 1000000}) {
        if (rows > largest) break;
        const Table reals({numbers("a", rows, 1e9), numbers("b", rows, 1e9),
                           numbers("c", rows, 1e9), numbers("d", rows, 1e9),
                           numbers("e", rows, 1e9), numbers("f", rows, 1e9)});
        const Table mixed({numbers("income", rows, 1e9), numbers("age", rows, 20),
                           categories("level", Kind::ordinal, rows, 10),
                           categories("job", Kind::nominal, rows, 100),
                           categories("region", Kind::nominal, rows, 20),
                           categories("sex", Kind::nominal, rows, 2)});
        for (const std::string mode : {"strict", "relaxed"}) {
            for (const std::string publish : {"interval", "representative"}) {
                failed |= measure(reals, "numbers", mode, publish);
                failed |= measure(mixed, "mixed", mode, publish);
            }
        }
    }
    return failed;
}
