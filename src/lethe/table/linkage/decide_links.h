// From weighed pairs to links: probabilities, the one-to-one choice, two thresholds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lethe/core/context.h"

namespace lethe::linkage {

inline constexpr double kMostBits = 300;  // odds beyond are as good as certain

struct WeighedPair {
    std::int32_t left = 0;
    std::int32_t right = 0;
    float bits = 0;  // of evidence, the prior left out
    double probability = 0;
};

enum class Assignment {
    none,     // every pair by itself
    greedy,   // the heaviest first, no record twice
    optimal,  // no record twice, the sum of weights largest
    groups,   // of a file with itself: records of one person, however many
};

// Probabilities that pairs are matches, by their odds 2^(bits + prior). Where a record has one
// match at most, its pairs compete with those of both its records: a linkage is a matching, the
// likelier the larger the product of the odds of its pairs, and the probability of a pair is that
// of the matchings it is in, computed by passing messages (exact where no pairs form a ring, and
// for k equal candidates, which share what they have, close). `left_odds` are the sums of the odds
// of all pairs of each left record, those that were not kept included. Pairs come by left record.
void give_probabilities(std::vector<WeighedPair>& pairs, double prior_bits, bool compete,
                        const std::vector<double>& left_odds);

// The part of give_probabilities where pairs compete.
void compete_for_records(std::vector<WeighedPair>& pairs, double prior_bits,
                         const std::vector<double>& left_odds);

// The pairs that a one-to-one linkage takes of those with at least the probability `least`;
// weights are log-odds, without competitors, above those of `least`. Optimal in each connected part
// of up to `most_cells` pairs of records, greedy in larger ones; ties go to the pair that comes
// first.
std::vector<WeighedPair> assign_pairs(const Context& context, std::vector<WeighedPair> pairs,
                                      Assignment assignment, double least, double prior_bits,
                                      std::int64_t rights, std::int64_t* greedy_parts = nullptr);

// Groups of records of a file, each of one person: from the likeliest pair down to `link`, the
// groups of its records are joined if all pairs between them have half that probability on average
// (pairs that were not kept have none). Returns all pairs within groups; those that were not among
// `pairs` have the probability 0.
std::vector<WeighedPair> group_pairs(const std::vector<WeighedPair>& pairs, double link,
                                     std::int64_t rows);

// The least probability of a link such that the mean probability of all links, the estimated
// precision, is at least `precision`; above 1 where that cannot be.
double threshold_for(const std::vector<WeighedPair>& pairs, double precision);

}  // namespace lethe::linkage
