// What attacks with a learnt distance share: which true links they learn from and which they are
// tested on, the links that a distance of a family finds, and what its parameters say.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/method/comparison.h"
#include "lethe/table/attack/linkage/linkage_crowd.h"

namespace lethe::attack {

// A person whose released record has equals.
enum class EqualRows { lost, guessed };
template <class P>
Schema<P> with_equal_rows(const Schema<P>& schema, EqualRows P::*member) {
    return schema.choice(
        "equal_rows", member,
        "a person whose released record has equals: lost to every distance, as published, or "
        "reached together with them, among whom the intruder guesses",
        {{"lost", EqualRows::lost}, {"guessed", EqualRows::guessed}});
}

// The people that are in both files and that the intruder holds or learns from. Without training
// records all are learnt from; `test` then holds others, drawn anew, where not all are learnt from.
struct LinkSamples {
    LinkSample learn;
    LinkSample test;
    std::int64_t people = 0;    // how many there are
    bool training = false;      // the links of training records are what is known
    bool sampled = false;       // more than `max_records` to learn from: so many drawn at random
    bool test_sampled = false;  // likewise to test on
};

LinkSamples link_samples(const AssessInput& input, const LinkageCrowd& crowd,
                         std::int64_t max_records, bool equals_compete);

// The columns of numbers alone, with a warning where that leaves out others. Error(usage) where
// nothing is left.
AssessInput numbers_only(AssessInput input, std::vector<std::string>& warnings);

// People whose masked values are those of another released record, too: no distance tells them
// apart.
std::int64_t indistinguishable(const LinkSample& sample);

struct LinkCounts {
    std::int64_t strict = 0;  // the true record is nearest, alone
    std::int64_t lax = 0;     // or with others
    double expected = 0;      // of a fair choice among the nearest
};

// Under the learnt distance, against the whole release.
LinkCounts count_links(const Context& context, const DistanceModel& model, const LinkSample& sample,
                       std::span<const double> parameters);

// By the Sugeno integral of the absolute differences, each column's divided by its largest between
// a person and a released record. `measure` has a place for each set of columns, the empty one too,
// and is 1 for all.
LinkCounts count_sugeno_links(const Context& context, const LinkSample& sample,
                              std::span<const double> measure);

// `strict`, `lax`, `expected` in percent, and `records`.
Json link_figures(const LinkCounts& counts, std::int64_t records);

// Adds what the parameters say about the columns: `key_attributes` or `weights_by_rank`, heaviest
// first; of set functions also the `measure` (of many columns, the sets that have a Moebius
// coefficient) and the `interactions` of pairs, of forms the `matrix`. The parameters are
// normalised: weights sum to 1, the measure of all columns is 1, the trace of the matrix is 1.
void describe_parameters(Json& details, const DistanceModel& model,
                         std::span<const double> parameters,
                         const std::vector<std::string>& columns);

// Adds `distance` (metric, distance or pseudo-distance) and `properties`.
void describe_properties(Json& details, const AssessInput& input, const DistanceModel& model,
                         const AlignedRecords& records, std::span<const double> parameters);

}  // namespace lethe::attack
