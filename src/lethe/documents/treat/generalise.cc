#include "lethe/documents/treat/generalise.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "lethe/documents/find/dates.h"
#include "lethe/documents/find/person_name.h"
#include "lethe/language/ascii.h"
#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

using std::nullopt;
using Wider = std::optional<std::string>;

constexpr std::array<std::string_view, 13> kMonthNames{
    "",     "January", "February",  "March",   "April",    "May",     "June",
    "July", "August",  "September", "October", "November", "December"};

Wider wider_date(std::string_view text, GeneraliseTo::Date step) {
    const TextDate date = read_date(text);
    // A number of four digits that is no year may be a day and a month.
    if (date.year < 1000 || date.year > 2999) return nullopt;
    switch (step) {
        case GeneraliseTo::Date::year:
            return std::to_string(date.year);
        case GeneraliseTo::Date::month:
            if (date.month == 0) return nullopt;
            return fmt::format("{} {}", kMonthNames[static_cast<std::size_t>(date.month)],
                               date.year);
        case GeneraliseTo::Date::decade:
            return fmt::format("{}s", date.year / 10 * 10);
    }
    return nullopt;
}

bool is_year(std::string_view word) {
    return word.size() == 4 && (word[0] == '1' || word[0] == '2') &&
           std::all_of(word.begin(), word.end(), language::is_figure);
}

// Whether a word can stand in what dates became, or between two of them ("1994 and 1996").
bool may_be_in_date(std::string_view word, std::optional<GeneraliseTo::Date> step) {
    using Step = GeneraliseTo::Date;
    constexpr std::array<std::string_view, 8> kBetween{"and", "to",    "of", "or",
                                                       "the", "until", "in", "from"};
    const bool decade =
        word.size() == 5 && is_year(word.substr(0, 4)) && word[3] == '0' && word[4] == 's';
    if (decade) return !step || step == Step::decade;
    if (is_year(word)) return !step || step != Step::decade;
    if (std::find(kBetween.begin(), kBetween.end(), word) != kBetween.end()) return true;
    const bool month = !word.empty() &&
                       std::find(kMonthNames.begin(), kMonthNames.end(), word) != kMonthNames.end();
    return month && (!step || step == Step::month);
}

struct Amount {
    language::Span span;      // of its digits, with marks between them
    std::string_view digits;  // before the decimal mark, marks included
    std::size_t whole = 0;    // digits before the decimal mark
};

// The first number of a text: "5,400.50", "1 200", "3.5", "1.200,00".
std::optional<Amount> first_amount(std::string_view text) {
    std::size_t begin = 0;
    while (begin < text.size() && !language::is_figure(text[begin])) ++begin;
    if (begin == text.size()) return nullopt;
    std::size_t end = begin;
    std::size_t whole = 0;
    std::size_t run = 0;  // digits since the last mark
    bool decimal = false;
    while (end < text.size()) {
        if (language::is_figure(text[end])) {
            ++run;
            whole += decimal ? 0 : 1;
            ++end;
            continue;
        }
        const bool mark =
            text[end] == ',' || text[end] == '.' || text[end] == ' ' || text[end] == '\'';
        std::size_t next = end + 1;
        while (next < text.size() && language::is_figure(text[next])) ++next;
        const std::size_t following = next - end - 1;
        if (!mark || following == 0 || decimal) break;
        // Three digits follow a mark of thousands, any other number a decimal mark.
        if (following == 3 && run <= 3) {
            run = 0;
        } else if (text[end] == ' ' || text[end] == '\'') {
            break;
        } else {
            decimal = true;
        }
        ++end;
    }
    Amount amount;
    amount.span = {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)};
    amount.whole = whole;
    amount.digits = text.substr(begin, end - begin);
    return amount;
}

