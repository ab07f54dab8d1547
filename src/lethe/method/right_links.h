// How many links of an attack are right.
#pragma once

#include <cstdint>
#include <span>

#include "lethe/algo/linkage/neighbours.h"
#include "lethe/core/json.h"

namespace lethe {

// The chance that the record is found: one in as many as are equally near, if its own is one of
// them.
double exposure_of(const Nearest& nearest);

// How many links are right.
struct RightLinks {
    std::int64_t records = 0;  // that were looked for
    std::int64_t strict = 0;   // the own record is nearer than every other
    std::int64_t lax = 0;      // no other is nearer
    double expected = 0;       // ties shared out evenly

    double share() const;  // the expected percentage
    // Adds "strict", "lax", "expected", in percent, and "records"; returns the expected percentage.
    double describe(Json& details) const;
};
RightLinks right_links(std::span<const Nearest> links);

}  // namespace lethe
