// Exploring data that are no tables: the protections of the catalogue at several strengths, each
// attacked and measured by the methods of its kind of data.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/method/data_kind.h"
#include "lethe/method/method.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/search/advise/exploration.h"

namespace lethe::search {

// One thing to try: methods with their parameters, one after the other.
using ProtectionSteps = std::vector<release::Choice>;

std::string label_of(const ProtectionSteps& steps);  // "mdav k=5; k-degree k=5"

// The method at each setting of its ladder (once with its defaults where it has none).
std::vector<release::Choice> ladder_of(const Method& method);

// What one protection leads to. Error where it cannot be carried out.
struct DataTrial {
    double risk = 0;                                 // percent: what the worst attack finds
    double loss = 0;                                 // percent
    std::optional<release::WorstAttack> worst = {};  // that attack
    FiguresByName parts = {};                        // of all attacks and measures
};
using TryProtection = std::function<DataTrial(const ProtectionSteps& steps, const Random& random,
                                              const Context& context)>;

struct DataExploration {
    DataKind data = DataKind::vectors;
    std::string loss_measure;  // its title
    double alpha = 0.5;        // weight of the loss in the score
    std::optional<double> max_risk = {};
};

// As explore (explore.h) without a sample; a point has steps; one protection after the other, each
// on all threads.
Exploration explore_data(const DataExploration& options, const std::vector<ProtectionSteps>& grid,
                         const TryProtection& trial, const std::vector<ExplorationPoint>& known,
                         const PointSink& on_point, const Random& random, const Context& context);

// Puts a measurement into a trial: attacks that find people compete for the worst.
// A measure of several settings keeps its largest value.
void add_to_trial(DataTrial& trial, const Method& method, const Measurement& measured);
// What a method found in it; Error(internal) where it was not run.
double part_of(const DataTrial& trial, const Method& method);

}  // namespace lethe::search
