// Keeping the mentions of a category.
#include "lethe/documents/document_method.h"

namespace lethe::documents {
namespace {

TreatOutput treat_keep(const TreatInput& input, const NoParams&) {
    return {std::string(input.text)};
}

}  // namespace

Method keep_treatment() {
    return make_treatment(
        MethodInfo{
            .name = "keep",
            .title = "Keeping",
            .summary = "The text stays as it is.",
            .description =
                "For categories that identify nobody in these documents, or that readers cannot do "
                "without: the profile `default` keeps countries, well known places and titles. "
                "What is kept is still found, so that it can be counted, and a text that is "
                "removed as something else is not removed where it stands as something that is "
                "kept. Beware: a few kept places and dates together can tell who somebody is; "
                "`lethe attack` links documents by what is left of them.",
            .kinds = {Kind::text},
            .properties = {},
            .cites = {"abril2014privacy"},
            .in_words = "The text stays as it is.",
            .purposes = {Purpose::keeping}},
        TreatmentTraits{.becomes = "kept by the policy", .keeps = true, .tells_entities = true},
        Schema<NoParams>(), treat_keep);
}

}  // namespace lethe::documents
