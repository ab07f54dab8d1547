#include "lethe/data/recognise/identifiers/number_form.h"

#include <algorithm>
#include <utility>

#include "lethe/data/recognise/check_digits.h"
#include "lethe/data/recognise/identifiers/countries.h"
#include "lethe/data/recognise/identifiers/international.h"
#include "lethe/data/recognise/identifiers/parts.h"

namespace lethe::identifiers {
namespace {

bool any_luhn(std::string_view mention) { return recognise::passes_luhn(digits_of(mention)); }

// Digits with the check digit behind them, as many as there are.
constexpr std::string_view kAnyLength = "9#";
// The letters of the country, two check digits, and whatever the bank has where it has it.
constexpr std::string_view kIban = "==##";

const std::vector<NumberForm>& all_forms() {
    static const std::vector<NumberForm> forms{
        {"luhn", "numbers with Luhn's check digit", &any_luhn, {kAnyLength}},
        {"card", "payment cards", &card_number, {kAnyLength}},
        {"iban", "bank accounts (the country stays)", &iban, {kIban}},
        {"ean", "EAN, UPC, GTIN", &ean, {kAnyLength}},
        {"isbn", "books (978 or 979 stays)", &isbn, {"999999999*", "===999999999#"}},
        {"imei", "mobile phones", &imei, {kAnyLength}},
        {"uk-nhs", "NHS number", &uk_nhs, {"999999999#"}},
        {"us-ssn", "United States, social security", &us_ssn_form, {"999999999"}},
        {"us-npi", "United States, physicians", &us_npi, {"999999999#"}},
        {"ca-sin", "Canada, social insurance", &ca_sin, {"99999999#"}},
        {"au-tfn", "Australia, tax", &au_tfn, {"99999999#"}},
        {"za-id", "South Africa, identity", &za_id, {"999999999999#"}},
        {"de-tax", "Germany, tax", &de_tax_id, {"9999999999#"}},
        {"de-health", "Germany, health insurance", &de_health, {"A99999999#"}},
        {"fr-nir",
         "France, social security (of Corsica the department stays)",
         &fr_nir,
         {"9999999999999##", "99999==999999##"}},
        {"es-dni", "Spain, identity", &es_nif, {"99999999@"}},
        {"es-nie", "Spain, foreigners", &es_nie, {"Z9999999@"}},
        {"pt-nif", "Portugal, tax", &pt_nif, {"99999999#"}},
        {"it-fiscal", "Italy, tax", &it_fiscal_code, {"AAAAAA99A99A999@"}},
        {"nl-bsn", "Netherlands, citizens", &nl_bsn, {"99999999#"}},
        {"be-national", "Belgium, register", &be_national, {"999999999##"}},
        {"ch-ahv", "Switzerland, insurance (756 stays)", &ch_ahv, {"===999999999#"}},
        {"at-svnr", "Austria, insurance", &at_svnr, {"999#999999"}},
        {"se-person",
         "Sweden, persons (a century stays)",
         &se_person,
         {"999999999#", "==999999999#"}},
        {"no-person", "Norway, persons", &no_person, {"999999999##"}},
        {"pl-pesel", "Poland, persons", &pl_pesel, {"9999999999#"}},
        {"cz-birth", "Czechia and Slovakia, persons", &cz_birth, {"999999999#"}},
        {"hr-oib", "Croatia, persons", &hr_oib, {"9999999999#"}},
        {"bg-egn", "Bulgaria, persons", &bg_egn, {"999999999#"}},
        {"tr-id", "Turkey, persons", &tr_id, {"999999999##"}},
        {"il-id", "Israel, persons", &il_id, {"99999999#"}},
        {"in-aadhaar", "India, persons", &in_aadhaar, {"99999999999#"}},
        {"jp-my-number", "Japan, persons", &jp_my_number, {"99999999999#"}},
        {"br-cpf", "Brazil, persons", &br_cpf, {"999999999##"}},
    };
    return forms;
}

bool is_letter(char c) { return c >= 'A' && c <= 'Z'; }

bool fits(std::string_view number, std::string_view layout) {
    if (number.size() != layout.size()) return false;
    for (std::size_t i = 0; i < number.size(); ++i) {
        if (layout[i] == '=') continue;
        if (alphabet_of(layout[i]).find(number[i]) == std::string_view::npos) return false;
    }
    return true;
}

// The layout for this very number, whether or not it fits.
std::string layout_for(std::string_view layout, std::string_view number) {
    if (layout == kAnyLength)
        return std::string(std::max<std::size_t>(number.size(), 1) - 1, '9') + '#';
    if (layout != kIban) return std::string(layout);
    std::string made(layout);
    for (std::size_t i = made.size(); i < number.size(); ++i) {
        made += is_letter(number[i]) ? 'A' : '9';
    }
    return made;
}

}  // namespace

std::span<const NumberForm> number_forms() { return all_forms(); }

const NumberForm* find_number_form(std::string_view name) {
    const auto found = std::find_if(all_forms().begin(), all_forms().end(),
                                    [&](const NumberForm& form) { return form.name == name; });
    return found == all_forms().end() ? nullptr : &*found;
}

std::vector<std::string> number_form_names() {
    std::vector<std::string> names;
    for (const NumberForm& form : all_forms()) names.emplace_back(form.name);
    return names;
}

std::string_view alphabet_of(char sign) {
    switch (sign) {
        case '9':
        case '#':
            return "0123456789";
        case 'A':
        case '@':
            return "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        case 'Z':
            return "XYZ";
        case '*':
            return "0123456789X";
        default:
            return {};
    }
}

bool is_check(char sign) { return sign == '#' || sign == '@' || sign == '*'; }

std::optional<std::string> layout_of(const NumberForm& form, std::string_view number) {
    for (const std::string_view layout : form.layouts) {
        std::string made = layout_for(layout, number);
        if (number.size() >= 2 && fits(number, made)) return made;
    }
    return std::nullopt;
}

std::optional<std::string> completed(const NumberForm& form, std::string number,
                                     std::string_view layout) {
    std::vector<std::size_t> places;
    std::size_t ways = 1;
    for (std::size_t i = 0; i < layout.size(); ++i) {
        if (!is_check(layout[i])) continue;
        places.push_back(i);
        ways *= alphabet_of(layout[i]).size();
    }
    for (std::size_t way = 0; way < ways; ++way) {
        // Two check digits begin with 02, so that an IBAN gets 97 and not 00.
        std::size_t rest = (way + (places.size() == 2 ? 2 : 0)) % ways;
        for (std::size_t i = places.size(); i-- > 0;) {
            const std::string_view alphabet = alphabet_of(layout[places[i]]);
            number[places[i]] = alphabet[rest % alphabet.size()];
            rest /= alphabet.size();
        }
        if (form.passes(number)) return number;
    }
    return std::nullopt;
}

bool is_valid(const NumberForm& form, std::string_view number) {
    const auto layout = layout_of(form, number);
    return layout && form.passes(number) && completed(form, std::string(number), *layout) == number;
}

}  // namespace lethe::identifiers
