// The last step of data shuffling: values change places, none is changed.
#pragma once

#include <span>
#include <vector>

#include "lethe/core/context.h"

namespace lethe::mask {

// The record with the j-th smallest score gets the j-th smallest value; ties by row. Both lists are
// of the same rows.
std::vector<double> in_the_order_of(const Context& context, std::span<const double> values,
                                    std::span<const double> scores);

}  // namespace lethe::mask
