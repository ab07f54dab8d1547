#include "lethe/documents/read/sample_letters.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

struct Someone {
    std::string_view title, given, family;
};

constexpr std::array<Someone, 12> kPeople{{
    {"Mrs", "Philippa", "Quarrington"},
    {"Mr", "Osbert", "Thistlewood"},
    {"Dr", "Leonie", "Abernethy"},
    {"Ms", "Marisol", "Etxeberria"},
    {"Mr", "Tobias", "Wendelmeyer"},
    {"Prof.", "Agnieszka", "Borkowska"},
    {"Ms", "Harriet", "Fothergill"},
    {"Mr", "Kwabena", "Asantewaa"},
    {"Mrs", "Solveig", "Halvorsen"},
    {"Dr", "Ranjit", "Dhaliwal"},
    {"Mr", "Cosimo", "Bellandi"},
    {"Ms", "Yolanda", "Pemberton"},
}};
constexpr std::array<std::string_view, 6> kFirms{
    "Hollybank Insurance Ltd",       "Marrowfield Clinic",  "Treadgold & Sons",
    "Saltmarsh Housing Association", "Castlegate Bank plc", "Northwick Pharmacy Ltd"};
constexpr std::array<std::string_view, 6> kStreets{"Alder Lane",     "Bishop Street", "Canal Road",
                                                   "Dovecote Close", "Elm Avenue",    "Ferry Road"};
constexpr std::array<std::string_view, 5> kTowns{"Leeds", "Bristol", "Norwich", "Sheffield",
                                                 "Exeter"};
constexpr std::array<std::string_view, 12> kLetterMonths{
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<std::string_view, 5> kTroubles{
    "a broken wrist", "asthma", "high blood pressure", "a burst water pipe", "a stolen bicycle"};

template <class List>
const auto& one_of(const List& list, Draws& draws) {
    return list[draws.below(list.size())];
}

std::string digits(Draws& draws, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += static_cast<char>('0' + draws.below(10));
    return text;
}

// A card number whose last digit is right (Luhn).
std::string card(Draws& draws) {
    std::string number = "4" + digits(draws, 14);
    int sum = 0;
    for (std::size_t i = 0; i < number.size(); ++i) {
        const int digit = number[i] - '0';
        const int doubled = i % 2 == 0 ? 2 * digit : digit;
        sum += doubled > 9 ? doubled - 9 : doubled;
    }
    number += static_cast<char>('0' + (10 - sum % 10) % 10);
    return fmt::format("{} {} {} {}", number.substr(0, 4), number.substr(4, 4), number.substr(8, 4),
                       number.substr(12));
}

// A British account number with its check digits (ISO 13616): letters count from 10.
std::string sample_iban(Draws& draws) {
    const std::string account = digits(draws, 14);
    int rest = 0;
    for (const char c : "20142332" + account + "161100") {
        rest = (rest * 10 + (c - '0')) % 97;
    }
    return fmt::format("GB{:02}KENW{}", 98 - rest, account);
}

// A day of a month of one of `years` years. Here and below what is drawn has a name of its own: in
// which order the arguments of a call are drawn is the compiler's choice.
std::string drawn_date(Draws& draws, std::uint64_t first_year, std::uint64_t years) {
    const std::uint64_t year = first_year + draws.below(years);
    const std::string_view month = one_of(kLetterMonths, draws);
    const std::uint64_t day = 1 + draws.below(28);
    return fmt::format("{} {} {}", day, month, year);
}

std::string letter_date(Draws& draws) { return drawn_date(draws, 2019, 5); }

std::string address_of(std::size_t person, Draws& draws) {
    return fmt::format("{} {}, {}", 3 + 7 * person, kStreets[person % kStreets.size()],
                       one_of(kTowns, draws));
}

// Paragraphs, the first of which is the heading.
std::vector<std::string> letter(std::int64_t number, std::size_t to, Draws& draws) {
    const std::size_t from = (to + 1 + draws.below(kPeople.size() - 1)) % kPeople.size();
    const Someone& addressee = kPeople[to];
    const Someone& writer = kPeople[from];
    const std::string_view firm = one_of(kFirms, draws);
    const std::uint64_t year = 19 + draws.below(5);
    const std::string dated = letter_date(draws);
    const std::string address = address_of(to, draws);
    const std::string telephone = digits(draws, 3);
    const std::string birth = drawn_date(draws, 1940, 60);
    const std::string_view trouble = one_of(kTroubles, draws);
    const std::string before = letter_date(draws);
    const std::string card_number = card(draws);
    const std::string account = sample_iban(draws);
    const std::string pence = digits(draws, 2);
    const std::uint64_t pounds = 40 + draws.below(900);
    return {
        fmt::format("Case {}/{}", 4100 + 17 * number, year),
        fmt::format("{}, {}", address, dated),
        fmt::format("Dear {} {},", addressee.title, addressee.family),
        fmt::format("{} {} of {} wrote to us on {} about {}. {} {} was born on {} and can be "
                    "reached at {}.{}@mailbox.example or on +44 20 7946 0{}.",
                    writer.given, writer.family, firm, before, trouble, writer.title, writer.family,
                    birth, language::lower_case(writer.given), language::lower_case(writer.family),
                    telephone),
        fmt::format("The amount of £{}.{} was paid from the account {} and with the card {}.",
                    pounds, pence, account, card_number),
        fmt::format("{} {} and {} met in London. {}'s answer is expected within two weeks.",
                    addressee.given, addressee.family, writer.family, writer.family),
        fmt::format("Yours sincerely,\n{} {}\n{}", writer.given, writer.family, firm),
    };
}

std::string plain(const std::vector<std::string>& paragraphs) {
    std::string text;
    for (const std::string& paragraph : paragraphs) text += paragraph + "\n\n";
    text.pop_back();
    return text;
}

std::string html(const std::vector<std::string>& paragraphs, const Someone& addressee) {
    std::string page = fmt::format(
        "<!DOCTYPE html>\n<html><head><title>Letter to {} {}</title></head>\n<body>\n"
        "<!-- typed for {} {} -->\n",
        addressee.given, addressee.family, addressee.given, addressee.family);
    for (const std::string& paragraph : paragraphs) {
        page += "<p>";
        for (const char c : paragraph) {
            if (c == '&') {
                page += "&amp;";
            } else if (c == '\n') {
                page += "<br>";
            } else {
                page += c;
            }
        }
        page += "</p>\n";
    }
    return page + "</body></html>\n";
}

}  // namespace

std::vector<SampleLetter> sample_letters(const Random& random, std::int64_t count) {
    const Stream stream = random.stream("letters");
    std::vector<SampleLetter> letters;
    for (std::int64_t i = 0; i < count; ++i) {
        Draws draws = stream.at(i);
        const std::size_t to = draws.below(kPeople.size());
        std::vector<std::string> paragraphs = letter(i, to, draws);
        const std::string name =
            i % 4 == 3 ? fmt::format("{:04}-{}", i + 1, language::lower_case(kPeople[to].family))
                       : fmt::format("letter-{:04}", i + 1);
        switch (i % 3) {
            case 0:
                letters.push_back({name + ".txt", plain(paragraphs)});
                break;
            case 1:
                paragraphs.front().insert(0, "# ");
                letters.push_back({name + ".md", plain(paragraphs)});
                break;
            default:
                letters.push_back({name + ".html", html(paragraphs, kPeople[to])});
        }
    }
    return letters;
}

}  // namespace lethe::documents
