// The figures of an attack that narrows the release down to candidates before it links.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/algo/linkage/candidates.h"
#include "lethe/method/method.h"
#include "lethe/table/attack/linkage/linkage_space.h"

namespace lethe::attack {

// Sets of at most so many records are listed in the private results.
constexpr std::int64_t kListedCandidates = 10;

// The parameters that these attacks share.
struct CandidateParams {
    Distance distance = Distance::standardised;
    bool links = false;
};

template <class P>
Schema<P> with_candidate_params(const Schema<P>& schema) {
    constexpr Distance P::*kDistance = &P::distance;
    constexpr bool P::*kLinks = &P::links;
    return schema
        .choice("distance", kDistance,
                "among several candidates: Euclid on columns standardised in each file, or on the "
                "values as they are",
                {{"standardised", Distance::standardised}, {"raw", Distance::raw}})
        .field("links", kLinks,
               "list every link, and candidate sets of at most 10 records, in the private results");
}

// Whether a single candidate that remains is a proof.
enum class Proof {
    none,      // something was guessed
    one_left,  // the sets hold the record, if it was released
};

// Fills the value and the details: right links (strict, lax, expected), `certain` records (one
// candidate alone, in percent) and how many of them are right, records linked by distance among
// several candidates and how many of them rightly, `empty` sets, `hit` (how many of the records
// that were released are in their sets), sizes of the sets, and `distance_linkage`: what the same
// distance finds without the knowledge of the masking. Nobody is certain without a proof, or where
// records were dropped: then the person may not be in the release.
Measurement report_candidates(const AssessInput& input, const LinkageSpace& space,
                              const std::vector<std::int64_t>& rows,
                              const std::vector<Candidates>& found, bool links, Proof proof);

// The same where there is nothing to link.
Measurement report_nobody(const std::vector<std::int64_t>& rows);

// Ordered categories as numbers: their places in the order of the original, those that it lacks
// after them. A numeric column stays.
ColumnPtr as_places(const ColumnPtr& column, const Column& original);

// The input with ordered categories as numbers, their places in the order.
struct NumberedInput {
    Table original;
    Table masked;

    explicit NumberedInput(const AssessInput& input);
    AssessInput of(const AssessInput& input) const;
};

}  // namespace lethe::attack
