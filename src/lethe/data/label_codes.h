// Labels of one dictionary found in another.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/data/column.h"

namespace lethe {

constexpr std::int32_t kUnknownLabel = -1;

// For each label its code in `known`; kUnknownLabel for one that is not there.
std::vector<std::int32_t> label_codes(const Dictionary& labels, const Dictionary& known);

}  // namespace lethe
