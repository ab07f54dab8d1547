// Ends of intervals as exact decimals. Only for this folder.
#pragma once

#include "lethe/data/numbers/number_text.h"

namespace lethe {

inline constexpr int kMostDecimals = 9;

// The fewest decimals that write the number; more than kMostDecimals where that is not enough.
inline int decimals_of(double value) {
    for (int decimals = 0; decimals <= kMostDecimals; ++decimals) {
        if (parse_number(fixed_number_text(value, decimals)) == value) return decimals;
    }
    return kMostDecimals + 1;
}

}  // namespace lethe
