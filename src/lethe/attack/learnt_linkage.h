// What attacks with a learnt distance share: which true links they learn from and which they are
// tested on, the links that a distance of a family finds, and what its parameters say.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/linkage_features.h"
#include "lethe/method/comparison.h"

namespace lethe::attack {

// Some aligned records of both files, standardised over the whole of each file.
struct LinkSample {
    std::vector<double> original;
    std::vector<double> masked;
    std::vector<std::int64_t> rows;  // of the original
    int attributes = 0;

    bool empty() const { return rows.empty(); }
    AlignedRecords records() const {
        return {original.data(), masked.data(), static_cast<std::int32_t>(rows.size()), attributes};
    }
};

// The records that are in both files and that the intruder holds or learns from. Without training
// records all are learnt from and none is left for testing.
struct LinkSamples {
    LinkSample learn;
    LinkSample test;
    std::int64_t released = 0;  // how many there are
    bool sampled = false;       // more than `max_records` to learn from: so many drawn at random
};

LinkSamples link_samples(const AssessInput& input, std::int64_t max_records);

// The given rows of the original, all of them in the release (Error(input) otherwise).
LinkSample link_sample(const AssessInput& input, const std::vector<std::int64_t>& rows);

// Records whose masked values are those of another record, too: no distance tells them apart.
std::int64_t indistinguishable(const AlignedRecords& records);

struct LinkCounts {
    std::int64_t strict = 0;  // the true record is nearest, alone
    std::int64_t lax = 0;     // or with others
    double expected = 0;      // of a fair choice among the nearest
};

// Under the learnt distance, over all pairs.
LinkCounts count_links(const Context& context, const DistanceModel& model,
                       const AlignedRecords& records, std::span<const double> parameters);

// `strict`, `lax`, `expected` in percent, and `records`.
Json link_figures(const LinkCounts& counts, std::int64_t records);

// Adds what the parameters say about the columns: `key_attributes` or `weights_by_rank`, heaviest
// first; of set functions also the `measure` and the `interactions` of pairs, of forms the
// `matrix`. Weights sum to 1, the measure of all columns is 1, the trace of the matrix is 1.
void describe_parameters(Json& details, const DistanceModel& model,
                         std::span<const double> parameters,
                         const std::vector<std::string>& columns);

// Adds `distance` (metric, distance or pseudo-distance) and `properties`.
void describe_properties(Json& details, const AssessInput& input, const DistanceModel& model,
                         const AlignedRecords& records, std::span<const double> parameters);

}  // namespace lethe::attack
