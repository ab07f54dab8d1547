// A number for each entity: Pers_1.
#include <charconv>

#include "lethe/documents/document_method.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kNumberDigits = 6;  // of a number that is taken for an earlier one

TreatOutput treat_number(const TreatInput& input, const NoParams&) {
    return {numbered_entity(input)};
}

// What merely begins alike does not count: a number has at most six digits and no zero in front.
std::optional<WrittenPlace> written_number(const WrittenSearch& search, std::size_t w) {
    const language::Token* behind = search.behind_label(w);
    if (behind == nullptr) return std::nullopt;
    const std::string_view digits = behind->of(search.text);
    if (digits.size() > kNumberDigits || digits[0] == '0' ||
        digits.find_first_not_of("0123456789") != std::string_view::npos) {
        return std::nullopt;
    }
    WrittenPlace place{search.words[w].begin, behind->end};
    std::from_chars(digits.data(), digits.data() + digits.size(), place.number);
    return place;
}

}  // namespace

Method number_treatment() {
    return make_treatment(
        MethodInfo{
            .name = "number",
            .title = "Numbering",
            .summary = "A label and a number, the same for the same entity: `Pers_1`.",
            .description =
                "Every entity gets a number within its label, in the order of the documents, and "
                "all of its mentions that are known to be the same (John Smith, Mr Smith) become "
                "the same text: the documents stay readable, and who did what to whom is kept. It "
                "is what is done where a policy says nothing else. Numbers count over the whole "
                "collection, or, with `scope = \"document\"`, in each document anew. Beware: over "
                "the collection the same number tells which documents speak of the same person, "
                "and much that is told of one number can tell who it is. The private log knows who "
                "is who. A text that was numbered before is left alone, and new numbers begin "
                "behind the highest that it holds.",
            .kinds = {Kind::text},
            .properties = {},
            .cites = {"abril2014privacy", "nettleton2012document"},
            .in_words = "Replaces each person, place or number by a label with a number, the same "
                        "wherever the same one is meant.",
            .purposes = {Purpose::numbering}},
        TreatmentTraits{
            .becomes = "category and number", .tells_entities = true, .written_at = written_number},
        Schema<NoParams>(), treat_number);
}

}  // namespace lethe::documents
