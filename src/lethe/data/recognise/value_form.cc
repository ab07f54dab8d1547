// Small scanners over the bytes of a value; bytes beyond ASCII count as letters. Each answers
// whether a value could be of a form, and none is certain for one value: a column is recognised by
// the share of its values.
#include "lethe/data/recognise/value_form.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

#include "lethe/data/numbers/number_text.h"
#include "lethe/data/recognise/check_digits.h"

namespace lethe::recognise {
namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool upper(char c) { return c >= 'A' && c <= 'Z'; }
bool letter(char c) {
    return upper(c) || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 128;
}
bool hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

std::size_t count_digits(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), digit));
}

// A number of at most `most` digits at the beginning, which it is cut off.
std::optional<int> take_number(std::string_view& text, std::size_t most) {
    std::size_t length = 0;
    int value = 0;
    while (length < text.size() && length < most && digit(text[length])) {
        value = value * 10 + (text[length++] - '0');
    }
    if (length == 0) return std::nullopt;
    text.remove_prefix(length);
    return value;
}

bool is_email(std::string_view text) {
    const std::size_t at = text.find('@');
    if (at == 0 || at == std::string_view::npos || text.find(' ') != std::string_view::npos) {
        return false;
    }
    const std::string_view domain = text.substr(at + 1);
    const std::size_t dot = domain.find('.');
    return dot != std::string_view::npos && dot > 0 && dot + 1 < domain.size() &&
           domain.find('@') == std::string_view::npos;
}

bool is_url(std::string_view text) {
    for (const std::string_view start : {"http://", "https://", "ftp://", "www."}) {
        if (text.size() > start.size() + 3 && text.starts_with(start)) return true;
    }
    return false;
}

bool is_network(std::string_view text) {
    std::string_view rest = text;
    for (int part = 0; part < 4; ++part) {
        const auto number = take_number(rest, 3);
        if (!number || *number > 255) break;
        if (part == 3) return rest.empty();
        if (!rest.starts_with('.')) break;
        rest.remove_prefix(1);
    }
    const char mark = text.find(':') != std::string_view::npos ? ':' : '-';
    const auto marks = std::count(text.begin(), text.end(), mark);
    const bool hexadecimal =
        std::all_of(text.begin(), text.end(), [&](char c) { return hex(c) || c == mark; });
    if (!hexadecimal) return false;
    if (marks == 5 && text.size() == 17) return true;  // MAC
    return mark == ':' && (marks == 7 || (marks >= 2 && text.find("::") != std::string_view::npos));
}

bool is_hash(std::string_view text) {
    const std::size_t digits = count_digits(text);
    return text.size() >= 16 && digits > 0 && digits < text.size() &&
           std::all_of(text.begin(), text.end(), hex);
}

bool is_uuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool mark = i == 8 || i == 13 || i == 18 || i == 23;
        if (mark ? text[i] != '-' : !hex(text[i])) return false;
    }
    return true;
}

bool is_iban(std::string_view text) {
    std::string code;
    for (const char c : text) {
        if (c != ' ') code += c;
    }
    return code.size() >= 15 && code.size() <= 34 && letter(code[0]) && letter(code[1]) &&
           digit(code[2]) && digit(code[3]) && passes_mod97(code);
}

bool is_social(std::string_view text) {
    if (text.size() != 11) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i == 3 || i == 6 ? text[i] != '-' : !digit(text[i])) return false;
    }
    return true;
}

bool is_phone(std::string_view text) {
    const std::size_t digits = count_digits(text);
    if (digits < 7 || digits > 15) return false;
    bool written = text.starts_with('+') || text.starts_with('0');
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (digit(c) || (c == '+' && i == 0)) continue;
        if (std::string_view(" -./()").find(c) == std::string_view::npos) return false;
        written = written || c != '.';
    }
    return written;
}

