// A column of concepts as an axis of Mondrian: what is near in meaning lies side by side.
//
// The values are in the order of a walk through the taxonomy, every concept before those below it,
// so that in a tree the values below a concept are a run of the axis and a cut between two runs
// parts the children of a concept. A concept with several parents is met below the one with the
// greatest depth, the lowest number of equals. Texts without a concept follow, by their text.
// Neighbours are apart by their distance in a measure: the spread of a box is the length of the way
// through its values, in parts of the way through all.
#pragma once

#include <vector>

#include "lethe/algo/partition/mondrian.h"
#include "lethe/knowledge/measure.h"

namespace lethe {

struct ConceptWalk {
    MondrianAxis axis;
    std::vector<std::vector<ConceptId>> ways;  // of each value: from below the root down to itself
};

// Of a column with a meaning. What its meaning takes for missing is missing.
ConceptWalk concept_walk(const Context& context, const Column& column,
                         const MeasureOptions& measure);
MondrianAxis concept_axis(const Context& context, const Column& column,
                          const MeasureOptions& measure);

}  // namespace lethe