std::string with_thousands(std::string digits) {
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

Wider wider_amount(std::string_view text) {
    const auto amount = first_amount(text);
    if (!amount || amount->whole > 15) return nullopt;
    // What else has digits would stay.
    const std::string_view behind = text.substr(static_cast<std::size_t>(amount->span.end));
    if (std::any_of(behind.begin(), behind.end(), language::is_figure)) return nullopt;
    std::size_t whole = amount->whole;
    if (amount->digits.front() == '0') whole = 1;
    const std::string least = whole == 1 ? "0" : "1" + std::string(whole - 1, '0');
    const std::string most = "1" + std::string(whole, '0');
    return fmt::format("{}{}-{}{}", text.substr(0, static_cast<std::size_t>(amount->span.begin)),
                       with_thousands(least), with_thousands(most), behind);
}

Wider wider_age(std::string_view text, int years) {
    const auto amount = first_amount(text);
    if (!amount || amount->whole > 3) return nullopt;
    int age = 0;
    std::from_chars(amount->digits.data(), amount->digits.data() + amount->whole, age);
    return fmt::format("{}-{}", age / years * years, age / years * years + years - 1);
}

Wider wider_postcode(std::string_view text, int characters) {
    std::string wider;
    int seen = 0;
    for (const char c : text) {
        const bool word = language::is_word(static_cast<unsigned char>(c));
        wider += word && seen++ >= characters ? '*' : c;
    }
    return seen > characters ? Wider(wider) : nullopt;
}

Wider wider_ip(std::string_view text) {
    const char mark = text.find(':') == std::string_view::npos ? '.' : ':';
    const std::size_t first = text.find(mark);
    const std::size_t second = first == std::string_view::npos ? first : text.find(mark, first + 1);
    if (second == std::string_view::npos || first == 0 || second == first + 1) return nullopt;
    return fmt::format("{}{}", text.substr(0, second), mark == '.' ? ".0.0/16" : "::/32");
}

// The concept above the most usual sense.
Wider concept_above(const Taxonomy& taxonomy, std::string_view text) {
    for (const ConceptId sense : taxonomy.find(text)) {
        for (const ConceptId parent : taxonomy.parents(sense)) {
            if (parent != taxonomy.root()) return std::string(taxonomy.name_of(parent, 0));
        }
    }
    return nullopt;
}

bool is_country(const Taxonomy& taxonomy, ConceptId concept_) {
    // Of what "country" can mean, what is called so first of all (and not "area").
    const std::vector<ConceptId> senses = taxonomy.find("country");
    return std::any_of(senses.begin(), senses.end(), [&](ConceptId country) {
        return country != concept_ &&
               language::lower_case(taxonomy.name_of(country, 0)) == "country" &&
               taxonomy.subsumes(country, concept_);
    });
}

// Up the wholes, nearest first, to the first that is a country; or, from a country, to the first
// whole that is none.
Wider whole_of(const Taxonomy& taxonomy, std::string_view text, CategoryId category) {
    constexpr std::size_t kMost = 200;
    for (const ConceptId sense : taxonomy.find(text)) {
        const bool from_country = category == kCountry;
        if (from_country != is_country(taxonomy, sense)) continue;
        std::vector<ConceptId> walk{sense};
        for (std::size_t i = 0; i < walk.size() && i < kMost; ++i) {
            for (const ConceptId whole : taxonomy.wholes(walk[i])) {
                if (std::find(walk.begin(), walk.end(), whole) != walk.end()) continue;
                if (is_country(taxonomy, whole) != from_country) {
                    return std::string(taxonomy.name_of(whole, 0));
                }
                walk.push_back(whole);
            }
        }
    }
    return nullopt;
}

Wider by_knowledge(const Taxonomy& taxonomy, std::string_view text, CategoryId category) {
    const bool place = category == kPlace || category == kLocation || category == kCountry;
    const bool has_wholes = !taxonomy.parts_of_it().wholes.items.empty();
    return place && has_wholes ? whole_of(taxonomy, text, category) : concept_above(taxonomy, text);
}

}  // namespace

std::string_view name(GeneraliseTo::Date date) {
    switch (date) {
        case GeneraliseTo::Date::year:
            return "year";
        case GeneraliseTo::Date::month:
            return "month";
        case GeneraliseTo::Date::decade:
            return "decade";
    }
    return "";
}

std::vector<std::string> date_step_names() { return {"year", "month", "decade"}; }

std::optional<GeneraliseTo::Date> date_step_named(std::string_view text) {
    for (const auto date :
         {GeneraliseTo::Date::year, GeneraliseTo::Date::month, GeneraliseTo::Date::decade}) {
        if (name(date) == text) return date;
    }
    return nullopt;
}

bool needs_knowledge(CategoryId category) {
    switch (category) {
        case kDate:
        case kAge:
        case kMoney:
        case kQuantity:
        case kPostcode:
        case kIp:
            return false;
        default:
            return true;
    }
}

bool may_be_generalised(std::string_view text, CategoryId category,
                        std::optional<GeneraliseTo::Date> step) {
    switch (category) {
        case kDate: {
            const std::vector<language::Token> words = language::words_of(text);
            return std::all_of(words.begin(), words.end(), [&](const language::Token& word) {
                return may_be_in_date(word.of(text), step);
            });
        }
        case kPostcode:
            return text.find('*') != std::string_view::npos;
        case kIp:
            return text.find(".0.0") != std::string_view::npos ||
                   text.find("::") != std::string_view::npos;
        default:
            return true;
    }
}

std::optional<std::string> generalise(std::string_view text, CategoryId category,
                                      const GeneraliseTo& to, const Taxonomy* knowledge) {
    text = without_possessive(text);
    Wider wider;
    switch (category) {
        case kDate:
            wider = wider_date(text, to.date);
            break;
        case kAge:
            wider = wider_age(text, to.years);
            break;
        case kMoney:
        case kQuantity:
            wider = wider_amount(text);
            break;
        case kPostcode:
            wider = wider_postcode(text, to.characters);
            break;
        case kIp:
            wider = wider_ip(text);
            break;
        default:
            if (knowledge != nullptr) wider = by_knowledge(*knowledge, text, category);
    }
    // A year is a year; but a place that is its own whole tells as much as before.
    if (wider && needs_knowledge(category) &&
        language::lower_case(*wider) == language::lower_case(text)) {
        return nullopt;
    }
    return wider;
}

}  // namespace lethe::documents
