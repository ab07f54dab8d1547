// Spherical microaggregation as a method of the catalogue.
#include "lethe/vectors/protect/spherical_protection.h"

namespace lethe::vectors {
namespace {

ProtectOutput protect_spherically(const ProtectInput& input, const SphericalOptions& params) {
    SphericalOptions options = params;
    options.representative = Representative::spherical;
    return publish_directions(input, options);
}

}  // namespace

Method spherical_method() {
    return make_protection(
        MethodInfo{
            .name = "spherical",
            .title = "Spherical microaggregation",
            .summary = "Groups of k similar documents, each published as their mean direction.",
            .description =
                "Puts documents into groups of at least `k` by MDAV over the cosine, and publishes "
                "each document as the mean direction of its group: the sum of its vectors, made "
                "unit length, which has the least sum of 1 - cosine. Use it where the vectors are "
                "to be searched, classified or clustered by the cosine, as is usual for texts. "
                "Groups are then improved by exchanging documents (`refine`); without it they are "
                "those of the published algorithm, which lose an eighth to a fifth more. A "
                "published vector has the terms of all documents of its group, so vectors grow "
                "denser with `k`; `terms` keeps them small. Beware: terms are published as they "
                "are. One that a single document has, such as a name, tells that somebody of the "
                "group had it: leave out terms of few documents when the vectors are made. "
                "Documents that are copies of each other, or that one person wrote, hide behind "
                "each other and not behind others. The time grows at most with the square of the "
                "documents.",
            .kinds = {Kind::numeric},
            .properties = {Property::k_anonymous, Property::pairwise},
            .cites = {"abril2014privacy"},
            .example = {{"k", 5}},
            .in_words =
                "Documents that use similar words are put into groups, and each document is "
                "published as the average of its group. Nobody can tell the documents of a group "
                "from each other.",
            .ladder = {{{"k", 2}}, {{"k", 3}}, {{"k", 5}}, {{"k", 10}}, {{"k", 20}}}},
        spherical_schema(), protect_spherically);
}

}  // namespace lethe::vectors
