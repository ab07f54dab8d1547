#include "lethe/documents/find/entity_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lethe/documents/find/dates.h"
#include "lethe/documents/find/near_names.h"
#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

constexpr std::array<std::string_view, 22> kLegalForms{
    "inc",         "incorporated", "ltd",     "limited", "llc", "llp", "plc", "corp",
    "corporation", "co",           "company", "gmbh",    "ag",  "kg",  "sa",  "sarl",
    "spa",         "srl",          "bv",      "nv",      "ab",  "oy"};

bool is_exact(CategoryId category) {
    switch (category) {
        case kEmail:
        case kUrl:
        case kIp:
        case kPhone:
        case kAccount:
        case kIban:
        case kCreditCard:
        case kNationalId:
        case kVehicle:
        case kCode:
        case kPostcode:
            return true;
        default:
            return false;
    }
}

bool is_figure_category(CategoryId category) {
    return category == kDate || category == kTime || category == kMoney || category == kQuantity ||
           category == kAge;
}

// Letters and digits alone; of an e-mail address everything.
std::string code_key(std::string_view text, CategoryId category) {
    if (category == kEmail || category == kUrl || category == kIp)
        return language::lower_case(text);
    std::string key;
    for (const language::Token& word : language::words_of(text))
        key += language::plain_letters(word.of(text));
    return key;
}

std::string figure_key(std::string_view text, CategoryId category) {
    if (category == kDate) {
        const TextDate date = read_date(text);
        if (date.day > 0 && date.sure) {
            return fmt::format("{}-{}-{}", date.year, date.month, date.day);
        }
    }
    std::string key;
    for (const language::Token& token : language::tokenise(text))
        key += language::plain_letters(token.of(text)) + ' ';
    return key;
}

bool is_acronym(std::string_view word) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < word.size(); ++count) {
        const language::Character c = language::character_at(word, at);
        if (!language::is_upper(c.code)) return false;
        at += static_cast<std::size_t>(c.length);
    }
    return count >= 2 && count <= 5;
}

std::string first_letter(const std::string& word) {
    return word.substr(0, static_cast<std::size_t>(language::character_at(word, 0).length));
}

// Do the words agree from `i` and `j` on, where an acronym may stand for several words?
bool agree(const NameForm& a, std::size_t i, const NameForm& b, std::size_t j) {
    while (i < a.words.size() && j < b.words.size()) {
        if (a.words[i] == b.words[j]) {
            ++i;
            ++j;
            continue;
        }
        const auto expands = [](const NameForm& acronym, std::size_t at, const NameForm& words,
                                std::size_t from) {
            if (!acronym.capitals[at]) return std::size_t{0};
            std::string initials;
            std::size_t n = 0;
            for (; from + n < words.words.size() && initials.size() < acronym.words[at].size();
                 ++n) {
                if (words.capitals[from + n]) return std::size_t{0};
                initials += first_letter(words.words[from + n]);
            }
            return initials == acronym.words[at] ? n : std::size_t{0};
        };
        if (const std::size_t n = expands(a, i, b, j); n > 0) {
            ++i;
            j += n;
        } else if (const std::size_t m = expands(b, j, a, i); m > 0) {
            ++j;
            i += m;
        } else {
            return false;
        }
    }
    return i == a.words.size() && j == b.words.size();
}

// Whether one letter of a short name stands in place of another: Smith and Smyth are two families,
// where a letter more, less or in the other order is a slip.
bool has_another_letter(std::string a, std::string b) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a.size() == b.size() && a != b;
}

}  // namespace

