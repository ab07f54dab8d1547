// The values of one column of categories, the candidates for their centre, and how far each
// candidate is from each value.
//
// A semantic column with a meaning: the values are the concepts of its texts (two texts that mean
// the same are one value), the candidates are the root and all their subsumers, the distance is
// that of a measure. Any other column: the candidates are the values; the distance is 0 or 1, or
// the steps between ordered categories divided by the number of categories. A missing value, and a
// text without a concept, are values of their own, as far as can be from all others.
//
// Values and candidates are numbered in byte order of their texts, with missing last.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/column.h"
#include "lethe/knowledge/measure.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe {

class ValueDomain {
  public:
    // With `masked`, the texts of that column are candidates too. `squared`: distances are squared.
    // Error(unmet) for more than kMostCells pairs of candidates and values of concepts.
    ValueDomain(const Context& context, const Column& column, const MeasureOptions& measure,
                bool squared, const Column* masked = nullptr);
    static constexpr std::int64_t kMostCells = 400'000'000;

    std::int32_t values() const { return static_cast<std::int32_t>(candidate_of_.size()); }
    std::int32_t candidates() const { return static_cast<std::int32_t>(texts_.size()); }
    std::int32_t candidate_of(std::int32_t value) const {
        return candidate_of_[static_cast<std::size_t>(value)];
    }
    // How a candidate is written; none: missing.
    const std::optional<std::string>& text(std::int32_t candidate) const {
        return texts_[static_cast<std::size_t>(candidate)];
    }
    // kNoConcept for what is none.
    ConceptId concept_of(std::int32_t candidate) const {
        return concepts_[static_cast<std::size_t>(candidate)];
    }
    bool has_concepts() const { return taxonomy_ != nullptr; }
    bool is_equality() const { return kind_ == Kind::equality; }  // distances are 0 or 1
    const Taxonomy& taxonomy() const { return *taxonomy_; }

    // Of each row of a column with the same kind and meaning: the value, or the candidate. The
    // column must be the one that the domain was made from; `masked`, for candidates.
    std::vector<std::int32_t> value_codes(const Column& column) const;
    std::vector<std::int32_t> candidate_codes(const Column& column) const;

    double distance(std::int32_t candidate, std::int32_t value) const;
    double largest() const { return largest_; }  // of all distances

    // Distances become whole numbers, in parts of `whole` for a distance of 1.
    void measure_in(double whole);
    std::int32_t parts(std::int32_t candidate, std::int32_t value) const;
    // parts(candidate, value) for every value.
    void parts_from(std::int32_t candidate, std::span<std::int32_t> out) const;

    // The candidates that subsume a value, the value's own candidate among them.
    std::span<const std::int32_t> above(std::int32_t value) const { return above_[value]; }
    bool is_above(std::int32_t candidate, std::int32_t other) const;

  private:
    enum class Kind { concepts, equality, steps };

    std::int32_t candidate_of_text(const Column& column, const std::string& text) const;
    void measure(const Context& context, const Meaning* meaning, const MeasureOptions& options);
    std::size_t cell(std::int32_t candidate, std::int32_t value) const {
        return static_cast<std::size_t>(value) * texts_.size() +
               static_cast<std::size_t>(candidate);
    }

    Kind kind_ = Kind::equality;
    bool squared_ = false;
    TaxonomyPtr taxonomy_;
    std::vector<std::optional<std::string>> texts_;  // of the candidates
    std::vector<ConceptId> concepts_;                // of the candidates
    std::vector<std::int32_t> candidate_of_;         // of the values
    std::vector<std::int32_t> value_of_;             // of the candidates; -1: none
    std::vector<std::int32_t> place_;                // of an ordered value
    double steps_ = 1;                               // in the ordered domain
    Lists<std::int32_t> above_;
    std::vector<double> distances_;  // value by value, of concepts; empty once they are parts
    std::vector<std::int32_t> parts_;
    double largest_ = 1;
    double whole_ = 1;
};

}  // namespace lethe
