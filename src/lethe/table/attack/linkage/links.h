// What the attacks that link records have in common: whom they look for, and how links are counted.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/comparison.h"
#include "lethe/method/right_links.h"

namespace lethe::attack {

// The masked row of each of the given rows of the original; -1 where it was dropped.
std::vector<std::int64_t> matches_of(const AssessInput& input, std::span<const std::int64_t> rows);

// Whether nobody is looked for, or nothing is there to find; then says so in a warning.
bool nobody_to_link(const AssessInput& input, std::span<const std::int64_t> rows,
                    std::vector<std::string>& warnings);

// For the private results; rows count from 1.
Json link_lists(std::span<const std::int64_t> rows, std::span<const Nearest> links);
Json exposure_list(std::span<const std::int64_t> rows, std::span<const Nearest> links);

}  // namespace lethe::attack
