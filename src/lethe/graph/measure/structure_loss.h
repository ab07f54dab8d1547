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

// The parts, in percent.
struct StructureLoss {
    double degrees = 0;
    double clustering = 0;
    double paths = 0;
    double betweenness = 0;
    double communities = 0;

    double value() const { return (degrees + clustering + paths + betweenness + communities) / 5; }
};
// {"degrees", "clustering", "paths", "betweenness", "communities"}
Json to_json(const StructureLoss& loss);

// Of a graph and its shape before, and after.
StructureLoss structure_loss(const Adjacency& before, const Shape& old_shape,
                             const Adjacency& after, const ComparedShape& compared);

}  // namespace lethe::graph
