// Models of the sensitive values of a class, counted in a written table by their definitions:
// diversity, closeness, alpha, beta, delta.
#pragma once

#include <string>

#include "lethe/core/json.h"
#include "lethe/release/tables/counts/written_classes.h"

namespace lethe::release {

bool is_by_value(const WrittenModel& model);

// The worst class, for one sensitive column.
Json count_by_value(const ModelCounting& counting, const WrittenModel& model,
                    const std::string& sensitive);

}  // namespace lethe::release
