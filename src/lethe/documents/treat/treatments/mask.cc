// Letters and digits become a character: **** 1234.
#include "lethe/documents/document_method.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

struct MaskCharacters {
    std::string character = "*";
    std::int64_t keep_first = 0;
    std::int64_t keep_last = 0;
};

Schema<MaskCharacters> mask_characters_schema() {
    return Schema<MaskCharacters>()
        .field("character", &MaskCharacters::character, "what letters and digits become")
        .field("keep_first", &MaskCharacters::keep_first,
               "so many letters and digits stay at the beginning", between(0, 1000))
        .field("keep_last", &MaskCharacters::keep_last,
               "so many letters and digits stay at the end", between(0, 1000));
}

void complete_mask(Json& parameters, const CategoryInfo&, CategoryId, Problems& problems) {
    const auto character = parameters["character"].get<std::string>();
    if (character.empty() ||
        static_cast<std::size_t>(language::character_at(character, 0).length) != character.size()) {
        problems.push_back({"must be one character", {{}, 0, 0, "character"}});
    }
}

TreatOutput treat_mask(const TreatInput& input, const MaskCharacters& params) {
    const std::string_view text = input.text;
    const auto is_masked = [&](std::size_t at) {
        return language::is_word(language::character_at(text, at).code) && text[at] != '_';
    };
    std::int64_t total = 0;
    for (std::size_t at = 0; at < text.size();) {
        total += is_masked(at) ? 1 : 0;
        at += static_cast<std::size_t>(language::character_at(text, at).length);
    }
    // Something is always masked: a short text keeps nothing.
    const bool keeps = params.keep_first + params.keep_last < total;
    std::string result;
    std::int64_t seen = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto length = static_cast<std::size_t>(language::character_at(text, at).length);
        const bool word = is_masked(at);
        const bool kept =
            !word || (keeps && (seen < params.keep_first || seen >= total - params.keep_last));
        result += kept ? text.substr(at, length) : std::string_view(params.character);
        seen += word ? 1 : 0;
        at += length;
    }
    return {std::move(result)};
}

}  // namespace

Method mask_treatment() {
    return make_treatment(
        MethodInfo{
            .name = "mask",
            .title = "Masking characters",
            .summary = "Letters and digits become a character, but for the first or last few.",
            .description =
                "For numbers whose form should be seen: a payment card with `keep_last` 4 becomes "
                "**** **** **** 1234. Spaces and punctuation stay. A text that would keep all of "
                "its letters and digits keeps none. Beware: the length and the form of what stood "
                "there are told, and of a short or rare name they can be enough; the characters "
                "that stay are those of the original. For names `number` or `label` tells less.",
            .kinds = {Kind::text},
            .properties = {},
            .cites = {"abril2014privacy"},
            .example = {{"keep_last", 4}},
            .in_words = "Replaces the letters and digits of each mention by a character."},
        TreatmentTraits{.becomes = "masked",
                        .example_category = "credit-card",
                        .published = {"character", "keep_first", "keep_last"},
                        .complete = complete_mask},
        mask_characters_schema(), treat_mask);
}

}  // namespace lethe::documents
