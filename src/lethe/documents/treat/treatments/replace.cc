// A text of the user in place of a mention.
#include "lethe/documents/document_method.h"

namespace lethe::documents {
namespace {

struct ReplaceText {
    std::string text;
};

TreatOutput treat_replace(const TreatInput&, const ReplaceText& params) { return {params.text}; }

}  // namespace

Method replace_treatment() {
    return make_treatment(
        MethodInfo{
            .name = "replace",
            .title = "Replacing by a text",
            .summary = "A text of one's own stands in its place.",
            .description =
                "All mentions of a category become the same text, in the words or the language "
                "that readers expect: [name], a person, XXX. As safe as `label`. Beware: the text "
                "is not known again when the documents are treated a second time, and it is not "
                "written into the record, because it may repeat what was removed.",
            .kinds = {Kind::text},
            .properties = {},
            .cites = {"abril2014privacy"},
            .example = {{"text", "[name]"}},
            .in_words = "Replaces each mention by a text that the owner chose."},
        TreatmentTraits{.becomes = "another name", .short_parameter = "text"},
        Schema<ReplaceText>()
            .field("text", &ReplaceText::text, "what stands in its place")
            .required(),
        treat_replace);
}

}  // namespace lethe::documents
