// A loss measure of the catalogue as what the search over levels makes least. A vector of levels is
// released in memory as it would be in a file, and measured there: what the search calls its loss
// is what measuring the release prints (of the columns of the step, and of those people alone who
// are to be released).
//
// A measure that draws at random draws the same for every vector, whatever the seed of the run.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/lattice/evaluation.h"
#include "lethe/core/context.h"
#include "lethe/data/table.h"
#include "lethe/table/mask/models/level_search.h"

namespace lethe::mask {

// Problems where there is no such loss of tables, its parameters are wrong, it does not take the
// columns, or needs more than the two tables. Nothing where the metric is not measured.
void check_measure(const Table& table, std::span<const std::string> columns,
                   const lattice::Metric& metric, const Place& place, Problems& problems);

// Gives the settings what their metric needs, if it is measured; it was checked. Whether columns
// are measured one by one is decided here: where `agg` or weights ask for it, or where the measure
// is the mean over its columns anyway, since then bounds are known. What is given refers to all of
// the arguments.
void measure_releases(const Context& context, const Table& table,
                      const std::vector<std::string>& columns, const PreparedSearch& made,
                      lattice::Settings& settings);

// Whether removing as many records as may be removed, and nothing else, costs something: of a
// metric that is not measured always.
bool charges_removal(const lattice::Settings& settings, const lattice::Evaluation& evaluation);

}  // namespace lethe::mask