bool is_day(int year, int month, int day) {
    return year >= 1800 && year <= 2200 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

// "12 March 1980", "Mar-20": a month in letters beside numbers.
bool names_month(std::string_view text) {
    constexpr std::string_view kMonths =
        " january february march april may june july august september october november december"
        " januar februar mai juni juli oktober dezember enero febrero marzo abril mayo junio julio"
        " agosto septiembre octubre noviembre diciembre ";
    int months = 0, numbers = 0, words = 0;
    for (std::size_t begin = 0; begin < text.size() && text.size() <= 24;) {
        const std::size_t end = std::min(text.find_first_of(" -,./", begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        begin = end + 1;
        if (word.empty()) continue;
        ++words;
        if (count_digits(word) == word.size() && word.size() <= 4) {
            ++numbers;
        } else if (word.size() >= 3 && word.size() <= 9) {
            std::string start = " ";
            for (const char c : word) {
                start += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            }
            months += kMonths.find(start) != std::string_view::npos ? 1 : 0;
        }
    }
    return months == 1 && numbers >= 1 && months + numbers == words;
}

// Of a text after the date.
bool is_time(std::string_view text) {
    if (text.empty()) return true;
    if (text.front() != ' ' && text.front() != 'T') return false;
    text.remove_prefix(1);
    const auto hour = take_number(text, 2);
    return hour && *hour < 25 && text.starts_with(':');
}

struct DateForm {
    bool date = false, sorted = false;
};

DateForm date_form(std::string_view text) {
    std::string_view rest = text;
    if (text.size() == 8 && count_digits(text) == 8) {
        const auto year = take_number(rest, 4), month = take_number(rest, 2),
                   day = take_number(rest, 2);
        const bool is = *year >= 1850 && *year <= 2100 && is_day(*year, *month, *day);
        return {is, is};
    }
    const auto first = take_number(rest, 4);
    if (names_month(text)) return {true, false};
    if (!first || rest.empty()) return {};
    if (rest.front() == ':') {  // a time of the day
        const bool is =
            *first < 25 && rest.size() <= 9 &&
            std::all_of(rest.begin(), rest.end(), [](char c) { return digit(c) || c == ':'; });
        return {is, is && text[1] != ':'};
    }
    const char mark = rest.front();
    if (mark != '-' && mark != '/' && mark != '.') return {};
    rest.remove_prefix(1);
    const std::size_t before = rest.size();
    const auto second = take_number(rest, 2);
    const bool two_digits = before - rest.size() == 2;
    if (!second || !rest.starts_with(mark)) return {};
    rest.remove_prefix(1);
    const std::size_t length = rest.size();
    const auto third = take_number(rest, 4);
    if (!third || !is_time(rest)) return {};
    const std::size_t digits = length - rest.size();
    if (*first >= 1800) {
        const bool is = is_day(*first, *second, *third) && digits <= 2;
        return {is, is && two_digits && digits == 2};
    }
    if (digits != 4 && digits != 2) return {};
    const int year = digits == 4 ? *third : 1900 + *third;
    return {is_day(year, *second, *first) || is_day(year, *first, *second), false};
}

bool is_icd10(std::string_view text) {
    if (text.size() < 3 || text.size() > 8 || !upper(text[0]) || text[0] == 'U') return false;
    if (!digit(text[1]) || !(digit(text[2]) || upper(text[2]))) return false;
    std::string_view rest = text.substr(3);
    if (rest.starts_with('.')) rest.remove_prefix(1);
    return rest.size() <= 4 &&
           std::all_of(rest.begin(), rest.end(), [](char c) { return digit(c) || upper(c); });
}

// "250.83", "4019", "V5862", "E878".
std::size_t icd9_length(std::string_view text) {  // 0: none
    const bool lettered = text.starts_with('V') || text.starts_with('E');
    std::string_view rest = text.substr(lettered ? 1 : 0);
    const std::size_t dot = rest.find('.');
    if (dot != std::string_view::npos && (dot < 2 || dot > 3)) return 0;
    const std::size_t digits = count_digits(rest);
    if (digits != rest.size() - (dot == std::string_view::npos ? 0 : 1)) return 0;
    return digits >= (lettered ? 2U : 1U) && digits <= 5 ? text.size() : 0;
}

bool has_snomed_tag(std::string_view text) {
    for (const std::string_view tag : {"(finding)", "(disorder)", "(procedure)", "(situation)",
                                       "(substance)", "(organism)", "(morphologic abnormality)"}) {
        if (text.ends_with(tag)) return true;
    }
    return false;
}

bool is_amount(std::string_view text) {
    if (!std::any_of(text.begin(), text.end(), digit)) return false;
    bool marked = false;
    for (const std::string_view unit : {"€", "$", "£", "EUR", "USD", "GBP", "CHF", "%"}) {
        const std::size_t at = text.find(unit);
        if (at == std::string_view::npos) continue;
        if (at == 0)
            text.remove_prefix(unit.size());
        else if (at + unit.size() == text.size())
            text.remove_suffix(unit.size());
        else
            return false;
        text = trimmed(text);
        marked = true;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (digit(text[i]) || (i == 0 && (text[i] == '-' || text[i] == '+')) || text[i] == '.')
            continue;
        if (text[i] != ',' && text[i] != '\'') return false;
        marked = true;
    }
    return marked;
}

bool is_coordinates(std::string_view text) {
    const std::size_t mark = text.find_first_of(",;");
    if (mark == std::string_view::npos) return false;
    const auto decimal = [](std::string_view part) {
        const std::size_t dot = part.find('.');
        return dot != std::string_view::npos && part.size() - dot > 3 &&
               parse_number(part).has_value();
    };
    return decimal(trimmed(text.substr(0, mark))) && decimal(trimmed(text.substr(mark + 1)));
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find_first_of(" \t\n,", begin), text.size());
        if (end > begin) words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

bool is_street_word(std::string_view word) {
    std::string lower;
    for (const char c : word) {
        if (c != '.') lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    constexpr std::array<std::string_view, 28> kWords{
        "street",  "st",      "road",      "rd",      "avenue", "ave",   "lane",
        "ln",      "drive",   "dr",        "court",   "place",  "close", "crescent",
        "circuit", "blvd",    "boulevard", "terrace", "parade", "rue",   "calle",
        "via",     "avenida", "rua",       "weg",     "allee",  "platz", "plaza"};
    if (std::find(kWords.begin(), kWords.end(), lower) != kWords.end()) return true;
    return lower.ends_with("straße") || lower.ends_with("strasse") ||
           (lower.size() > 4 && (lower.ends_with("str") || lower.ends_with("weg")));
}

bool is_address(const std::vector<std::string_view>& words) {
    if (words.size() < 2 || words.size() > 12) return false;
    const bool street = std::any_of(words.begin(), words.end(), is_street_word);
    const bool lettered = std::any_of(words.begin(), words.end(), [](std::string_view word) {
        return word.size() > 2 && letter(word[0]);
    });
    const bool numbered = digit(words.front().front()) || digit(words.back().front());
    return lettered && (street || (numbered && words.size() >= 3));
}

void check_digit_forms(ValueForm& form, std::string_view text) {
    const auto set = [&](Form what, bool is) {
        form.forms.set(static_cast<std::size_t>(what), is);
    };
    set(Form::mod23, passes_mod23(text));
    std::string plain;  // "943 476 5919" is a number too
    for (const char c : text) {
        if (c != ' ' && c != '-') plain += c;
    }
    const bool all = plain.size() >= 8 && plain.size() <= 20 && count_digits(plain) == plain.size();
    set(Form::digits, all);
    if (all) {
        set(Form::luhn, passes_luhn(plain));
        set(Form::verhoeff, passes_verhoeff(plain));
        set(Form::mod11_10, passes_mod11_10(plain));
        set(Form::ean, passes_ean(plain));
    }
    set(Form::mod11, plain.size() >= 8 && plain.size() <= 20 && passes_mod11(plain));
}

void name_forms(ValueForm& form, const std::vector<std::string_view>& words) {
    const auto set = [&](Form what, bool is) {
        form.forms.set(static_cast<std::size_t>(what), is);
    };
    const auto of_letters = [](std::string_view word) {
        return std::all_of(word.begin(), word.end(),
                           [](char c) { return letter(c) || c == '-' || c == '\'' || c == '.'; });
    };
    const bool lettered =
        !words.empty() && words.size() <= 4 && std::all_of(words.begin(), words.end(), of_letters);
    set(Form::name_words, lettered);
    set(Form::full_name,
        lettered && words.size() >= 2 && std::all_of(words.begin(), words.end(), [](auto word) {
            return upper(word.front()) || static_cast<unsigned char>(word.front()) >= 128;
        }));
    set(Form::common_name, lettered && std::any_of(words.begin(), words.end(), is_common_name));
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

ValueForm form_of(std::string_view value) {
    const std::string_view text = trimmed(value);
    ValueForm form;
    if (text.empty()) return form;
    const auto set = [&](Form what, bool is) {
        form.forms.set(static_cast<std::size_t>(what), is);
    };
    const DateForm date = date_form(text);
    const bool number = parse_number(text).has_value();
    const std::size_t icd9 = icd9_length(text);
    const std::vector<std::string_view> words = words_of(text);
    form.words = words.size();
    set(Form::email, is_email(text));
    set(Form::url, is_url(text));
    set(Form::network, is_network(text));
    set(Form::uuid, is_uuid(text) || is_hash(text));
    set(Form::iban, is_iban(text));
    set(Form::social, is_social(text));
    set(Form::phone, !date.date && !form.is(Form::network) && is_phone(text));
    set(Form::coordinates, is_coordinates(text));
    set(Form::date, date.date);
    set(Form::sorted_date, date.sorted);
    set(Form::icd9, icd9 > 0);
    set(Form::icd9_letter, icd9 > 0 && letter(text.front()));
    set(Form::icd10, is_icd10(text));
    set(Form::snomed_tag, has_snomed_tag(text));
    set(Form::number, number);
    set(Form::amount, !number && !form.is(Form::coordinates) && is_amount(text));
    set(Form::address, !form.is(Form::amount) && is_address(words));
    set(Form::letters, std::any_of(text.begin(), text.end(), letter));
    set(Form::code,
        words.size() == 1 && text.size() >= 6 && count_digits(text) >= 4 && form.is(Form::letters));
    name_forms(form, words);
    check_digit_forms(form, text);
    return form;
}

}  // namespace lethe::recognise
