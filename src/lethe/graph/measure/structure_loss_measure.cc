// What the shape of a graph lost (structure_loss), as a measure.
#include "lethe/graph/graph_method.h"
#include "lethe/graph/measure/shape.h"
#include "lethe/graph/measure/structure_loss.h"

namespace lethe::graph {
namespace {

struct StructureLossParams {
    bool exact_betweenness = false;
};

Schema<StructureLossParams> structure_loss_schema() {
    return Schema<StructureLossParams>().field(
        "exact_betweenness", &StructureLossParams::exact_betweenness,
        "betweenness from all nodes, which takes long, instead of a sample");
}

Measurement measure_structure_loss(const AssessInput& input, const StructureLossParams& params) {
    const Adjacency before(input.original), after(input.published);
    const Shape old_shape = shape_of(input.context, before, params.exact_betweenness, input.random);
    Shape new_shape = before.edge_list() == after.edge_list()
                          ? old_shape
                          : shape_of(input.context, after, params.exact_betweenness, input.random);
    const ComparedShape compared = compared_shapes(input.context, old_shape, std::move(new_shape));
    const StructureLoss loss = structure_loss(before, old_shape, after, compared);
    Measurement measurement;
    measurement.value = loss.value();
    measurement.details = to_json(compared);
    measurement.details["changed"] = to_json(loss);
    return measurement;
}

}  // namespace

Method structure_loss_measure() {
    return make_assessment(
        Family::loss,
        MethodInfo{
            .name = "structure-loss",
            .title = "Loss of structure",
            .summary = "How far degrees, triangles, paths, betweenness and communities of the "
                       "published graph are from those of the original.",
            .description =
                "Five parts, each from 0, as before, to 100 percent: the degrees that moved, of "
                "those that there are; the difference of the clustering coefficient, and of the "
                "mean path, of the larger one; one minus the rank correlation of the nodes by "
                "betweenness; one minus the adjusted Rand index of the communities. The value is "
                "their mean; `changed` in the details gives each, beside the shape of the "
                "published graph. Use it to choose how many edges to change. Edges that were "
                "added and edges that were removed both count: what is measured is how wrong a "
                "study of the release would be, not what is missing. Beware: a mean hides that "
                "one part is lost and others are kept, as when switching keeps all degrees; look "
                "at the part that the study needs. Communities differ a little between graphs "
                "that are nearly the same, because their search does. Paths and betweenness of "
                "large graphs come from a sample of the nodes, the same before and after. "
                "Weights and directions are not used.",
            .kinds = {},
            .properties = {Property::random},
            .cites = {"ying2008randomizing", "brandes2001faster", "blondel2008fast"},
            .example = Json::object(),
            .in_words = "How wrong a study of who is joined to whom would be that had the release "
                        "instead of the original.",
            .scale = Scale::loss,
            .details = {{.key = "changed", .title = "Changed, percent", .keys = "part"},
                        {.key = "degree_moved", .title = "Neighbours more or fewer, mean"},
                        {.key = "betweenness_rank", .title = "Rank correlation of betweenness"},
                        {.key = "degrees", .title = "Nodes by degree", .hidden = true}},
            .by_default = true},
        structure_loss_schema(), measure_structure_loss);
}

}  // namespace lethe::graph
