#include "lethe/data/recognise/identifiers/international.h"

#include <array>
#include <string>

#include "lethe/data/recognise/check_digits.h"
#include "lethe/data/recognise/identifiers/parts.h"

namespace lethe::identifiers {
namespace {

constexpr std::string_view kIbanLengths =
    "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24"
    "FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32"
    "LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24"
    "RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30";

}  // namespace

bool card_number(std::string_view mention) {
    const std::string digits = digits_of(mention);
    if (digits.size() < 12 || digits.size() > 19) return false;
    if (digits.find_first_not_of(digits[0]) == std::string::npos) return false;
    return recognise::passes_luhn(digits);
}

bool imei(std::string_view mention) {
    const std::string digits = digits_of(mention);
    return digits.size() == 15 && recognise::passes_luhn(digits);
}

bool chassis_number(std::string_view mention) {
    constexpr std::string_view kLetters = "ABCDEFGHJKLMNPRSTUVWXYZ";
    constexpr std::string_view kValues = "12345678123457923456789";
    constexpr std::array<int, 17> kWeights{8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2};
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() != kWeights.size()) return false;
    int sum = 0;
    for (std::size_t i = 0; i < signs.size(); ++i) {
        const std::size_t letter = kLetters.find(signs[i]);
        if (!is_figure(signs[i]) && letter == std::string_view::npos) return false;
        sum += kWeights[i] * ((is_figure(signs[i]) ? signs[i] : kValues[letter]) - '0');
    }
    const int rest = sum % 11;
    return signs[8] == (rest == 10 ? 'X' : static_cast<char>('0' + rest));
}

bool iban(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() < 15) return false;
    for (std::size_t i = 0; i < kIbanLengths.size(); i += 4) {
        if (kIbanLengths.substr(i, 2) != signs.substr(0, 2)) continue;
        return static_cast<int>(signs.size()) == number_at(kIbanLengths, i + 2, 2) &&
               recognise::passes_mod97(signs);
    }
    return false;
}

bool ean(std::string_view mention) {
    const std::string d = digits_of(mention);
    return (d.size() == 8 || (d.size() >= 12 && d.size() <= 14)) && !all_zero(d) &&
           recognise::passes_ean(d);
}

bool isbn(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() == 10) return recognise::passes_mod11(signs);
    return signs.size() == 13 && (signs.starts_with("978") || signs.starts_with("979")) &&
           recognise::passes_ean(signs);
}

}  // namespace lethe::identifiers
