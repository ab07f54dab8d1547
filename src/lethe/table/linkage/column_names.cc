#include "lethe/table/linkage/column_names.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "lethe/knowledge/label_key.h"
#include "lethe/table/linkage/text_similarity.h"

namespace lethe::linkage {
namespace {

struct Meanings {
    std::string_view meaning;
    std::array<std::string_view, 9> names;
};

constexpr std::array<Meanings, 15> kMeanings{{
    {"given name",
     {"given name", "first name", "forename", "firstname", "givenname", "fname", "given",
      "christian name", "vorname"}},
    {"surname",
     {"surname", "last name", "family name", "lastname", "lname", "familyname", "second name",
      "nachname", "name last"}},
    {"sex", {"sex", "gender"}},
    {"date of birth",
     {"date of birth", "dob", "birth date", "birthdate", "birthday", "born", "dateofbirth",
      "date birth", "birth dt"}},
    {"year of birth", {"year of birth", "birth year", "yob", "birthyear"}},
    {"postcode",
     {"postcode", "zip", "zip code", "zipcode", "postal code", "post code", "plz", "postalcode"}},
    {"telephone",
     {"phone", "telephone", "phone number", "telephone number", "mobile", "tel", "cell phone"}},
    {"e-mail", {"email", "e mail", "email address", "mail"}},
    {"town", {"city", "town", "municipality", "suburb", "locality", "place"}},
    {"street", {"street", "address", "street address", "address 1", "street name", "address1"}},
    {"marital status", {"marital status", "civil status", "marital"}},
    {"occupation", {"occupation", "job", "profession"}},
    {"education", {"education", "schooling", "education level"}},
    {"social security number",
     {"social security number", "ssn", "soc sec id", "social security id", "soc sec no",
      "social security"}},
    {"income", {"income", "annual income", "salary", "earnings", "wage"}},
}};

std::string without_blanks(std::string text) {
    std::erase(text, ' ');
    return text;
}

}  // namespace

std::string meaning_of_name(const std::string& name) {
    const std::string key = plain_key(name);
    for (const Meanings& meanings : kMeanings) {
        for (const std::string_view known : meanings.names) {
            if (!known.empty() && known == key) return std::string(meanings.meaning);
        }
    }
    return {};
}

std::vector<NamePair> pair_names(std::span<const std::string> left,
                                 std::span<const std::string> right) {
    std::vector<NamePair> pairs;
    std::vector<bool> left_used(left.size(), false);
    std::vector<bool> right_used(right.size(), false);
    const auto pair_where = [&](auto&& reason_of) {
        for (std::size_t i = 0; i < left.size(); ++i) {
            for (std::size_t j = 0; j < right.size() && !left_used[i]; ++j) {
                if (right_used[j]) continue;
                const std::string reason = reason_of(left[i], right[j]);
                if (reason.empty()) continue;
                left_used[i] = right_used[j] = true;
                pairs.push_back({i, j, reason});
            }
        }
    };
    pair_where([](const std::string& a, const std::string& b) -> std::string {
        return a == b ? "the same name" : "";
    });
    pair_where([](const std::string& a, const std::string& b) -> std::string {
        return without_blanks(plain_key(a)) == without_blanks(plain_key(b)) ? "the same name" : "";
    });
    pair_where([](const std::string& a, const std::string& b) -> std::string {
        const std::string meaning = meaning_of_name(a);
        return !meaning.empty() && meaning == meaning_of_name(b) ? "both mean " + meaning : "";
    });
    pair_where([](const std::string& a, const std::string& b) -> std::string {
        const std::string x = without_blanks(plain_key(a));
        const std::string y = without_blanks(plain_key(b));
        if (std::min(x.size(), y.size()) < 5 || jaro_winkler(x, y) < 0.93) return "";
        const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
        const bool numbered = x.back() != y.back() && (is_digit(x.back()) || is_digit(y.back()));
        return numbered ? "" : "similar names";
    });
    std::ranges::sort(pairs, {}, &NamePair::left);
    return pairs;
}

}  // namespace lethe::linkage
