// Diversity and closeness by meaning, counted in a written table by their definitions.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "lethe/data/column.h"
#include "lethe/knowledge/measure.h"

namespace lethe::release {

using Shares = std::map<std::string, double>;  // counts, or parts of one, by text

// Between texts of a column with a meaning.
class TextDistances {
  public:
    // Error(usage) for a measure that there is not, or a column without a meaning.
    TextDistances(const Column& column, const std::string& measure);

    // Infinite from a text without a concept, but from itself.
    double measured(const std::string& a, const std::string& b) const;
    // Divided by the largest of the column's values where that is above 1; 1 where infinite.
    double scaled(const std::string& a, const std::string& b) const;

  private:
    ConceptId concept_of(const std::string& text) const;

    std::shared_ptr<const Meaning> meaning_;
    std::unique_ptr<Measure> measure_;
    double largest_ = 1;
};

// Values at most `alike` apart are one, and so on from value to value. One count a group.
Shares like_groups(const Shares& counts, const TextDistances& distances, double alike);

// The least cost of moving what `counts` have too much of, as parts of one, to where they have too
// little, beside the counts of everybody.
double least_moved(const Shares& everybody, const Shares& counts, const TextDistances& distances);

}  // namespace lethe::release
