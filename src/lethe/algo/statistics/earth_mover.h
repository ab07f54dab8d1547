// The earth mover's distance between how values are distributed in a part of the records and in all
// of them: the least sum of (share of the records) x (distance) that turns one into the other.
//
// Ground distances are between 0 and 1:
//   equal         1 between any two values
//   ordered       places apart, divided by the number of values less 1
//   hierarchical  the height of the lowest common subsumer divided by the height of the root, the
//                 height of a concept being the longest way down from it
//   any other     a matrix
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lethe/knowledge/taxonomy.h"

namespace lethe {

struct ValueCount {
    std::int32_t value = 0;  // values are numbered from 0, ordered ones in their order
    std::int64_t count = 0;
};

// Safe to use from several threads.
class EarthMover {
  public:
    virtual ~EarthMover() = default;
    // Of a part of the records: its values ascending, each once, with counts above 0.
    virtual double distance(std::span<const ValueCount> part) const = 0;
};

// `whole` holds the records of each value. Equal and ordered take time linear in the part (ordered:
// times a logarithm), whatever the number of values.
std::unique_ptr<EarthMover> equal_mover(std::vector<std::int64_t> whole);
std::unique_ptr<EarthMover> ordered_mover(std::vector<std::int64_t> whole);

// Value i is the concept concepts[i]; kNoConcept is as far as can be from all others. Where no
// concept above the values has two parents the hierarchy is a tree, and time is linear in the part
// times the depth; otherwise this is a matrix_mover.
std::unique_ptr<EarthMover> hierarchy_mover(std::vector<std::int64_t> whole, TaxonomyPtr taxonomy,
                                            std::vector<ConceptId> concepts);

// By distances[a * values + b]. Error(unmet) for more than kMostMatrixValues values.
constexpr std::int64_t kMostMatrixValues = 1500;
std::unique_ptr<EarthMover> matrix_mover(std::vector<std::int64_t> whole,
                                         std::vector<double> distances);

}  // namespace lethe
