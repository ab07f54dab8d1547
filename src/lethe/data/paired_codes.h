// The same column in two files, as codes that can be compared.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/column.h"

namespace lethe {

struct PairedCodes {
    static constexpr std::int32_t kMissing = -1;

    std::vector<std::int32_t> x;  // a code for each row of the first file; missing is kMissing
    std::vector<std::int32_t> y;
};

// Equal values have equal codes from 0 up, different values different ones: numbers by comparison
// (so -0 equals 0), categories by their text. Error(input) when only one of the columns is numeric.
PairedCodes paired_codes(const Context& context, const Column& x, const Column& y);

}  // namespace lethe
