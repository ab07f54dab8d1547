// What the name of a column says that it holds: "patient_nbr", "GivenName", "Geburtsdatum",
// "fnlwgt". Words of English, German, French, Spanish, Italian, Portuguese, Dutch and Catalan; a
// name is evidence among other evidence, never a decision.
#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lethe::recognise {

enum class Says : unsigned char {
    person_name,    // of a person, without a doubt: surname, Vorname
    name,           // of something: name, first, last
    thing,          // whose names are not those of people: product, hospital, company
    contact,        // telephone, e-mail, web page, network address
    official,       // social security number, passport, licence, medical record number
    account,        // bank account, card, user name, number plate
    person,         // a word for a person: patient, customer
    record,         // a word for a record: case, encounter, invoice
    key,            // id, key, uuid
    number,         // nbr, no, number: a key only beside a person or record
    household,      // household, dwelling, family
    household_key,  // hhid
    sure_weight,    // a sampling weight without a doubt
    weight,         // a sampling weight, or kilograms
    stratum,        // of a sample
    birth,
    date,
    coordinate,
    address,  // street and house number
    place,    // city, county, country
    postcode,
    free_text,  // notes, comments
    health,     // diagnoses, procedures, medicines, laboratory
    sensitive,  // religion, politics, convictions
    money,      // income, savings, debts
    outcome,    // class, target
    count,      // numbers that count or measure
    order,      // levels, grades
    code,       // codes and classes without an order
    kCount
};

class NameMeaning {
  public:
    explicit NameMeaning(std::string_view name);

    bool says_nothing() const { return said_.none(); }
    bool says(Says what) const { return said_[static_cast<std::size_t>(what)]; }
    // Whether the whole name is one such word ("first", but not "first_visit").
    bool is(Says what) const { return whole_[static_cast<std::size_t>(what)]; }

  private:
    std::bitset<static_cast<std::size_t>(Says::kCount)> said_;
    std::bitset<static_cast<std::size_t>(Says::kCount)> whole_;
};

// "PatientID" -> patient, id; " date_of_birth" -> date, of, birth; "dx01" -> dx, 01. Lower case;
// bytes beyond ASCII are letters.
std::vector<std::string> name_words(std::string_view name);

}  // namespace lethe::recognise
