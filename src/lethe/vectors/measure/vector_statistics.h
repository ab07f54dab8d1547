// How a collection of vectors looks: how full it is, how heavy its weights are, and how far apart
// its documents lie.
#pragma once

#include <array>
#include <cstdint>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

struct VectorStatistics {
    std::int64_t documents = 0;
    std::int64_t terms = 0;    // that some document has
    std::int64_t entries = 0;  // not 0
    double density = 0;        // entries / (documents * terms)
    double terms_per_document = 0;
    double mean_weight = 0;  // of the entries
    double mean_of_all = 0;  // of all documents and terms, zeros included
};

// `terms` counts only columns that hold something.
VectorStatistics vector_statistics(const SparseRows& rows);

// Distances, 1 - cosine, of all pairs of documents: ten bins of 0.1, and pairs that share no term,
// at a distance of exactly 1, as an eleventh.
struct DistanceHistogram {
    static constexpr std::size_t kBins = 11;
    std::array<std::int64_t, kBins> pairs{};
    std::int64_t documents = 0;  // compared: all, or a random sample

    std::int64_t all() const;
    double share(std::size_t bin) const;
};

// Of more than `most` documents a random sample of that many is compared. Equal rows are compared
// once. The cosine with an empty row is 0.
DistanceHistogram distance_histogram(const Context& context, const SparseRows& rows,
                                     std::int64_t most, const Random& random);

// How much of the pairs of documents would have to lie in another bin for the two to be the same:
// 0 .. 1.
double difference(const DistanceHistogram& a, const DistanceHistogram& b);

Json to_json(const VectorStatistics& statistics);
Json to_json(const DistanceHistogram& histogram);  // shares

}  // namespace lethe::vectors
