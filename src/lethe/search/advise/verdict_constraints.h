// What advice is asked to meet: what the user says, then what [verdict] of the policy asks of the
// release, then the defaults.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/release/assess/verdict.h"
#include "lethe/search/advise/advise.h"

namespace lethe::search {

// What the user said; what is not set was not said.
struct AskedConstraints {
    std::optional<std::int64_t> k = {};
    std::optional<std::int64_t> l = {};
    std::optional<double> t = {};
    std::optional<double> max_risk = {};
};

// `verdict` is that of a policy (empty: none). k is the larger of its k and of the class size that
// its risk of a record needs; l and t count where a column is confidential. What the user says
// counts in any case; where it asks for less than the verdict does, a note says so.
void set_constraints(const AskedConstraints& said, const Json& verdict, bool confidential,
                     AdviseOptions& options, std::vector<std::string>& notes);

}  // namespace lethe::search
