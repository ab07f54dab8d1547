#include "lethe/documents/find/person_name.h"

#include <algorithm>
#include <array>

#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

struct Title {
    std::string_view word;
    PersonName::Sex sex;
};

using enum PersonName::Sex;

constexpr std::array kPersonTitles = std::to_array<Title>({
    {"mr", male},         {"mister", male},       {"mrs", female},        {"ms", female},
    {"miss", female},     {"mx", unknown},        {"dr", unknown},        {"doctor", unknown},
    {"prof", unknown},    {"professor", unknown}, {"sir", male},          {"lord", male},
    {"lady", female},     {"dame", female},       {"madam", female},      {"madame", female},
    {"mme", female},      {"mlle", female},       {"monsieur", male},     {"herr", male},
    {"frau", female},     {"senor", male},        {"senora", female},     {"judge", unknown},
    {"justice", unknown}, {"president", unknown}, {"minister", unknown},  {"ambassador", unknown},
    {"senator", unknown}, {"governor", unknown},  {"secretary", unknown}, {"captain", unknown},
    {"capt", unknown},    {"colonel", unknown},   {"col", unknown},       {"general", unknown},
    {"gen", unknown},     {"major", unknown},     {"maj", unknown},       {"lieutenant", unknown},
    {"lt", unknown},      {"sergeant", unknown},  {"sgt", unknown},       {"admiral", unknown},
    {"rev", unknown},     {"reverend", unknown},  {"father", male},       {"sister", female},
    {"brother", male},    {"king", male},         {"queen", female},      {"prince", male},
    {"princess", female}, {"hon", unknown},       {"messrs", male},       {"inspector", unknown},
});

constexpr std::array<std::string_view, 12> kSuffixes{"jr", "sr", "ii", "iii", "iv",  "phd",
                                                     "md", "qc", "kc", "esq", "mba", "obe"};

const Title* known_title(std::string_view plain) {
    const auto found = std::find_if(kPersonTitles.begin(), kPersonTitles.end(),
                                    [&](const Title& title) { return title.word == plain; });
    return found == kPersonTitles.end() ? nullptr : &*found;
}

bool given_agree(const std::string& a, const std::string& b) {
    if (a == b) return true;
    if (language::count_characters(a) == 1) return b.starts_with(a);
    if (language::count_characters(b) == 1) return a.starts_with(b);
    return nearly_equal(a, b);
}

}  // namespace

bool is_title(std::string_view word) {
    return known_title(language::plain_letters(word)) != nullptr;
}

bool is_courtesy_title(std::string_view word) {
    constexpr std::array<std::string_view, 22> kCourtesy{
        "mr",   "mister",    "mrs",  "ms",   "miss", "mx",    "dr",    "doctor",
        "prof", "professor", "sir",  "lord", "lady", "dame",  "madam", "madame",
        "mme",  "mlle",      "herr", "frau", "rev",  "messrs"};
    return std::find(kCourtesy.begin(), kCourtesy.end(), language::plain_letters(word)) !=
           kCourtesy.end();
}

std::string_view without_possessive(std::string_view text) {
    for (const std::string_view end :
         {"'s", "\xE2\x80\x99s", "'S", "\xE2\x80\x99S", "'", "\xE2\x80\x99"}) {
        if (text.size() > end.size() && text.ends_with(end)) {
            text.remove_suffix(end.size());
            break;
        }
    }
    return text;
}

PersonName person_name(std::string_view text) {
    text = without_possessive(text);
    const std::size_t comma = text.find(',');
    std::vector<std::string> words;
    std::size_t before_comma = 0;  // words of "Smith" in "Smith, John"
    std::size_t last_end = 0;
    for (const language::Token& token : language::words_of(text)) {
        const std::string word = language::plain_letters(token.of(text));
        const bool joined = !words.empty() && token.begin == last_end + 1 && text[last_end] == '-';
        last_end = token.end;
        if (joined) {
            words.back() += word;  // Vexley-Brandt is one name
            continue;
        }
        words.push_back(word);
        before_comma += token.begin < comma ? 1 : 0;
    }
    PersonName name;
    std::size_t first = 0;
    for (; first + 1 < words.size(); ++first) {
        const Title* title = known_title(words[first]);
        if (title == nullptr) break;
        if (title->sex != unknown) name.sex = title->sex;
    }
    std::size_t end = words.size();
    while (end > first + 1 &&
           std::find(kSuffixes.begin(), kSuffixes.end(), words[end - 1]) != kSuffixes.end()) {
        --end;
    }
    if (first == end) return name;
    const bool turned =
        comma != std::string_view::npos && before_comma == first + 1 && end > before_comma;
    const auto at = [&](std::size_t i) { return words.begin() + static_cast<std::ptrdiff_t>(i); };
    if (turned) std::rotate(at(first), at(first + 1), at(end));
    name.given.assign(at(first), at(end - 1));
    name.family = words[end - 1];
    return name;
}

bool compatible(const PersonName& a, const PersonName& b) {
    if (a.sex != unknown && b.sex != unknown && a.sex != b.sex) return false;
    const std::size_t both = std::min(a.given.size(), b.given.size());
    for (std::size_t i = 0; i < both; ++i) {
        if (!given_agree(a.given[i], b.given[i])) return false;
    }
    return true;
}

bool nearly_equal(std::string_view a, std::string_view b, std::size_t least) {
    if (a == b) return true;
    if (std::min(a.size(), b.size()) < least) return false;
    const std::size_t shorter =
        std::min(language::count_characters(a), language::count_characters(b));
    // What they have in common in front and behind, whole characters only.
    const auto begins = [](std::string_view text, std::size_t at) {
        return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
    };
    std::size_t front = 0;
    while (front < std::min(a.size(), b.size()) && a[front] == b[front]) ++front;
    while (!begins(a, front) || !begins(b, front)) --front;
    a.remove_prefix(front);
    b.remove_prefix(front);
    std::size_t back = 0;
    while (back < std::min(a.size(), b.size()) &&
           a[a.size() - back - 1] == b[b.size() - back - 1]) {
        ++back;
    }
    while (!begins(a, a.size() - back) || !begins(b, b.size() - back)) --back;
    a.remove_suffix(back);
    b.remove_suffix(back);
    const std::size_t left = language::count_characters(a);
    const std::size_t right = language::count_characters(b);
    if (shorter < least || left > 2 || right > 2) return false;
    if (left <= 1 && right <= 1) return true;
    if (left != 2 || right != 2) return false;
    const auto first = static_cast<std::size_t>(language::character_at(a, 0).length);
    const auto other = static_cast<std::size_t>(language::character_at(b, 0).length);
    return a.substr(0, first) == b.substr(other) && b.substr(0, other) == a.substr(first);
}

}  // namespace lethe::documents
