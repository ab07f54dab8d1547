// What is known of a column before its role is guessed, and what was found.
#pragma once

#include <optional>
#include <string>

#include "lethe/data/recognise/content.h"
#include "lethe/data/recognise/name_meaning.h"
#include "lethe/data/roles.h"

namespace lethe::recognise {

struct Evidence {
    NameMeaning name;
    Content content;
    Kind kind;  // as it was read

    bool says(Says what) const { return name.says(what); }
    double share(Form form) const { return content.share(form); }
};

struct Finding {
    Role role;
    Subject subject;
    std::string reason;
    std::string warning = {};
};

// Identifiers that are told by the form of their values or by their names; weights are not among
// them.
std::optional<Finding> find_identifier(const Evidence& evidence);
// Identifiers that are only told by their values, after what is known by its name was taken out:
// codes with check digits, names, text that differs.
std::optional<Finding> find_hidden_identifier(const Evidence& evidence);
// Weights, strata, dates, health and other attributes that are known by name or form.
std::optional<Finding> find_weight(const Evidence& evidence);
std::optional<Finding> find_stratum(const Evidence& evidence);
std::optional<Finding> find_attribute(const Evidence& evidence);

// The kind that the column should have; see RoleGuess.
Kind fitting_kind(const Evidence& evidence, const Finding& finding);

}  // namespace lethe::recognise
