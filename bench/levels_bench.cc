// The search over levels of privacy models. Adult with its hierarchies (the folder of real data:
// the first argument, or LETHE_DATA): nine columns with k = 5, eight with l or t on top, 4 %
// suppression; its rows drawn again to a million, one value of each drawn from the column (so that
// there are more tuples); twenty columns, more than can be searched to the end; and local recoding
// by rounds, which must lose no more than ARX's: the rows of each round are the published ones.
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
#include "lethe/algo/lattice/rounds.h"
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

// "0,2,0=23011; 0,3,0=4796@0.10": the rows of each round that released somebody, as one text.
std::string rows_of_rounds(const std::string& steps) {
    std::string rows;
    for (std::size_t at = steps.find('='); at != std::string::npos; at = steps.find('=', at + 1)) {
        const std::int64_t count = std::atoll(steps.c_str() + at + 1);
        if (count > 0) rows += std::to_string(count) + " ";
    }
    return rows;
}

// The mean over all cells of the share of its hierarchy that a label stands for; 1 of who is not
// released.
double share_lost(const Records& records, const lattice::RecodedInRounds& found) {
    double sum = 0;
    for (std::size_t q = 0; q < records.columns.size(); ++q) {
        const lattice::Levels& levels = records.columns[q];
        for (std::size_t row = 0; row < found.round_of_row.size(); ++row) {
            const std::int32_t round = found.round_of_row[row];
            if (round == lattice::kNeverReleased) {
                sum += 1;
                continue;
            }
            const int level = found.rounds[static_cast<std::size_t>(round)].node[q];
            const auto line = static_cast<std::size_t>(records.lines[q][row]);
            sum += levels.share(level, levels.label_of[static_cast<std::size_t>(level)][line]);
        }
    }
    return sum / static_cast<double>(records.columns.size() * found.round_of_row.size());
}

int measure_rounds(const test::AdultLattice& adult) {
    int failed = 0;
    for (const auto& line : test::lines_of(adult.folder() + "/oracles.tsv", '\t')) {
        if (!line[6].starts_with("local-recoding")) continue;
        Problems problems;
        lattice::Settings settings;
        settings.models = lattice::parse_models(line[1], problems);
        settings.metric = lattice::parse_metric(line[5], problems);
        settings.sensitive = 1;
        throw_if_any(problems);
        const Records records = adult.records(line[2], line[3]);
        Run run("levels by rounds");
        const auto found =
            lattice::recode_in_rounds(context(2), records, settings, {.rounds = 100, .step = 0.05});
        run.stop();
        std::string rows;
        for (const lattice::Round& round : found.rounds)
            rows += std::to_string(round.released) + " ";
        const bool ok = rows == rows_of_rounds(line[8]) && found.suppressed <= std::stol(line[9]);
        failed += run.report(ok, records.rows(),
                             {{"case", line[0]},
                              {"models", line[1]},
                              {"rounds", rows},
                              {"suppressed", found.suppressed},
                              {"share_lost", share_lost(records, found)}});
    }
    return failed;
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
    failed += measure_rounds(adult);
    failed += measure("a million", drawn(nine, 1'000'000), "k:5", "loss", 0);
    failed += measure("twenty columns", twenty(nine), "k:5", "loss", 0,
                      {.evaluations = 1'000'000'000, .seconds = 55});
    failed += measure("twenty columns, by evaluations", twenty(nine), "k:5", "loss", 0);
    return failed;
}
