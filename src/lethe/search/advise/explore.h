// Exploring: many protections of one table tried, each attacked and measured; the risk/utility map,
// its Pareto front, and a recommendation.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/search/advise/exploration.h"
#include "lethe/search/advise/trial.h"

namespace lethe::search {

// The protections to try, as choices of a masking method and its parameters. A grid file lists
//
//   [[try]]
//   method = "mdav"
//   k = [3, 5, 10]          each value of a list is tried, in all combinations
//
// Error(usage) with every problem and its place.
std::vector<release::Choice> parse_grid(std::string_view text, const std::string& file);
// The masking methods of the catalogue that take any of the columns, at several strengths.
std::vector<release::Choice> default_grid(const Table& table, std::span<const std::string> columns);

// Those of the columns that the method takes.
std::vector<std::string> taken_columns(const Method& method, const Table& table,
                                       std::span<const std::string> columns);

struct ExploreOptions {
    std::vector<std::string> columns;  // to mask; the intruder of the stage knows these and more
    release::ScoreOptions score;
    // Recommend the least loss with at most this risk. Without it the lowest score of those in
    // which the worst attack finds at most kUsualMaxRisk, and nothing where there is none.
    std::optional<double> max_risk;
    // Where there are more people than this (0: never), every choice is first tried on so many of
    // them, drawn at random, and only promising ones on all: so many of those that meet the limit
    // in the sample, and a few at its border. In a sample people are looked for in a smaller crowd,
    // so its figures choose what is tried and are never risks of a point.
    std::int64_t sample = 0;
    std::int64_t promising = 4;
};

// The people that a large table is explored with first: 1,000 from 20,001 on, otherwise 0.
std::int64_t default_sample(std::int64_t rows);

// Tries all choices in parallel, each attacked by the intruder of the stage, who knows what was
// done. `known` holds points of an earlier run (by id); they are not tried
// again. `on_point` is called for each new point as it is done, never twice at once, and with a
// sample for each of that before. After a stop, what was found until then. Point i depends on the
// seed and i alone.
Exploration explore(const Stage& stage, const std::vector<release::Choice>& grid,
                    const ExploreOptions& options, const std::vector<ExplorationPoint>& known,
                    const PointSink& on_point, const Random& random, const Context& context);

}  // namespace lethe::search
