// Distances that are learnt, as the published experiments name them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "experiments/support.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe::reproduction {

// The most links of a family of distances.
struct Learnt {
    Links share;                 // with the parameters found, recounted over all pairs
    std::int64_t records = 0;    // learnt from
    std::int64_t links = 0;      // strict, confirmed in exact arithmetic
    std::int64_t bound = 0;      // no distance of the family has more: confirmed as well
    bool proven = false;         // links == bound
    double seconds = 0;          // of the search
    double checked_seconds = 0;  // of the search and of the exact check of its result
    Json details;                // of the attack

    std::int64_t gap() const { return bound - links; }
};

// `distance` is one of d2WM, d2WM_m, d2OWA, d2OWA_m, d2CI, d2CI_m, d2SB_NC, d2SB, d2SB_PD (the free
// form replaced by the nearest semi-definite one: a repair, which is not proven but for its bound)
// and d2SB_psd (the best semi-definite form, which the source could not ask for).
Learnt learn(std::string_view distance, const Table& original, const Table& masked, double seconds,
             const Context& context, const std::vector<std::int64_t>& training = {});

// The details of the attack hrla, with what it learnt.
Json learn_by_descent(const Table& original, const Table& masked, const Random& random,
                      const Json& parameters, const Context& context,
                      const std::vector<std::int64_t>& training = {});

Links links_of(const Json& details);  // of an attack that links

// With a measure that is known: as the details of what learnt one have it ("measure").
Links linked_by_measure(const Json& measure, const Table& original, const Table& masked,
                        const Context& context);

// Each column with mean 0 and deviation 1.
Table standardised(const Table& table, const Context& context);

}  // namespace lethe::reproduction
