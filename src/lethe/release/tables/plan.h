// A plan: a policy bound to a table. Everything that can be wrong with a policy is found here, all
// at once, before anything runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/data/roles.h"
#include "lethe/data/table.h"
#include "lethe/method/method.h"
#include "lethe/release/policy.h"
#include "lethe/release/scenario.h"

namespace lethe::release {

struct PlannedStep {
    const Method* method = nullptr;
    std::vector<std::string> columns;
    Json parameters;  // complete, with the defaults
    Place place;
};

struct Plan {
    Table table;  // of the kinds that the policy gives
    Roles roles;  // of every column
    std::vector<PlannedStep> steps;
    IntruderKnowledge intruder;
    Profile profile = find_profile(kDefaultProfile);  // what the release is held against
    std::vector<std::string> warnings;
    std::map<std::string, ColumnValues> values;  // of columns of whose numbers something is said
    bool as_masked = false;                      // no column but these is brought to its values
    bool random_order = false;                   // rows are released in a random order
    // Columns that link tables, and are released as pseudonyms (tables/linked): no figure shows
    // their values.
    std::vector<std::string> keys = {};
};

// Of the table alone: that the policy has others that are linked to it is a warning
// (tables/linked/linked_plan.h plans them all).
//
// Columns without a role in the policy get the one that they look like: identifiers are dropped,
// and a step that names one is a problem (masking it would publish it); whoever knows better gives
// it a role. An identifier for which a step makes pseudonyms stays, as a column of which the
// intruder knows nothing. A column that a step names is quasi-identifying, but free text
// that a step for text alone names is confidential. Each such decision is said in a
// warning, and so is every quasi-identifier that no step masks. A column that is part of the design
// of a survey has the role that follows from it; steps that can use it get its name where they are
// given none (release/tables/survey_design.h). Error with every problem found,
// `problems` of the policy included, in the order of places.
Plan make_plan(const Table& table, const Policy& policy, Problems problems = {});

// The method that masks free text and nothing else; null where there is none.
const Method* text_mask();
// The steps that mask free text and nothing else: whoever finds other steps for the other columns
// keeps these, or does not release what they mask.
std::vector<StepPolicy> text_steps(const Policy& policy);

// The same without steps: what the columns are, for what protects them by other means.
Plan plan_columns(const Table& table, const Policy& policy, Problems problems = {});

}  // namespace lethe::release
