// The search over levels of privacy models. Adult with its hierarchies (the folder of real data:
// the first argument, or LETHE_DATA): nine columns with k = 5, eight with l or t on top, 4 %
// suppression; its rows drawn again to a million, one value of each drawn from the column (so that
// there are more tuples); and twenty columns, more than can be searched to the end.
//
// Timed from rows as lines of level tables to the levels and who is suppressed. Checks that the
// losses of Adult are the published optima, that k holds in classes counted by row, and that the
// bound is not above the best.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "../tests/support/adult_lattice.h"
#include "bench_support.h"
#include "lethe/algo/lattice/search.h"
#include "lethe/core/random.h"

namespace lethe::bench {
namespace {

using lattice::Records;

// Rows drawn with replacement; in each one value is that of another row.
Records drawn(const Records& from, std::int64_t rows) {
    const Stream stream = Random(1).stream("rows");
    Records made;
    made.columns = from.columns;
    made.lines.resize(from.lines.size());
    const auto count = static_cast<std::uint64_t>(from.rows());
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        const auto person = static_cast<std::size_t>(draws.below(count));
        const auto other = static_cast<std::size_t>(draws.below(count));
        const auto changed = static_cast<std::size_t>(draws.below(from.lines.size()));
        for (std::size_t q = 0; q < from.lines.size(); ++q) {
            made.lines[q].push_back(from.lines[q][q == changed ? other : person]);
        }
    }
    made.file_rows = rows;
    return made;
}

// Columns of Adult again, the values of others in another order of rows, up to twenty.
Records twenty(const Records& from) {
    Records made = from;
    const Stream stream = Random(1).stream("columns");
    for (std::size_t q = 0; made.columns.size() < 20; ++q) {
        const std::size_t source = q % from.columns.size();
        made.columns.push_back(from.columns[source]);
        auto& lines = made.lines.emplace_back();
        for (std::int64_t row = 0; row < from.rows(); ++row) {
            Draws draws = stream.at(row * 100 + static_cast<std::int64_t>(q));
            // Two of three keep the value of their row, so that columns go together.
            const bool own = draws.below(3) > 0;
            const auto other =
                static_cast<std::size_t>(draws.below(static_cast<std::uint64_t>(from.rows())));
            lines.push_back(from.lines[source][own ? static_cast<std::size_t>(row) : other]);
        }
    }
    return made;
}

// Classes counted by row: the smallest of those that are kept.
std::int64_t smallest_kept(const Records& records, const lattice::Node& node,
                           const std::vector<char>& gone) {
    std::map<std::vector<std::int32_t>, std::int64_t> sizes;
    std::vector<std::int32_t> labels(node.size());
    for (std::size_t row = 0; row < gone.size(); ++row) {
        if (gone[row] != 0) continue;
        for (std::size_t q = 0; q < node.size(); ++q) {
            labels[q] =
                records.columns[q].label_of[static_cast<std::size_t>(node[q])]
                                           [static_cast<std::size_t>(records.lines[q][row])];
        }
        ++sizes[labels];
    }
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const auto& [label, size] : sizes) least = std::min(least, size);
    return least;
}

// `optimum`: the published loss, or 0 where there is none.
int measure(const std::string& name, const Records& records, const std::string& models,
            const std::string& metric, double optimum, const lattice::AnytimeLimits& limits = {}) {
    Problems problems;
    lattice::Settings settings;
    settings.models = lattice::parse_models(models, problems);
    settings.metric = lattice::parse_metric(metric, problems);
    settings.limit = 0.04;
    settings.sensitive = records.counted.size();
    throw_if_any(problems);
    const Context two = context(2);
    Run run("levels");
    const lattice::Evaluation evaluation(records, settings);
    const lattice::SearchResult found = lattice::search_levels(two, evaluation, limits);
    std::vector<char> gone;
    if (found.best) gone = lattice::rows_suppressed_at(evaluation, found.best->node);
    run.stop();
    bool ok = found.best && found.bound <= found.best->loss.value &&
              smallest_kept(records, found.best->node, gone) >= 5;
    const double loss = found.best ? found.best->loss.value : -1;
    if (optimum > 0) ok = ok && found.exact && std::abs(loss - optimum) < 1e-10 * optimum;
    return run.report(ok, records.rows(),
                      {{"case", name},
                       {"rows", records.rows()},
                       {"columns", records.columns.size()},
                       {"models", models},
                       {"metric", metric},
                       {"nodes", found.nodes},
                       {"evaluated", found.evaluated},
                       {"tuples", evaluation.classes().tuples().size()},
                       {"exact", found.exact},
                       {"ended_by", lattice::name(found.end)},
                       {"loss", loss},
                       {"bound", found.bound},
                       {"gap", found.gap()}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe;
    using namespace lethe::bench;
    const char* named = std::getenv("LETHE_DATA");
    const std::string data = argc > 1 ? argv[1] : named != nullptr ? named : "../shared/data";
    const test::AdultLattice adult(data + "/arx_adult");
    const lattice::Records nine = adult.records("-", "all");
    const lattice::Records eight = adult.records("occupation", "all");
    int failed = measure("adult", nine, "k:5", "loss:agg=mean", 0.2928158758777777);
    failed += measure("adult with l", eight, "k:5 + l-distinct:3", "loss", 0);
    failed += measure("adult with t", eight, "k:5 + t-equal:0.2", "dm-star", 3.11880088e8);
    failed += measure("adult with t", eight, "k:5 + t-equal:0.2", "loss", 0);
    failed += measure("a million", drawn(nine, 1'000'000), "k:5", "loss", 0);
    failed += measure("twenty columns", twenty(nine), "k:5", "loss", 0,
                      {.evaluations = 1'000'000'000, .seconds = 55});
    failed += measure("twenty columns, by evaluations", twenty(nine), "k:5", "loss", 0);
    return failed;
}
