// Linkage of profiles as an attack: the worst of what the intruder may know beside the values.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/graph_method.h"
#include "lethe/graph/measure/profile_linkage.h"

namespace lethe::graph {
namespace {

Measurement attack_profiles(const AssessInput& input, const NoParams&) {
    Measurement measurement;
    const AttributeChoice choice = shared_attributes(
        input.attributes, input.original, std::span(&input.published, 1), measurement.warnings);
    NodeAttributes attributes = node_attributes(input.context, input.original.attributes, choice,
                                                &input.published.attributes);
    const ProfileLinkages linkages =
        link_in_every_way(input.context, attributes, input.original, input.published, input.random);
    const ProfileLinkage& worst = linkages.worst();
    measurement.value = worst.expected;
    if (worst.sampled) {
        constexpr double kTwoSided = 1.959963984540054;
        const double around = kTwoSided * worst.standard_error;
        measurement.interval = {std::max(0.0, worst.expected - around),
                                std::min(100.0, worst.expected + around)};
    }
    measurement.details = {{"k", linkages.own.smallest}, {"profiles", linkages.own.profiles}};
    measurement.details.update(to_json(linkages));
    return measurement;
}

std::string read_profiles(const Json& measurement, double value, std::optional<std::int64_t>) {
    const Json details = measurement.value("details", Json::object());
    const auto found = [&](const char* way) {
        return details.contains(way) ? details[way].value("expected", 0.0) : 0.0;
    };
    const std::string directions =
        details.contains("with_directions")
            ? fmt::format(", {:.1f} with that in each direction", found("with_directions"))
            : std::string();
    return fmt::format(
        "Of 100 people whose values an intruder knows, {:.1f} are found by these alone, {:.1f} "
        "with the number of their neighbours{} and {:.1f} with what these are like; the highest, "
        "{:.1f} %, counts.",
        found("own"), found("with_degree"), directions, found("with_neighbours"), value);
}

}  // namespace

Method profile_linkage_attack() {
    return make_assessment(
        Family::attack,
        MethodInfo{
            .name = "profile-linkage",
            .title = "Linkage of profiles",
            .summary = "Who knows the attributes of people, and something of their neighbours, "
                       "looks for the published nodes that are nearest to them.",
            .description =
                "For each person of the original the published nodes at the smallest distance "
                "are found, by the levels that were climbed where values were generalised; a "
                "person among n nearest nodes counts 1/n. Several intruders try it: one knows the "
                "attributes alone, one also the number of the person's neighbours (where edges "
                "have a direction another one knows it in each), and one also "
                "what the neighbours are like (the most frequent category, the centre of "
                "numbers, the best topics), each in the original on the one side and in the "
                "release on the other. The value is the share of the people found by the worst of "
                "them, in percent. By attributes alone it is at most 100 / k of a k-anonymous "
                "release, and with the number of neighbours where both together are k-anonymous; "
                "the graph can tell more. Use it to see whether grouping nodes was "
                "enough. Where the different profiles are too many to compare all, a random "
                "sample of the people is looked for in the whole release. Beware: it does not use "
                "the shape of the graph beyond the neighbours; structural-risk does, without the "
                "attributes.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::random},
            .cites = {"mares2013categorical", "mares2013social"},
            .example = Json::object(),
            .in_words = "An intruder who knows what people say about themselves, how many others "
                        "they are joined to and what these are like looks for the entries that "
                        "resemble them most.",
            .scale = Scale::people,
            .reading = read_profiles,
            .details = {{.key = "k", .title = "People who share a published profile, at least"},
                        {.key = "profiles", .title = "Different published profiles"},
                        {.key = "own", .title = "By attributes alone"},
                        {.key = "with_degree", .title = "With the number of neighbours"},
                        {.key = "with_directions",
                         .title = "With the number of neighbours in each direction"},
                        {.key = "with_neighbours", .title = "With what the neighbours are like"}},
            .by_default = true,
            .finds_people = true,
            .knows = "how many neighbours a person has and what these are like",
            .assessed_with = {Json::object()}},
        Schema<NoParams>(), attack_profiles);
}

}  // namespace lethe::graph