Fit fit(const KnownPerson& known, const PersonName& mention, std::int64_t document) {
    const PersonName& name = known.name;
    const bool contradicts = name.sex != PersonName::Sex::unknown &&
                             mention.sex != PersonName::Sex::unknown && name.sex != mention.sex;
    if (contradicts) return Fit::none;
    if (name.family == mention.family) {
        if (!mention.bare()) {
            for (const PersonName& form : known.forms) {
                if (form.given == mention.given) return Fit::same;
            }
        }
        if (compatible(name, mention)) return Fit::family;
    } else if (near_spelling(name.family, mention.family) && compatible(name, mention)) {
        const std::size_t shorter = std::min(language::count_characters(name.family),
                                             language::count_characters(mention.family));
        if (shorter >= kLongFamily) return Fit::misspelt;
        if (known.document == document && !has_another_letter(name.family, mention.family)) {
            return Fit::misspelt;
        }
    }
    if (known.document != document) return Fit::none;
    if (mention.bare() && !name.bare() && name.given.front() == mention.family) return Fit::given;
    if (name.bare() && !mention.bare() && mention.given.front() == name.family) return Fit::given;
    return Fit::none;
}

void learn(KnownPerson& known, const PersonName& mention, Fit fit) {
    PersonName& name = known.name;
    if (name.sex == PersonName::Sex::unknown) name.sex = mention.sex;
    if (fit == Fit::given) {
        if (mention.bare()) return;
        name.family = mention.family;
        name.given = mention.given;
    } else {
        for (std::size_t i = 0; i < mention.given.size(); ++i) {
            if (i == name.given.size()) {
                name.given.push_back(mention.given[i]);
            } else if (mention.given[i].size() > name.given[i].size() &&
                       mention.given[i].starts_with(name.given[i])) {
                name.given[i] = mention.given[i];
            }
        }
    }
    const auto same = [&](const PersonName& form) {
        return form.given == mention.given && form.family == mention.family;
    };
    if (!mention.bare() && mention.family == name.family &&
        std::none_of(known.forms.begin(), known.forms.end(), same)) {
        known.forms.push_back(mention);
    }
}

NameForm name_form(std::string_view text, CategoryId category) {
    NameForm form;
    if (is_exact(category) || is_figure_category(category)) {
        form.key = is_exact(category) ? code_key(text, category) : figure_key(text, category);
        return form;
    }
    text = without_possessive(text);
    std::string letters;  // of an acronym written with full stops
    const auto close = [&] {
        if (letters.empty()) return;
        form.capitals.push_back(is_acronym(letters));
        form.words.push_back(language::plain_letters(letters));
        letters.clear();
    };
    for (const language::Token& token : language::words_of(text)) {
        const std::string_view word = token.of(text);
        if (word.size() == 1 && language::is_upper(static_cast<unsigned char>(word[0]))) {
            letters += word;
            continue;
        }
        close();
        form.capitals.push_back(is_acronym(word));
        form.words.push_back(language::plain_letters(word));
    }
    close();
    if (form.words.size() > 1 && form.words.front() == "the") {
        form.words.erase(form.words.begin());
        form.capitals.erase(form.capitals.begin());
    }
    while (category == kOrganisation && form.words.size() > 1 &&
           std::find(kLegalForms.begin(), kLegalForms.end(), form.words.back()) !=
               kLegalForms.end()) {
        form.words.pop_back();
        form.capitals.pop_back();
    }
    for (std::size_t i = 0; i < form.words.size(); ++i) {
        if (i > 0) form.key += ' ';
        form.key += form.words[i];
        form.initials += form.capitals[i] ? form.words[i] : first_letter(form.words[i]);
    }
    form.near =
        std::none_of(form.key.begin(), form.key.end(), [](char c) { return c >= '0' && c <= '9'; });
    return form;
}

Fit fit(const NameForm& known, const NameForm& mention) {
    if (known.key == mention.key) return Fit::same;
    if (!known.near || !mention.near) return Fit::none;
    if (known.initials == mention.initials && agree(known, 0, mention, 0)) return Fit::shortened;
    if (nearly_equal(known.key, mention.key, kLongName)) return Fit::misspelt;
    return Fit::none;
}

}  // namespace lethe::documents
