// The form of one value: what its characters alone say that it could be.
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>

namespace lethe::recognise {

enum class Form : unsigned char {
    email,
    url,
    network,      // IP or MAC address
    uuid,         // or the hexadecimal digits of a hash
    iban,         // with its check digits right
    social,       // 123-45-6789
    phone,        // seven to fifteen digits, written as telephone numbers are
    coordinates,  // two decimal numbers
    date,         // a day of the calendar, with or without a time
    sorted_date,  // the same, written so that its texts (or numbers) sort by time
    icd9,         // could be a code of ICD-9
    icd9_letter,  // such a code of V or E
    icd10,        // could be a code of ICD-10
    snomed_tag,   // ends with "(disorder)" or the like
    number,
    amount,       // a number with a currency, thousands or a decimal comma
    address,      // number and street
    letters,      // has a letter
    name_words,   // one to four words of letters
    full_name,    // two to four capitalised words of letters
    common_name,  // a common given name or surname is among its words
    code,         // letters and at least four digits in one word of six or more
    digits,       // nothing but digits, at least eight of them
    luhn,         // of these, which check digits are right
    verhoeff,
    mod11,
    mod11_10,
    ean,
    mod23,
    kCount
};

struct ValueForm {
    std::bitset<static_cast<std::size_t>(Form::kCount)> forms;
    std::size_t words = 0;

    bool is(Form form) const { return forms[static_cast<std::size_t>(form)]; }
};

std::string_view trimmed(std::string_view text);  // without blanks around it
ValueForm form_of(std::string_view value);

// One of some two hundred given names and surnames that are common in Europe and the Americas, in
// lower case.
bool is_common_name(std::string_view word);

}  // namespace lethe::recognise
