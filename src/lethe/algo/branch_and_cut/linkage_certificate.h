// Checks a result of supervised linkage in exact arithmetic, from the data, without the search's
// code: the differences a_i - b_j as doubles are taken as exact rational numbers. Nothing may be
// called proven that this has not confirmed. See linkage_certificate.cc.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "lethe/algo/branch_and_cut/max_satisfied.h"
#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/core/context.h"

namespace lethe {

struct LinkageCertificate {
    std::int64_t links = 0;  // blocks that the parameters satisfy strictly, over all competitors
    bool parameters_allowed = false;  // the parameters lie in the cone
    std::int64_t never = 0;           // blocks that some competitor rules out for the whole family
    std::int64_t conflicts = 0;      // confirmed; only those that the bound may rest on are checked
    std::int64_t rejected = 0;       // claimed by the search, checked, not confirmed
    std::int64_t bound = 0;          // on the links, from what was confirmed
    bool proven = false;             // parameters allowed and links == bound
    std::vector<std::size_t> basis;  // the conflicts that the bound rests on, by their places
};

// `seconds`: for the conflicts and the bound (their hitting set), by the context's clock; when it
// is over the bound rests on what was confirmed.
LinkageCertificate check_linkage(const Context& context, const DistanceModel& model,
                                 const AlignedRecords& records, const MaxSatisfied& result,
                                 double seconds = std::numeric_limits<double>::infinity());

}  // namespace lethe
