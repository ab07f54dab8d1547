// What the attributes of nodes lost: AAMIL, CDIL, DBIL and their mean.
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/graph_method.h"
#include "lethe/graph/measure/attribute_loss.h"

namespace lethe::graph {
namespace {

Measurement measure_attribute_loss(const AssessInput& input, const NoParams&) {
    Measurement measurement;
    const AttributeChoice choice = shared_attributes(
        input.attributes, input.original, std::span(&input.published, 1), measurement.warnings);
    const NodeAttributes attributes = node_attributes(input.context, input.original.attributes,
                                                      choice, &input.published.attributes);
    const AttributeLosses losses =
        attribute_loss(input.context, attributes, input.original, input.published);
    measurement.value = losses.mean.average();
    measurement.details = to_json(losses);
    return measurement;
}

}  // namespace

Method attribute_loss_measure() {
    return make_assessment(
        Family::loss,
        MethodInfo{
            .name = "attribute-loss",
            .title = "Loss of the nodes' attributes",
            .summary = "The mean of three losses: of which categories are joined to which, of how "
                       "often each occurs, and of each value.",
            .description =
                "Three measures, each from 0 to 100 percent, of each attribute and as the mean of "
                "all. AAMIL compares adjacency matrices of categories: how many edges join a node "
                "of one category with one of another, before and after. CDIL compares how often "
                "each category occurs. DBIL is the mean distance from the original value to the "
                "published one, by the levels climbed where values were generalised. The value is "
                "the mean of the three. Use it for what studies of who is joined to whom lose. "
                "Beware: a generalised value is another category, so that AAMIL and CDIL count it "
                "as wholly lost while DBIL knows how near it is. Edges that were changed count in "
                "AAMIL alone. Columns that are not published are not compared, and a warning "
                "names them: a release without attributes has nothing here to lose.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {},
            .cites = {"mares2013categorical", "mares2013social"},
            .example = Json::object(),
            .in_words = "How far the published values of people are from their own, and how much "
                        "of who is joined to whom, by these values, is gone.",
            .scale = Scale::loss,
            .details = {{.key = "aamil", .title = "Which categories are joined (AAMIL)"},
                        {.key = "cdil", .title = "How often each category occurs (CDIL)"},
                        {.key = "dbil", .title = "Distance of the values (DBIL)"},
                        {.key = "average", .title = "Mean of the three", .hidden = true},
                        {.key = "attributes", .title = "Of each attribute"}},
            .by_default = true},
        Schema<NoParams>(), measure_attribute_loss);
}

}  // namespace lethe::graph
