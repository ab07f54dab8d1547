// Rank swapping by readings of the sources that differ in what becomes of the last ranks. They are
// for comparing figures: a value that stays is released as it is, which nobody should want.
#pragma once

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"

namespace lethe::reproduction {

enum class SwapWindow {
    shortened,  // a window ends with the last rank: rank-swapping, as Lethe has it
    open,       // a rank beyond the last may be drawn, and the value stays
    whole,      // a value whose window would end beyond the last rank looks for no partner
};

// The table with all columns swapped within p percent of their ranks.
Table swapped_by(SwapWindow window, double p, const Table& table, const Random& random,
                 const Context& context);

}  // namespace lethe::reproduction
