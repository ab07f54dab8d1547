// What the shape of a graph lost, as one figure.
//
// Five parts, each from 0 (as before) to 100 percent (nothing left of it):
//
//   degrees      moved degrees / (mean degree before + after), which they cannot exceed
//   clustering   |before - after| / the larger one, of the global coefficient
//   paths        the same of the mean number of steps between connected nodes
//   betweenness  1 - rank correlation of the nodes before and after; 1 where it is negative
//   communities  1 - adjusted Rand index of the partitions; 1 where it is negative
//
// The value is their mean. Adding edges and removing them are both losses: what is measured is how
// wrong a study of the release would be.
#pragma once

#include "lethe/core/json.h"
#include "lethe/graph/measure/shape.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct StructureLoss {
    double value = 0;
    Json changed;  // {"degrees", "clustering", "paths", "betweenness", "communities"}
};

// Of a graph and its shape before and after; `compared` are both shapes (compared_shapes).
StructureLoss structure_loss(const Adjacency& before, const Shape& old_shape,
                             const Adjacency& after, const Shape& new_shape, const Json& compared);

}  // namespace lethe::graph
