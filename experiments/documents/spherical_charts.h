// Tables and curves of spherical microaggregation with growing k.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "experiments/documents/spherical_runs.h"
#include "lethe/core/json.h"

namespace lethe::reproduction {

struct CorpusRuns {
    std::string name;
    std::vector<SphericalRun> runs;  // the original first, as k = 1

    // The largest fall of the share of right answers, in percent, over classifiers, scenarios and
    // k.
    double largest_loss() const;
};

std::vector<Json> run_tables(const CorpusRuns& corpus);
std::vector<Json> run_charts(const CorpusRuns& corpus);

// Shares of distances between documents, beside those that the source tells.
Json distance_table(const std::array<CorpusRuns, 2>& corpora);
// What else the source says in words.
// Figures 4.1 to 4.4: a column for each k that was compared.
Json histogram_table(const CorpusRuns& corpus);
Json statement_table(const std::array<CorpusRuns, 2>& corpora);

}  // namespace lethe::reproduction
