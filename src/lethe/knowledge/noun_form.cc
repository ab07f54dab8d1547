// A word that the taxonomy knows stays as it is ("glasses", "news"). Otherwise the irregular
// plurals are looked up and the endings of regular ones are exchanged, those of WordNet's morphy(7)
// and -ves; the first result that the taxonomy knows is the form. Porter's stems would find more
// and worse: they lead from "operating" to "operator".
#include "lethe/knowledge/noun_form.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lethe {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// Ascending.
constexpr std::array kIrregular = std::to_array<Pair>({
    {"alumni", "alumnus"},
    {"analyses", "analysis"},
    {"appendices", "appendix"},
    {"axes", "axis"},
    {"bacteria", "bacterium"},
    {"bases", "base"},
    {"cacti", "cactus"},
    {"calves", "calf"},
    {"children", "child"},
    {"crises", "crisis"},
    {"criteria", "criterion"},
    {"curricula", "curriculum"},
    {"dice", "die"},
    {"dwarves", "dwarf"},
    {"elves", "elf"},
    {"emphases", "emphasis"},
    {"feet", "foot"},
    {"foci", "focus"},
    {"formulae", "formula"},
    {"fungi", "fungus"},
    {"geese", "goose"},
    {"halves", "half"},
    {"hooves", "hoof"},
    {"hypotheses", "hypothesis"},
    {"indices", "index"},
    {"knives", "knife"},
    {"leaves", "leaf"},
    {"lice", "louse"},
    {"lives", "life"},
    {"loaves", "loaf"},
    {"matrices", "matrix"},
    {"memoranda", "memorandum"},
    {"mice", "mouse"},
    {"nuclei", "nucleus"},
    {"oases", "oasis"},
    {"oxen", "ox"},
    {"parentheses", "parenthesis"},
    {"phenomena", "phenomenon"},
    {"radii", "radius"},
    {"referenda", "referendum"},
    {"scarves", "scarf"},
    {"selves", "self"},
    {"shelves", "shelf"},
    {"stimuli", "stimulus"},
    {"strata", "stratum"},
    {"syllabi", "syllabus"},
    {"symposia", "symposium"},
    {"synopses", "synopsis"},
    {"syntheses", "synthesis"},
    {"teeth", "tooth"},
    {"theses", "thesis"},
    {"thieves", "thief"},
    {"vertices", "vertex"},
    {"wives", "wife"},
    {"wolves", "wolf"},
});
static_assert(std::ranges::is_sorted(kIrregular, {}, &Pair::first));

constexpr std::array kEndings = std::to_array<Pair>({
    {"s", ""},
    {"ses", "s"},
    {"xes", "x"},
    {"zes", "z"},
    {"ches", "ch"},
    {"shes", "sh"},
    {"men", "man"},
    {"ies", "y"},
    {"ves", "f"},
    {"ves", "fe"},
});

}  // namespace

std::string noun_form(const Taxonomy& taxonomy, std::string_view word) {
    constexpr std::size_t kShortest = 2;  // of what is left of a word before its ending
    if (!taxonomy.find(word).empty()) return std::string(word);
    const auto irregular = std::ranges::lower_bound(kIrregular, word, {}, &Pair::first);
    if (irregular != kIrregular.end() && irregular->first == word &&
        !taxonomy.find(irregular->second).empty()) {
        return std::string(irregular->second);
    }
    if (word.ends_with("ss")) return {};
    for (const auto& [plural, singular] : kEndings) {
        if (!word.ends_with(plural) || word.size() < plural.size() + kShortest) continue;
        std::string form(word.substr(0, word.size() - plural.size()));
        form += singular;
        if (!taxonomy.find(form).empty()) return form;
    }
    return {};
}

}  // namespace lethe
