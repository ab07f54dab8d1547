#include "lethe/documents/find/patterns/pattern_streets.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace lethe::documents {
namespace {

constexpr std::array<std::string_view, 76> kEnds{
    "straße",  "strasse",  "straat",   "strase", "gasse",      "allee",   "platz",   "ufer",
    "damm",    "ring",     "chaussee", "weg",    "laan",       "plein",   "kade",    "gracht",
    "singel",  "dreef",    "hof",      "steeg",  "vägen",      "gatan",   "gränd",   "stigen",
    "gata",    "gate",     "gaten",    "veien",  "vegen",      "veg",     "vej",     "gade",
    "allé",    "stræde",   "stien",    "bakken", "krogen",     "parken",  "katu",    "tie",
    "kuja",    "polku",    "raitti",   "tori",   "vegur",      "gerði",   "tún",     "braut",
    "holt",    "stígur",   "utca",     "útja",   "tere",       "körút",   "sétány",  "tänav",
    "maantee", "puiestee", "iela",     "gatvė",  "prospektas", "ulice",   "náměstí", "třída",
    "nábřeží", "ulica",    "trg",      "cesta",  "sokak",      "caddesi", "bulvarı", "mahallesi",
    "stræti",  "vangur",   "tangi",    "götu"};

constexpr std::array<std::string_view, 46> kBegins{
    "Rue",     "Avenue",   "Boulevard",  "Place",   "Impasse",  "Chemin",  "Quai",    "Allée",
    "Cours",   "Route",    "Via",        "Viale",   "Piazza",   "Vicolo",  "Corso",   "Largo",
    "Strada",  "Piazzale", "Calle",      "Avenida", "Plaza",    "Paseo",   "Carrera", "Camino",
    "Ronda",   "Travesía", "Carretera",  "Rua",     "Travessa", "Praça",   "Alameda", "Estrada",
    "Rodovia", "Ulica",    "Aleja",      "Plac",    "Osiedle",  "Strasse", "Straße",  "Am",
    "Auf",     "Str",      "Bulevardul", "Calea",   "Aleea",    "Al"};

constexpr std::size_t last_two(std::string_view word) {
    return static_cast<std::size_t>(static_cast<unsigned char>(word[word.size() - 2])) << 8 |
           static_cast<unsigned char>(word.back());
}

// The last two bytes that an end has: most words are done with here.
constexpr std::array<bool, 65536> kLast = [] {
    std::array<bool, 65536> last{};
    for (const std::string_view end : kEnds) last[last_two(end)] = true;
    return last;
}();

constexpr std::array<std::uint64_t, 256> kFirst = [] {
    std::array<std::uint64_t, 256> lengths{};
    for (const std::string_view begin : kBegins) {
        lengths[static_cast<unsigned char>(begin.front())] |= 1ULL << begin.size();
    }
    return lengths;
}();

}  // namespace

bool is_street_word(std::string_view word) {
    if (word.size() > 40 || word.size() < 2) return false;
    const auto first = static_cast<unsigned char>(word.front());
    if (!(first >= 'A' && first <= 'Z') && first < 0x80) return false;
    if ((kFirst[first] >> word.size() & 1U) != 0 &&
        std::find(kBegins.begin(), kBegins.end(), word) != kBegins.end()) {
        return true;
    }
    if (word.size() < 5 || !kLast[last_two(word)]) return false;
    return std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) {
        return word.size() > end.size() + 1 && word.ends_with(end);
    });
}

}  // namespace lethe::documents
