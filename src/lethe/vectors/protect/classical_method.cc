// Classical microaggregation of document vectors as a method of the catalogue.
#include "lethe/vectors/protect/spherical_protection.h"

namespace lethe::vectors {
namespace {

ProtectOutput protect_classically(const ProtectInput& input, const SphericalOptions& params) {
    SphericalOptions options = params;
    options.representative = Representative::mean;
    return publish_directions(input, options);
}

}  // namespace

Method classical_method() {
    return make_protection(
        MethodInfo{
            .name = "classical",
            .title = "Classical microaggregation of vectors",
            .summary = "Groups of k similar documents, each published as their mean.",
            .description =
                "Puts documents into groups of at least `k` by MDAV, and publishes each document "
                "as the mean of its group, which has the least sum of squared distances. Documents "
                "are made unit length first, so that both geometries put them into the same order "
                "and MDAV makes the same groups as for `spherical`; what is published is not of "
                "unit length. Use it where sums and means of the vectors are computed, which it "
                "keeps of the documents at unit length (unless `terms` cuts vectors); without "
                "refining, `spherical` publishes the same directions in another length. Groups are "
                "improved by exchanging documents (`refine`), by squared distances. Beware: terms "
                "are published as they are, and "
                "one that a single document has, such as a name, tells that somebody of the group "
                "had it; copies of a document hide behind each other and not behind others. The "
                "time grows at most with the square of the documents.",
            .kinds = {Kind::numeric},
            .properties = {Property::k_anonymous, Property::pairwise},
            .cites = {"abril2014privacy"},
            .example = {{"k", 5}},
            .in_words =
                "Documents that use similar words are put into groups, and each document is "
                "published as the mean of its group. Nobody can tell the documents of a group from "
                "each other.",
            .ladder = {{{"k", 2}}, {{"k", 3}}, {{"k", 5}}, {{"k", 10}}, {{"k", 20}}}},
        spherical_schema(), protect_classically);
}

}  // namespace lethe::vectors
