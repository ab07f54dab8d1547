// The columns of a step as the axes that Mondrian cuts.
#pragma once

#include <vector>

#include "lethe/algo/partition/concept_axis.h"
#include "lethe/method/method.h"

namespace lethe::mask {

// Columns with a taxonomy by meaning, the others by their own order.
inline std::vector<MondrianAxis> mondrian_axes(const MaskInput& input,
                                               const MeasureOptions& measure) {
    std::vector<MondrianAxis> axes;
    for (const std::string& name : input.columns) {
        const Column& column = input.table.column(name);
        axes.push_back(column.meaning() != nullptr ? concept_axis(input.context, column, measure)
                                                   : mondrian_axis(input.context, column));
    }
    return axes;
}

}  // namespace lethe::mask
