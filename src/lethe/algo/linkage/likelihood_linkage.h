// Record linkage by likelihood: each query is linked to the target that the known masking most
// likely made of it.
//
// A part is a column, or several columns that were masked together. Queries and targets have codes
// in each part, equal values equal codes, and the part knows the weight of every pair of codes: the
// logarithm of how much likelier the target is for a query with this value than for any other. The
// weights of the parts add up. They are whole numbers, so that sums depend on no order and equally
// likely is exactly equal; a pair that the masking cannot have made is impossible.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "lethe/algo/linkage/candidates.h"
#include "lethe/core/context.h"

namespace lethe {

// Natural logarithms in parts of 2^-24.
using LogWeight = std::int64_t;
constexpr LogWeight kLogUnit = LogWeight{1} << 24;
constexpr LogWeight kImpossible = -(LogWeight{1} << 60);

// Cut at a million nats either way: far beyond all that tells records apart.
inline LogWeight log_weight(double nats) {
    if (!(nats > -1e6)) return -1'000'000 * kLogUnit;
    return static_cast<LogWeight>(
        std::nearbyint(std::min(nats, 1e6) * static_cast<double>(kLogUnit)));
}

class LikelihoodPart {
  public:
    // The code of a query of which nothing is known in this part: all targets weigh the same.
    static constexpr std::int32_t kUnknown = -1;

    std::vector<std::int32_t> query_codes;   // of each query
    std::vector<std::int32_t> target_codes;  // of each target, 0 .. codes - 1
    std::int32_t codes = 0;

    virtual ~LikelihoodPart() = default;
    // Adds to each total the weight of the target code at the same place.
    virtual void add(std::int32_t query, std::span<const std::int32_t> targets,
                     std::span<LogWeight> totals) const = 0;
    // No weight of this query is larger.
    virtual LogWeight most(std::int32_t query) const = 0;
    // Whether some pairs are impossible.
    virtual bool excludes() const { return false; }
    // Of a part that excludes: ascending ranges of codes outside of which all are impossible.
    virtual void possible(std::int32_t query, std::vector<CodeRange>& ranges) const;
    // Where targets of large weight are to be looked for first; any code.
    virtual std::int32_t likely(std::int32_t) const { return 0; }
};

using LikelihoodParts = std::vector<std::unique_ptr<const LikelihoodPart>>;

// For each query: how many targets are possible (`count`), whether the match is, and the likeliest
// targets (`nearest`; its distance is the weight, in nats, with the sign turned). `rows` stays
// empty. Matches as in nearest_of_all. Exact and parallel; at most (different queries) x (different
// targets) pairs are looked at, and of these only the possible ones in the part that leaves fewest,
// or the ones that can still win. Where `open` names targets (ascending), the others are as if they
// were not there. Error(internal) where sizes do not fit.
std::vector<Candidates> link_by_likelihood(const Context& context, const LikelihoodParts& parts,
                                           std::int64_t queries, std::int64_t targets,
                                           Matches matches,
                                           std::span<const std::int64_t> open = {});

}  // namespace lethe
