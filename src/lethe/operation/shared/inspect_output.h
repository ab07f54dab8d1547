// Where an inspection goes besides the terminal, for every kind of data: its result, and the policy
// that it proposes.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/operation.h"

namespace lethe::operation {

struct InspectOutput {
    std::string policy_out;
    std::string output;

    static Schema<InspectOutput> schema();
    // Error(usage) where an input would be replaced, or both go to one file.
    void check(std::vector<std::string> inputs) const;
    // Writes what was asked for: the result in its JSON form, which gets the path of the policy as
    // "policy_file", and the policy. Error(usage) where another policy stands there.
    Answer answer(Json told, const std::string& policy) const;
    template <class Inspected>
    Answer answer(const Inspected& inspected) const {
        return answer(to_json(inspected), inspected.policy);
    }
};

}  // namespace lethe::operation
