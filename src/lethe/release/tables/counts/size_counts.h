// Models of the sizes of classes, counted in a written table by their definitions: k, estimated
// k-map, average risk, sample uniqueness, and k of combinations of columns.
#pragma once

#include "lethe/core/json.h"
#include "lethe/release/tables/counts/written_classes.h"

namespace lethe::release {

bool is_by_size(const WrittenModel& model);
Json count_by_size(const ModelCounting& counting, const WrittenModel& model);

// k of some columns, or of all combinations of so many of them.
bool is_combined(const WrittenModel& model);
Json count_combinations(const ModelCounting& counting, const WrittenModel& model);

}  // namespace lethe::release
