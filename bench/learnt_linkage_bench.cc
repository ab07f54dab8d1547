// People looked for in a large release by learnt weights: of a release in which every record has
// two equals (no more than a third may be found, none for certain) and of one with noise.
//
//   learnt_linkage_bench [ROWS [COLUMNS [ATTACK]]]
#include <string>

#include "bench_people.h"

namespace lethe::bench {
namespace {

int look_for(const std::string& name, const std::string& release, const Table& original,
             const Table& masked, double most) {
    const Context two = context(2);
    const AssessInput input{original, masked, original.names(), Random(1), two};
    Run run(name + " " + release);
    const Measurement found =
        measured(run, name, input, find_method(name, Family::attack).info.assessed_with.at(0));
    bool ok = found.value <= most + 1e-9 && (most == 100 || found.details["strict"] == 0.0);
    // The descent begins with equal weights and keeps the best.
    if (name == "hrla") ok &= found.details["strict"] >= found.details["equal_weights"]["strict"];
    return run.report(ok, original.rows(),
                      {{"rows", original.rows()},
                       {"columns", original.names().size()},
                       {"value", found.value},
                       {"records", found.details["records"]}});
}

}  // namespace
}  // namespace lethe::bench

int main(int count, char** arguments) {
    using namespace lethe::bench;
    const std::int64_t rows = count > 1 ? std::stoll(arguments[1]) : 30000;
    const int columns = count > 2 ? std::stoi(arguments[2]) : 8;
    const lethe::Table original = people_in_numbers(rows, columns);
    int status = 0;
    for (const std::string name : {"learnt-linkage", "supervised-linkage", "hrla"}) {
        if (count > 3 && name != arguments[3]) continue;
        status |= look_for(name, "k = 3", original, in_threes(original), 100.0 / 3);
        status |= look_for(name, "noise", original, with_noise(original), 100);
    }
    return status;
}
