// What stands for several categories of one column.
#pragma once

#include <cstdint>
#include <span>

#include "lethe/data/kind.h"

namespace lethe {

// The lower median of the codes of an ordinal column; of others the most frequent code, the lowest
// of those in a tie. At least one code; sorts them.
std::int32_t category_centre(Kind kind, std::span<std::int32_t> codes);

}  // namespace lethe
