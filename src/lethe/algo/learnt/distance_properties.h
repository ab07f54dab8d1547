// Which properties of a distance and of a metric a learnt distance has: by the theory of its
// family, for all records there could be, and by a check on triples of those that there are.
//
// A distance is non-negative, reflexive and symmetric. A metric is also zero between equal records
// alone and obeys the triangle inequality. Learnt distances are squares: what the triangle
// inequality is asked of is the root.
//
//   weighted mean   a distance; a metric when no weight is null
//   owa             a metric when the weights do not increase from the largest difference to the
//                   smallest and the first is above zero
//   choquet         the triangle inequality holds exactly when the measure is submodular; equal
//                   records alone are at distance zero exactly when no single attribute has measure
//                   zero. (OWA is the symmetric case, the weighted mean the additive one.)
//   bilinear        a distance exactly when the matrix is positive semi-definite, a metric exactly
//                   when it is definite
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"

namespace lethe {

enum class DistanceProperty {
    non_negative,
    reflexive,
    symmetric,
    identity_of_indiscernibles,
    triangle_inequality,
};

std::string_view name(DistanceProperty property);

struct PropertyFinding {
    DistanceProperty property;
    bool holds = false;         // by theory, for all vectors of differences
    std::string why;            // "weights are at least 0"
    std::int64_t checked = 0;   // pairs or triples of the data
    std::int64_t violated = 0;  // of these; rounding errors do not count
};

enum class DistanceClass { metric, distance, pseudo_distance };

std::string_view name(DistanceClass its_class);

struct DistanceProperties {
    std::vector<PropertyFinding> findings;  // in the order of the enumeration

    const PropertyFinding& operator[](DistanceProperty property) const {
        return findings[static_cast<std::size_t>(property)];
    }
    DistanceClass distance_class() const;  // by theory
};

// w . f(a - b) for any two points.
double parametric_distance(const DistanceModel& model, std::span<const double> parameters,
                           std::span<const double> a, std::span<const double> b);

// The data are the originals and their masked versions together; at most `most_triples` triples,
// drawn at random where there are more; none where columns hold categories.
DistanceProperties distance_properties(const DistanceModel& model, const AlignedRecords& records,
                                       std::span<const double> parameters, const Random& random,
                                       std::int64_t most_triples = 5000);

}  // namespace lethe
