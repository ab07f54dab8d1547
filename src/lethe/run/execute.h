// Carrying out a plan.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/run/plan.h"

namespace lethe {

struct Execution {
    Table release;                       // masked, without identifiers
    std::vector<std::int64_t> origin;    // row of the input of each row; empty: the same row
    std::set<std::string> changed;       // columns whose values a step replaced
    Json steps = Json::array();          // for the record: {"method", "columns", "parameters", ...}
    Json private_steps = Json::array();  // for the private log
    std::vector<std::string> warnings;
};

// The same plan and seed give the same release, for any number of threads. Error(unmet) when no
// record is left.
Execution execute(const Plan& plan, std::uint64_t seed, const Context& context);

}  // namespace lethe
