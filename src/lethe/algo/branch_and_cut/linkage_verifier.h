// A second, simple check of what supervised linkage claims, for certificate files: it trusts
// nothing but the data. It shares no code with the search and none with linkage_certificate.cc; it
// is slow and short on purpose. See linkage_verifier.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/algo/learnt/margin_oracle.h"
#include "lethe/core/context.h"

namespace lethe {

// Parameters, and the conflicts that a bound rests on.
struct LinkageClaim {
    DistanceModel model;
    std::vector<double> parameters;
    std::vector<Conflict> conflicts;
    std::vector<std::vector<double>> generated_cone;  // see MarginOracle
    std::int64_t bound = 0;  // on the links; 0: the links are claimed to be it
};

struct LinkageVerdict {
    std::int64_t links = 0;           // records that the parameters link strictly
    bool parameters_allowed = false;  // they lie in the cone of the family
    std::int64_t never = 0;           // records that some competitor rules out for the whole family
    std::int64_t conflicts = 0;       // confirmed
    std::int64_t rejected = 0;        // not confirmed; they count for nothing
    std::int64_t bound = 0;           // no parameters of the family link more
    bool bound_is_simple = true;      // false: the plain search gave up, the solver's own was asked
    bool proven() const { return parameters_allowed && links == bound; }
};

// Error(input) when the claim does not fit the records: numbers of parameters, blocks, competitors
// or rows of the cone that do not exist.
LinkageVerdict verify_linkage(const Context& context, const LinkageClaim& claim,
                              const AlignedRecords& records);

}  // namespace lethe
