// What was counted in a release, in words: whether k holds, for which columns, and how missing
// values were read.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"

namespace lethe::report {

// A sentence for each item of "guarantees", of a release record or of what protect tells.
std::vector<std::string> guarantee_sentences(const Json& release);

// The same as a table; empty where nothing was counted.
Grid guarantees_grid(const Json& release);

// The privacy models that steps enforced, each with what was asked and what was counted.
Grid models_grid(const Json& release);

// What a step did, by its facts: groups and their sizes, cells suppressed, levels. Empty where it
// has none of these.
std::string step_outcome(const Json& step);

// What the numbers of the changed columns were brought to: whole numbers, bounds, codes.
std::string values_sentence(const Json& release);

}  // namespace lethe::report
