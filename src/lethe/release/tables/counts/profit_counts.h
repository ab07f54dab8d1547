// Models of what an attack pays and a release yields, counted in a written table by their
// definitions.
#pragma once

#include "lethe/core/json.h"
#include "lethe/release/tables/counts/written_classes.h"

namespace lethe::release {

bool is_of_profit(const WrittenModel& model);

// The least payout of a class for who releases it, which must be above 0; of the models without an
// attack the fewest people that a class has, or stands for in the population.
Json count_profit(const ModelCounting& counting, const WrittenModel& model);

}  // namespace lethe::release
