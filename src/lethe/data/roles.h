// Roles of a table's columns: given by the user, or guessed from names and values.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lethe/data/kind.h"
#include "lethe/data/table.h"

namespace lethe {

struct RoleGuess {
    Role role = Role::other;
    std::string reason;  // in words, without values
};

// A guess for one column. Identifier: text that differs in (almost) every row, or whole numbers
// that do so under a name like "id" or "ssn". Quasi: columns of kinds that an outsider could know.
// Confidential: names that speak of health, belief and the like. Never looks at single values.
RoleGuess guess_role(const Column& column);

// The roles that were given or decided, by column; `other` for the rest.
class Roles {
  public:
    Roles() = default;
    void set(const std::string& column, Role role) { roles_[column] = role; }
    Role of(const std::string& column) const;
    bool given(const std::string& column) const { return roles_.count(column) > 0; }
    std::vector<std::string> with(const Table& table, Role role) const;

  private:
    std::map<std::string, Role> roles_;
};

}  // namespace lethe
