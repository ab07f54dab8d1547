// The likelihood of a release under the masking that its record describes, column by column.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/method/method.h"
#include "lethe/table/attack/likelihood/likelihood_parts.h"

namespace lethe::attack {

struct KnownLikelihood {
    LikelihoodParts parts;
    Json described = Json::array();  // per part: columns, and what is known of them
    std::vector<std::string> loose;  // columns that are compared by distance or equality alone
    std::vector<std::string> warnings;
};

// For the given rows of the original and all rows of the release. Every column of the input is in
// one part. Error(input) for a record that cannot be read.
KnownLikelihood known_likelihood(const AssessInput& input, const std::vector<std::int64_t>& rows);

}  // namespace lethe::attack
