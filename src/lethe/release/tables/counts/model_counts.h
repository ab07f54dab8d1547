// Privacy models counted in a written table, by their definitions, text by text. Shares no code
// with the search that enforced them, the notation included. One file a subject: models of values
// (value_counts), of sizes (size_counts), of a population (population_counts), of what is unique in
// one (uniqueness_counts), of profit (profit_counts).
#pragma once

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/release/tables/counts/model_claim.h"

namespace lethe::release {

// An item for each model and sensitive column: "model", "sensitive", "asked", "counted" (the worst
// class, or the figure of the table) and "holds"; null where it is not counted, and then "reason"
// in words. A model that is not known here is not counted. `found`: the table as the step found it,
// whose released people give the distributions of everybody, before any of them was suppressed.
Json count_models(const Context& context, const Table& table, const Table& found,
                  const ModelClaim& claim);

}  // namespace lethe::release
