// Carrying out a plan.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/release/tables/plan.h"

namespace lethe::release {

struct Execution {
    Table release;                       // masked, without identifiers
    std::vector<std::int64_t> origin;    // row of the input of each row; empty: the same row
    std::set<std::string> changed;       // columns whose values a step replaced
    Json values = Json::object();        // for the record: what the numbers of these can be
    Json steps = Json::array();          // for the record: {"method", "columns", "parameters", ...}
    Json private_steps = Json::array();  // for the private log
    // The table as a step that enforces privacy models, or k^m-anonymity of sets, found it, by the
    // step's place: what its models speak of. Columns are shared with it.
    std::map<std::size_t, Table> found;
    std::vector<std::string> warnings;
};

// After each step the numbers that it changed are brought to values that their columns can have
// (release/tables/column_values.h), and equal values to one spelling, so that the next step, the
// attacks and the reader see what is released. It keeps groups equal and every order; a method that
// promises to keep means keeps them up to this.
//
// The same plan and seed give the same release, for any number of threads. Error(unmet) when no
// record is left.
Execution execute(const Plan& plan, std::uint64_t seed, const Context& context,
                  const Secret* key = nullptr);

}  // namespace lethe::release
