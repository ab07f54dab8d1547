// Linkage by structure that allows for changes.
//
// Exact candidates (structural_risk) are lost as soon as one edge near a person changes, and a
// release that moves a tenth of the edges looks safe by them. An intruder who knows that edges were
// changed looks for the published node that stands most nearly as the person did. Two try it. One
// goes by the number of neighbours, by how many neighbours have how many (doubling classes), and by
// how many there are two steps away, much as the features of Sharad and Danezis (2014). The other
// goes by the degrees of the neighbours one by one, the sixteen highest in their order, the number
// of neighbours, and how many pairs of these know each other: what Hay et al. (2008) call H2 and
// the neighbourhood, but by the nearest node in place of equal ones. All are logarithms, so that
// one edge more tells more of a node with few.
#include "lethe/graph/measure/structural_linkage.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "lethe/algo/linkage/neighbours.h"
#include "lethe/graph/graph_method.h"
#include "lethe/graph/measure/structure.h"
#include "lethe/space/numeric.h"

namespace lethe::graph {
namespace {

constexpr std::int64_t kDegreeClasses = 12;             // 1, 2-3, 4-7, ...: the last holds the rest
constexpr std::int64_t kFeatures = 2 + kDegreeClasses;  // and both numbers of nodes
constexpr std::int64_t kSequence = 16;                  // neighbours that count one by one
constexpr std::int64_t kSequenceFeatures = 2 + kSequence;

std::int64_t degree_class(std::int64_t degree) {
    std::int64_t place = 0;
    while (degree > 1 && place + 1 < kDegreeClasses) {
        degree /= 2;
        ++place;
    }
    return place;
}

NumericSpace standing_of(const Adjacency& adjacency) {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(adjacency.nodes() * kFeatures));
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        std::vector<std::int64_t> counts(kDegreeClasses, 0);
        std::int64_t two_steps = 0;
        for (const Node neighbour : adjacency[node]) {
            const std::int64_t degree = adjacency.degree(neighbour);
            ++counts[static_cast<std::size_t>(degree_class(degree))];
            two_steps += degree;
        }
        values.push_back(std::log1p(static_cast<double>(adjacency.degree(node))));
        values.push_back(std::log1p(static_cast<double>(two_steps)));
        for (const std::int64_t count : counts) {
            values.push_back(std::log1p(static_cast<double>(count)));
        }
    }
    return {std::move(values), adjacency.nodes(), kFeatures};
}

NumericSpace sequences_of(const Context& context, const Adjacency& adjacency) {
    const std::vector<std::int64_t> triangles = clustering(context, adjacency).triangles;
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(adjacency.nodes() * kSequenceFeatures));
    std::vector<std::int64_t> degrees;
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        degrees.clear();
        for (const Node neighbour : adjacency[node]) {
            degrees.push_back(adjacency.degree(neighbour));
        }
        std::ranges::sort(degrees, std::greater());
        degrees.resize(kSequence, 0);
        const auto add = [&](std::int64_t count) {
            values.push_back(std::log1p(static_cast<double>(count)));
        };
        add(adjacency.degree(node));
        add(triangles[static_cast<std::size_t>(node)]);
        for (const std::int64_t degree : degrees) add(degree);
    }
    return {std::move(values), adjacency.nodes(), kSequenceFeatures};
}

Measurement link_by_structure(const AssessInput& input, const NoParams&) {
    Measurement measurement;
    measurement.value =
        structural_linkage(input.context, Adjacency(input.original), Adjacency(input.published))
            .describe(measurement.details);
    return measurement;
}

}  // namespace

double StructuralLinkages::describe(Json& details) const {
    const double expected = worst().describe(details);
    by_classes.describe(details["by_classes"]);
    by_sequence.describe(details["by_sequence"]);
    return expected;
}

StructuralLinkages structural_linkage(const Context& context, const Adjacency& original,
                                      const Adjacency& published) {
    return {right_links(nearest_of_all(context, standing_of(original), standing_of(published))),
            right_links(nearest_of_all(context, sequences_of(context, original),
                                       sequences_of(context, published)))};
}

Method structural_linkage_attack() {
    return make_assessment(
        Family::attack,
        MethodInfo{
            .name = "structural-linkage",
            .title = "Linkage by structure",
            .summary = "The share of the people whose published node is the one that stands most "
                       "nearly as they did.",
            .description =
                "An intruder knows how a person stands in the original graph: the number of "
                "neighbours, how many neighbours these have, and either how many nodes are two "
                "steps away or how many pairs of the neighbours know each other. She takes the "
                "published node that stands most nearly so, and guesses among equals; the value "
                "is the share of right guesses by what finds more. Other than re-identification by "
                "structure, which looks for nodes that "
                "stand exactly so, she allows for edges that were added, removed or switched. Use "
                "it wherever edges were changed. Beware: she does not use the values of "
                "attributes, and one who knows some people in the release and goes on from their "
                "neighbours finds more.",
            .kinds = {},
            .properties = {},
            .cites = {"hay2008resisting", "sharad2014automated"},
            .example = Json::object(),
            .in_words = "An intruder who knows how many acquaintances people have, and how many "
                        "these have, looks for the entry that stands most nearly so, allowing for "
                        "connections that were changed.",
            .scale = Scale::people,
            .details = {{.key = "by_classes", .title = "By how many neighbours have how many"},
                        {.key = "by_sequence",
                         .title = "By the neighbours' numbers one by one, and who are joined"}},
            .by_default = true,
            .finds_people = true,
            .knows = "how many acquaintances a person's acquaintances have",
            .assessed_with = {Json::object()}},
        Schema<NoParams>(), link_by_structure);
}

}  // namespace lethe::graph
