// Measures that read nothing but the common subsumers of two concepts.
//
// Such a measure is a Rule: what it gathers (Found), what a common subsumer adds to it, and what
// follows for the two concepts.
//
//   Found start() const;
//   void add(Found& found, ConceptId subsumer, int climb_a, int climb_b) const;
//   double published(ConceptId a, ConceptId b, const Found& found) const;
//   double distance(ConceptId a, ConceptId b, const Found& found) const;   a != b
//
// Common subsumers are met in ascending order. Two concepts are met by merging their two ascending
// lists, without branches that depend on the data but the one that finds an equal pair. One concept
// and many others: the subsumers of the one are marked once in an array of the thread, each other
// concept then costs a look at each of its own subsumers, and the marks are taken off again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "lethe/knowledge/measure.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe {

// By concept 0, or 1 and the climb to it from the concept whose subsumers are marked. All zero
// whenever no SubsumerMarks lives; at most one does in a thread.
std::vector<std::uint16_t>& subsumer_marks_of_thread();

class SubsumerMarks {
  public:
    SubsumerMarks(const Taxonomy& taxonomy, ConceptId c)
        : above_(taxonomy.subsumers(c)), marks_(subsumer_marks_of_thread()) {
        marks_.resize(std::max(marks_.size(), static_cast<std::size_t>(taxonomy.size())), 0);
        const auto climbs = taxonomy.climbs(c);
        for (std::size_t i = 0; i < above_.size(); ++i) {
            marks_[static_cast<std::size_t>(above_[i])] = static_cast<std::uint16_t>(climbs[i] + 1);
        }
    }
    ~SubsumerMarks() {
        for (const ConceptId c : above_) marks_[static_cast<std::size_t>(c)] = 0;
    }
    SubsumerMarks(const SubsumerMarks&) = delete;
    SubsumerMarks& operator=(const SubsumerMarks&) = delete;

    int operator[](ConceptId c) const { return marks_[static_cast<std::size_t>(c)]; }

  private:
    std::span<const ConceptId> above_;
    std::vector<std::uint16_t>& marks_;
};

template <class Rule>
class MeasureBySubsumers final : public Measure {
  public:
    MeasureBySubsumers(TaxonomyPtr taxonomy, Rule rule)
        : taxonomy_(std::move(taxonomy)), rule_(std::move(rule)) {}

    double published(ConceptId a, ConceptId b) const override {
        return rule_.published(a, b, common(a, b));
    }

    double distance(ConceptId a, ConceptId b) const override {
        return a == b ? 0 : std::max(0.0, rule_.distance(a, b, common(a, b)));
    }

    void distances(ConceptId a, std::span<const ConceptId> others, double* out) const override {
        const SubsumerMarks marks(*taxonomy_, a);
        for (std::size_t i = 0; i < others.size(); ++i) {
            const ConceptId b = others[i];
            auto found = rule_.start();
            const auto above = taxonomy_->subsumers(b);
            const auto climbs = taxonomy_->climbs(b);
            for (std::size_t j = 0; j < above.size(); ++j) {
                if (const int mark = marks[above[j]]; mark != 0) {
                    rule_.add(found, above[j], mark - 1, climbs[j]);
                }
            }
            out[i] = a == b ? 0 : std::max(0.0, rule_.distance(a, b, found));
        }
    }

  private:
    auto common(ConceptId a, ConceptId b) const {
        auto found = rule_.start();
        const auto above_a = taxonomy_->subsumers(a);
        const auto above_b = taxonomy_->subsumers(b);
        const auto climbs_a = taxonomy_->climbs(a);
        const auto climbs_b = taxonomy_->climbs(b);
        std::size_t i = 0;
        std::size_t j = 0;
        while (i < above_a.size() && j < above_b.size()) {
            const ConceptId x = above_a[i];
            const ConceptId y = above_b[j];
            if (x == y) rule_.add(found, x, climbs_a[i], climbs_b[j]);
            i += x <= y ? 1 : 0;
            j += y <= x ? 1 : 0;
        }
        return found;
    }

    TaxonomyPtr taxonomy_;
    Rule rule_;
};

// What make_measure calls, by family.
std::unique_ptr<Measure> make_edge_measure(TaxonomyPtr taxonomy, const MeasureOptions& options);
std::unique_ptr<Measure> make_feature_measure(TaxonomyPtr taxonomy, const MeasureOptions& options);
std::unique_ptr<Measure> make_content_measure(TaxonomyPtr taxonomy, const MeasureOptions& options);
std::unique_ptr<Measure> make_context_vectors(TaxonomyPtr taxonomy, const MeasureOptions& options);

}  // namespace lethe
