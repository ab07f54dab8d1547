// What the attacks that link records have in common: whom they look for, and how links are counted.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/neighbours.h"
#include "lethe/core/json.h"
#include "lethe/method/comparison.h"

namespace lethe::attack {

// The masked row of each of the given rows of the original; -1 where it was dropped.
std::vector<std::int64_t> matches_of(const AssessInput& input, std::span<const std::int64_t> rows);

// Whether nobody is looked for, or nothing is there to find; then says so in a warning.
bool nobody_to_link(const AssessInput& input, std::span<const std::int64_t> rows,
                    std::vector<std::string>& warnings);

// The chance that the record is found: one in as many as are equally near, if its own is one of
// them.
double exposure_of(const Nearest& nearest);

// How many links are right.
struct RightLinks {
    std::int64_t records = 0;  // that were looked for
    std::int64_t strict = 0;   // the own record is nearer than every other
    std::int64_t lax = 0;      // no other is nearer
    double expected = 0;       // ties shared out evenly

    // Adds "strict", "lax", "expected", in percent, and "records"; returns the expected percentage.
    double describe(Json& details) const;
};
RightLinks right_links(std::span<const Nearest> links);

// For the private results; rows count from 1.
Json link_lists(std::span<const std::int64_t> rows, std::span<const Nearest> links);
Json exposure_list(std::span<const std::int64_t> rows, std::span<const Nearest> links);

}  // namespace lethe::attack
