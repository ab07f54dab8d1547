// Roles of a table's columns: given by the user, or guessed from names and values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/kind.h"
#include "lethe/data/recognise/missing_codes.h"
#include "lethe/data/table.h"

namespace lethe {

// What a column was recognised as.
enum class Subject {
    person_name,
    contact,    // telephone, e-mail, web page, network address
    official,   // a number that an authority gave to a person
    account,    // of a bank, a card, a user
    key,        // of a person or a record, in every row another or not
    household,  // key of a household
    position,   // exact coordinates
    address,
    free_text,
    checked_code,  // a code with check digits
    distinct_text,
    date,
    birth,
    weight,   // of a sample
    stratum,  // of a sample
    health,
    sensitive,
    money,
    outcome,
    place,
    code,  // numbers that count nothing
    number,
    category,
    constant,
    empty,
};
std::string_view name(Subject subject);  // "names of people", "telephone, mail or network address"

// What a column is in the design of a survey. A policy names it as the role of the column; the role
// says what becomes of it: a weight and a household number are dropped like identifiers, because
// both tell who is who, and a stratum is a quasi-identifier, because whoever knows where somebody
// lives knows it.
enum class SurveyRole {
    weight,     // how many people of the population a record stands for
    stratum,    // the part of the population that a record was drawn from
    household,  // the same for the members of a household and for nobody else
};
std::string_view name(SurveyRole role);
std::optional<SurveyRole> survey_role_named(std::string_view name);
std::vector<std::string_view> survey_role_names();
Role role_of(SurveyRole role);

struct RoleGuess {
    Role role = Role::other;
    std::string reason;  // in words, without values
    Subject subject = Subject::category;
    // The kind that the column should have: its own, or another where numbers are codes, texts are
    // numbers but for missing codes, or dates have an order.
    Kind kind = Kind::nominal;
    std::vector<MissingCode> missing_codes;
    std::string warning;        // what its owner should look at; may be empty
    std::int64_t valid = 0;     // rows with a value, missing codes left out
    std::int64_t distinct = 0;  // different values among them
    std::int64_t unique = 0;    // of these, values that one row has
    // What it looks like in the design of a survey. Nobody said so: a weight is `other` then.
    std::optional<SurveyRole> survey = {};
};

// A guess for one column, from its name (or, where that is no word, the label that its file gives
// it, if that is as short as a name), the form of its values and how often they repeat. What names
// a person, a household or a record (names, telephone numbers, keys, codes with check digits, exact
// positions, addresses, free text) is an identifier, also where values repeat. Sampling weights and
// columns with one value are `other`. Health, belief, convictions, and money in classes are
// confidential. All else is a quasi-identifier: someone may know it. The guess does not depend on
// the order of the rows.
RoleGuess guess_role(const Column& column);

// The guesses for all columns, in their order; several columns at once.
std::vector<RoleGuess> guess_roles(const Context& context, const Table& table);

// The roles that were given or decided, by column; `other` for the rest.
class Roles {
  public:
    Roles() = default;
    void set(const std::string& column, Role role) { roles_[column] = role; }
    Role of(const std::string& column) const;
    bool given(const std::string& column) const { return roles_.count(column) > 0; }
    std::vector<std::string> with(const Table& table, Role role) const;

    // Beside the role, of columns that are part of the design of a survey.
    void set(const std::string& column, SurveyRole role) { survey_[column] = role; }
    std::optional<SurveyRole> survey_of(const std::string& column) const;
    std::vector<std::string> with(const Table& table, SurveyRole role) const;

  private:
    std::map<std::string, Role> roles_;
    std::map<std::string, SurveyRole> survey_;
};

}  // namespace lethe
