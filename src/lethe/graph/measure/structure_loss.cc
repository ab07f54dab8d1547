#include "lethe/graph/measure/structure_loss.h"

#include <algorithm>
#include <cmath>

namespace lethe::graph {
namespace {

double share_of_larger(double before, double after) {
    const double larger = std::max(before, after);
    return larger > 0 ? std::abs(before - after) / larger : 0;
}

double unlike(double similarity) { return 1 - std::clamp(similarity, 0.0, 1.0); }

}  // namespace

StructureLoss structure_loss(const Adjacency& before, const Shape& old_shape,
                             const Adjacency& after, const ComparedShape& compared) {
    const Shape& new_shape = compared.shape;
    const double ends = 2 * static_cast<double>(before.edges() + after.edges());
    const double moved = compared.degrees.earth_mover * static_cast<double>(before.nodes());
    return {.degrees = 100 * (ends > 0 ? moved / ends : 0),
            .clustering =
                100 * share_of_larger(old_shape.clustering.global, new_shape.clustering.global),
            .paths = 100 * share_of_larger(old_shape.paths.mean, new_shape.paths.mean),
            .betweenness = 100 * unlike(compared.betweenness_rank),
            .communities = 100 * unlike(compared.partition.adjusted_rand)};
}

Json to_json(const StructureLoss& loss) {
    return {{"degrees", loss.degrees},
            {"clustering", loss.clustering},
            {"paths", loss.paths},
            {"betweenness", loss.betweenness},
            {"communities", loss.communities}};
}

}  // namespace lethe::graph
