#include "lethe/documents/find/dates.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

constexpr std::array<std::array<std::string_view, 5>, 12> kMonthSpellings{{
    {"january", "januar", "janvier", "enero", "gennaio"},
    {"february", "februar", "fevrier", "febrero", "febbraio"},
    {"march", "marz", "mars", "marzo", "marzo"},
    {"april", "april", "avril", "abril", "aprile"},
    {"may", "mai", "mai", "mayo", "maggio"},
    {"june", "juni", "juin", "junio", "giugno"},
    {"july", "juli", "juillet", "julio", "luglio"},
    {"august", "august", "aout", "agosto", "agosto"},
    {"september", "september", "septembre", "septiembre", "settembre"},
    {"october", "oktober", "octobre", "octubre", "ottobre"},
    {"november", "november", "novembre", "noviembre", "novembre"},
    {"december", "dezember", "decembre", "diciembre", "dicembre"},
}};

// The whole name, or an English one cut after three letters (sept after four).
int month_named(const std::string& word) {
    for (std::size_t i = 0; i < kMonthSpellings.size(); ++i) {
        const auto& names = kMonthSpellings[i];
        if (std::find(names.begin(), names.end(), word) != names.end() || word == "sept" ||
            (word.size() == 3 && names[0].starts_with(word))) {
            return word == "sept" ? 9 : static_cast<int>(i) + 1;
        }
    }
    return 0;
}

struct Number {
    int value = 0;
    std::size_t digits = 0;
    std::size_t begin = 0;  // in the text
};

// Of two numbers beside the name of a month: whether the second is a year of two digits, and not
// another day.
bool is_short_year(std::string_view text, const Number& first, const Number& second,
                   std::size_t month) {
    if (second.digits != 2) return false;
    if (first.begin < month) return second.begin > month;
    const std::string_view before =
        text.substr(first.begin + first.digits, second.begin - first.begin - first.digits);
    return before.ends_with("'") || before.ends_with("\u2019");
}

// "2", "2nd", "2004"; no digits for what is no number.
Number number_of_digits(const std::string& word) {
    Number number;
    while (number.digits < word.size() && word[number.digits] >= '0' &&
           word[number.digits] <= '9') {
        ++number.digits;
    }
    const std::string_view rest = std::string_view(word).substr(number.digits);
    const bool ordinal = rest == "st" || rest == "nd" || rest == "rd" || rest == "th";
    if (number.digits > 4 || (!rest.empty() && !ordinal)) return {};
    std::from_chars(word.data(), word.data() + number.digits, number.value);
    return number;
}

int whole_year(const Number& number) {
    if (number.digits == 4) return number.value;
    return number.digits == 2 ? number.value + (number.value < 30 ? 2000 : 1900) : 0;
}

}  // namespace

TextDate read_date(std::string_view text) {
    TextDate date;
    std::vector<Number> numbers;
    std::size_t month_at = 0;
    for (const language::Token& token : language::words_of(text)) {
        const std::string word = language::plain_letters(token.of(text));
        Number number = number_of_digits(word);
        if (number.digits > 0) {
            number.begin = token.begin;
            numbers.push_back(number);
        } else if (const int month = month_named(word)) {
            if (date.month > 0) return {};
            date.month = month;
            month_at = token.begin;
        }
    }
    const auto years = std::count_if(numbers.begin(), numbers.end(),
                                     [](const Number& n) { return n.digits == 4; });
    if (years > 1 || numbers.empty() || numbers.size() > 3) return {};
    const auto day_or_none = [](int value) { return value >= 1 && value <= 31 ? value : 0; };
    if (date.month > 0) {
        // A month in words: the number of four digits is the year, else perhaps the last of two.
        date.sure = true;
        const bool two = years == 0 && numbers.size() == 2;
        const bool short_year = two && is_short_year(text, numbers[0], numbers[1], month_at);
        if (two && !short_year) return {0, date.month, 0, true};
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const bool year = numbers[i].digits == 4 || (short_year && i == 1);
            (year ? date.year : date.day) =
                year ? whole_year(numbers[i]) : day_or_none(numbers[i].value);
        }
        return date;
    }
    if (numbers.size() == 1) {
        date.year = years == 1 ? numbers[0].value : 0;
        return date;
    }
    if (numbers.size() != 3) return {};
    if (numbers[0].digits == 4) {
        date = {numbers[0].value, numbers[1].value, numbers[2].value, true};
    } else {
        const bool american = numbers[1].value > 12;
        date.year = whole_year(numbers[2]);
        date.month = american ? numbers[0].value : numbers[1].value;
        date.day = american ? numbers[1].value : numbers[0].value;
        date.sure = text.find('.') != std::string_view::npos || american || numbers[0].value > 12 ||
                    numbers[0].value == numbers[1].value;
    }
    if (date.month < 1 || date.month > 12 || day_or_none(date.day) == 0) return {};
    return date;
}

}  // namespace lethe::documents
