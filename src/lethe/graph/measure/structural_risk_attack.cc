// Re-identification by structure as a measure of risk: who stands alone.
#include <fmt/format.h>

#include <string>

#include "lethe/graph/graph_method.h"
#include "lethe/graph/measure/structural_risk.h"

namespace lethe::graph {
namespace {

Measurement assess_structural_risk(const AssessInput& input, const NoParams&) {
    const StructuralRisks risks = structural_risks(input.context, input.original, input.published);
    Measurement measurement;
    measurement.details = to_json(risks);
    measurement.value = risks.most_found();
    return measurement;
}

std::string read_structural_risk(const Json& measurement, double value,
                                 std::optional<std::int64_t>) {
    const Json details = measurement.value("details", Json::object());
    const auto alone = [&](StructuralKnowledge knowledge) {
        const std::string way(name(knowledge));
        return details.contains(way) ? details[way].value("unique", 0.0) : 0.0;
    };
    return fmt::format(
        "Of 100 people, {:.1f} are the only ones left for who knows the number of their "
        "acquaintances, {:.1f} for who knows these acquaintances' numbers too, and {:.1f} for who "
        "knows which of the acquaintances know each other. With a guess among those who are left, "
        "{:.1f} % are found.",
        alone(StructuralKnowledge::degree), alone(StructuralKnowledge::neighbours),
        alone(StructuralKnowledge::neighbourhood), value);
}

}  // namespace

Method structural_risk_attack() {
    return make_assessment(
        Family::attack,
        MethodInfo{
            .name = "structural-risk",
            .title = "Re-identification by structure",
            .summary = "The share of the people who are found by their place in the graph alone.",
            .description =
                "An intruder knows how a person stands in the original graph and looks for the "
                "published nodes that stand so: by the number of neighbours (degree), where "
                "edges have a direction by that in each (directions), by the "
                "numbers of neighbours of all neighbours (neighbours), or by which of the "
                "neighbours are joined to each other (neighbourhood, told apart by three rounds "
                "of colour refinement). The value is the expected share of right guesses, where a "
                "person among n candidates counts 1/n, in percent, with the knowledge that finds "
                "most. The details give for each also the share of the people for whom the right "
                "node is the only one left, the share whose node is among the candidates, and the "
                "smallest class of published nodes that stand alike. Use it to decide whether "
                "edges have to be protected: a release that only groups nodes leaves it as it "
                "was. Beware: knowing a whole neighbourhood is much to know, and values of "
                "attributes are not used; where both are known more people are found.",
            .kinds = {},
            .properties = {},
            .cites = {"hay2008resisting", "zhou2008preserving"},
            .example = Json::object(),
            .in_words = "An intruder who knows how many acquaintances people have, and how these "
                        "are joined, looks for entries that stand so in the published graph.",
            .scale = Scale::people,
            .reading = read_structural_risk,
            .details = {{.key = "degree", .title = "By the number of neighbours"},
                        {.key = "directions", .title = "By the number in each direction"},
                        {.key = "neighbours", .title = "By the neighbours' numbers of neighbours"},
                        {.key = "neighbourhood", .title = "By who of the neighbours are joined"}},
            .by_default = true,
            .finds_people = true,
            .knows = "how a person's acquaintances are joined to each other",
            .assessed_with = {Json::object()}},
        Schema<NoParams>(), assess_structural_risk);
}

}  // namespace lethe::graph
