// Something wider in place of a mention.
#include "lethe/documents/treat/generalise.h"

#include "lethe/documents/document_method.h"

namespace lethe::documents {
namespace {

struct GeneraliseParams {
    GeneraliseTo::Date to = GeneraliseTo::Date::year;
    std::int64_t years = GeneraliseTo{}.years;
    std::int64_t characters = GeneraliseTo{}.characters;
    std::string knowledge;
};

Schema<GeneraliseParams> generalise_schema() {
    return Schema<GeneraliseParams>()
        .choice("to", &GeneraliseParams::to, "what a date becomes",
                {{"year", GeneraliseTo::Date::year},
                 {"month", GeneraliseTo::Date::month},
                 {"decade", GeneraliseTo::Date::decade}})
        .field("years", &GeneraliseParams::years, "width of a band of ages", between(2, 100))
        .field("characters", &GeneraliseParams::characters,
               "how many characters of a postcode stay", between(0, 10))
        .field("knowledge", &GeneraliseParams::knowledge,
               "a taxonomy, \"wordnet\" or a file; empty: WordNet for places, countries, locations "
               "and demographic words, none for what has a form of its own");
}

bool knows_wordnet(CategoryId category) {
    return category == kPlace || category == kCountry || category == kLocation ||
           category == kDemographic;
}

void complete_generalise(Json& parameters, const CategoryInfo& info, CategoryId category,
                         Problems& problems) {
    if (!needs_knowledge(category) || parameters["knowledge"] != "") return;
    if (!knows_wordnet(category)) {
        problems.push_back(
            {info.name + " cannot be generalised without knowledge = a taxonomy", {}});
        return;
    }
    parameters["knowledge"] = "wordnet";
}

bool generalise_may_write(std::string_view text, CategoryId category, const Json& parameters) {
    const Json to = parameters.value("to", Json());
    return may_be_generalised(
        text, category, to.is_string() ? date_step_named(to.get<std::string>()) : std::nullopt);
}

TreatOutput treat_generalise(const TreatInput& input, const GeneraliseParams& params) {
    const GeneraliseTo to{params.to, static_cast<int>(params.years),
                          static_cast<int>(params.characters), params.knowledge};
    if (auto wider = generalise(input.text, input.category, to, input.tools.knowledge)) {
        return {std::move(*wider)};
    }
    return {numbered_entity(input), true};
}

}  // namespace

Method generalise_treatment() {
    return make_treatment(
        MethodInfo{
            .name = "generalise",
            .title = "Generalising",
            .summary = "Something wider: a date its year, a place its country.",
            .description =
                "A date becomes its year (`to`: month or decade), an age a band of `years`, money "
                "and quantities their power of ten, a postcode its first `characters`, an address "
                "of a computer its network. Places become the country that they are part of, and "
                "countries the part of the world, by a taxonomy that knows wholes (WordNet); other "
                "words the concept above them in the taxonomy that `knowledge` names. What cannot "
                "be made wider is numbered, and counted as such. It keeps more of the meaning than "
                "any other treatment. Beware: what is wider can still be rare. A text that was "
                "removed may come to stand in the release as what another became (2004), so the "
                "search in the release leaves such texts out; of dates those without a day alone.",
            .kinds = {Kind::text},
            .properties = {},
            .cites = {"abril2014privacy", "anandan2012plausibility"},
            .example = {{"to", "month"}},
            .in_words = "Replaces dates, ages, amounts and places by something wider: a year, a "
                        "band, a country."},
        TreatmentTraits{.becomes = "a wider word",
                        .may_repeat = true,
                        .may_write = generalise_may_write,
                        .taxonomy_parameter = "knowledge",
                        .example_category = "date",
                        .published = {"to", "years", "characters"},
                        .complete = complete_generalise},
        generalise_schema(), treat_generalise);
}

}  // namespace lethe::documents
