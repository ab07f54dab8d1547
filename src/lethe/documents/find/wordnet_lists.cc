// The names in WordNet. Its taxonomy does not tell an instance (Paris) from a class (capital), but
// a name does: it begins with a capital, and nothing is below it, except below countries. Persons
// are those whose gloss gives years; classes of people that are written with a capital (Frenchman,
// Marxist) do not.
#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>

#include "lethe/documents/find/list_finder.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

// The sense of a word whose gloss has this in it.
std::optional<ConceptId> sense(const Taxonomy& wordnet, std::string_view word,
                               std::string_view in_gloss) {
    for (const ConceptId c : wordnet.find(word)) {
        if (wordnet.gloss(c).find(in_gloss) != std::string_view::npos) return c;
    }
    return std::nullopt;
}

bool starts_with_capital(std::string_view name) {
    return !name.empty() && language::is_upper(language::character_at(name, 0).code);
}

bool has_years(std::string_view gloss) {
    for (std::size_t i = 0; i + 3 < gloss.size(); ++i) {
        const std::string_view four = gloss.substr(i, 4);
        if (std::all_of(four.begin(), four.end(), [](char c) { return c >= '0' && c <= '9'; })) {
            return true;
        }
    }
    return gloss.find(" BC") != std::string_view::npos ||
           gloss.find("century") != std::string_view::npos;
}

struct GlossKind {
    std::string_view word;
    std::string_view in_gloss;
    CategoryId category;
    bool person;
};

// The first that subsumes a name decides.
constexpr std::array<GlossKind, 12> kGlossKinds{{
    {"person", "a human being", kPerson, true},
    {"country", "territory occupied by a nation", kCountry, false},
    {"municipality", "urban district", kPlace, false},
    {"urban area", "geographical area constituting a city or town", kPlace, false},
    {"administrative district", "district defined for administrative", kPlace, false},
    {"geographical area", "demarcated area of the Earth", kPlace, false},
    {"location", "point or extent in space", kLocation, false},
    {"body of water", "part of the earth's surface covered with water", kLocation, false},
    {"geological formation", "geological features of the earth", kLocation, false},
    {"land", "solid part of the earth's surface", kLocation, false},
    {"structure", "complex entity constructed of many parts", kLocation, false},
    {"organization", "group of people who work together", kOrganisation, false},
}};

std::string capitals_of(std::string_view name) {
    std::string all(name);
    for (char& c : all) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return all;
}

}  // namespace

std::vector<NameList> wordnet_lists(const Taxonomy& wordnet) {
    std::unordered_set<std::string_view> common;  // words that need no capital
    for (std::int64_t i = 0; i < wordnet.parts_of_it().name_texts.size(); ++i) {
        const std::string_view name = wordnet.parts_of_it().name_texts[i];
        if (!starts_with_capital(name)) common.insert(name);
    }
    NameList persons{kPerson, "WordNet persons", {}, false, 0.6F};
    NameList surnames{kPerson, "WordNet surnames", {}, false, 0.45F};
    NameList countries{kCountry, "WordNet countries", {}, false, 0.75F};
    NameList places{kPlace, "WordNet places", {}, false, 0.6F};
    NameList locations{kLocation, "WordNet locations", {}, false, 0.55F};
    NameList organisations{kOrganisation, "WordNet organisations", {}, false, 0.5F};
    std::vector<std::pair<ConceptId, GlossKind>> kinds;
    for (const GlossKind& kind : kGlossKinds) {
        if (const auto c = sense(wordnet, kind.word, kind.in_gloss)) kinds.emplace_back(*c, kind);
    }
    for (ConceptId c = 0; c < wordnet.size(); ++c) {
        const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) {
            return wordnet.subsumes(one.first, c);
        });
        if (kind == kinds.end()) continue;
        const CategoryId category = kind->second.category;
        if (!wordnet.children(c).empty() && category != kCountry) continue;
        if (kind->second.person && !has_years(wordnet.gloss(c))) continue;
        for (std::int64_t i = 0; i < wordnet.name_count(c); ++i) {
            std::string name(wordnet.name_of(c, i));
            std::replace(name.begin(), name.end(), '_', ' ');
            if (!starts_with_capital(name) || name.size() < 3) continue;
            if (common.contains(language::lower_case(name))) continue;
            if (category == kCountry && name.ends_with(" country")) continue;
            if (category == kCountry && name.ends_with(" nation")) continue;
            const bool single = name.find(' ') == std::string::npos;
            NameList& list = category == kPerson     ? (single ? surnames : persons)
                             : category == kCountry  ? countries
                             : category == kPlace    ? places
                             : category == kLocation ? locations
                                                     : organisations;
            if (name.size() > 3 && category != kPerson) list.phrases.push_back(capitals_of(name));
            list.phrases.push_back(std::move(name));
        }
    }
    return {persons, surnames, countries, places, locations, organisations};
}

}  // namespace lethe::documents
