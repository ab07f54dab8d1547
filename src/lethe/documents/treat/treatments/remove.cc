// Nothing in place of a mention.
#include "lethe/documents/document_method.h"

namespace lethe::documents {
namespace {

TreatOutput treat_remove(const TreatInput&, const NoParams&) { return {}; }

}  // namespace

Method remove_treatment() {
    return make_treatment(
        MethodInfo{
            .name = "remove",
            .title = "Removing",
            .summary = "Nothing is left.",
            .description =
                "The mention goes, and of the two spaces around it one. Nothing says what stood "
                "there, or that something did: for what readers do not miss, such as file "
                "references and signatures. Beware: sentences lose their subjects, and a reader "
                "may take a text for whole that is not; `label` is as safe and says so.",
            .kinds = {Kind::text},
            .properties = {},
            .cites = {"abril2014privacy"},
            .in_words = "Takes each mention out and leaves nothing in its place."},
        TreatmentTraits{.becomes = "removed"}, Schema<NoParams>(), treat_remove);
}

}  // namespace lethe::documents
