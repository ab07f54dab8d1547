// Groups refined by exchange on the synthetic census: every combination is counted again in the
// release, and the loss of single values must be below that of the boxes that the exchange begins
// with and of MDAV with the same k.
//
//   exchange_groups_bench [largest number of rows, 100000 unless told]
#include <string>

#include "bench_people.h"
#include "lethe/data/groups.h"
#include "lethe/data/samples/census.h"

namespace lethe::bench {
namespace {

double cell_loss(const Context& two, const Table& original, const Table& masked) {
    const Method& method = find_method("cell-loss", Family::loss);
    const AssessInput input{original, masked, original.names(), Random(1), two};
    return method.assess(input, bound_parameters(method, Json::object())).value;
}

int groups(const Table& table, std::int64_t k, std::int64_t mean) {
    const Context two = context(2);
    Json parameters{{"k", k}};
    if (mean > k) parameters["mean"] = mean;
    Run run("exchange-groups");
    const Table masked = masked_by(two, "exchange-groups", parameters, table);
    run.stop();
    const Groups classes = group_rows(two, masked, masked.names());
    const double loss = cell_loss(two, table, masked);
    // A mean asks for fewer groups than k alone: the rivals have that size throughout.
    const std::int64_t size = std::max(k, mean);
    const auto rival = [&](const std::string& name, Json given) {
        given["k"] = size;
        return cell_loss(two, table, masked_by(two, name, given, table));
    };
    const double boxes = rival("mondrian", {{"publish", "representative"}});
    const double mdav = rival("mdav", Json::object());
    const bool ok = *std::min_element(classes.sizes.begin(), classes.sizes.end()) >= k &&
                    std::ssize(classes.sizes) * size <= table.rows() && loss < boxes && loss < mdav;
    return run.report(ok, table.rows(),
                      {{"rows", table.rows()},
                       {"columns", table.names().size()},
                       {"k", k},
                       {"mean", mean},
                       {"loss", loss},
                       {"loss_of_mondrian", boxes},
                       {"loss_of_mdav", mdav}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe;
    const std::int64_t largest = argc > 1 ? std::stoll(argv[1]) : 100000;
    int failed = 0;
    for (const std::int64_t rows : {10000, 30000, 100000, 300000, 1000000}) {
        if (rows > largest) continue;
        const Table table =
            sample_census(bench::context(2), Random(1), rows)
                .select(std::vector<std::string>{"age", "AGI", "FEDTAX", "sex", "region",
                                                 "education", "marital_status", "occupation"});
        failed |=
            bench::groups(table, 5, 5) | bench::groups(table, 5, 10) | bench::groups(table, 10, 10);
    }
    return failed;
}
