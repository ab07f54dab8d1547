// How unlike two terms are: the measure of Wu and Palmer between those two of their senses that are
// most alike, depths being counted through the least common subsumer, in nodes, the longest way
// up:
//
//   dst(t1, t2) = min over senses s1 of t1, s2 of t2 of  c / (c + 2 D)
//
//   D = nodes from the root to their least common subsumer, the longest way
//   c = is-a edges from s1 and from s2 up to it, the shortest way
//
// Terms are numbers: those of a vocabulary come first, in its order, then the terms that
// generalising can make. A row, from one term to the whole vocabulary, is made when it is first
// needed and kept, as long as there is room. Safe to use from several threads. See
// term_dissimilarity.cc.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/knowledge/measure.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::vectors {

using Term = std::int32_t;

struct TermOptions {
    LeastSubsumer least = LeastSubsumer::name;
    // A generalised term means the concept that it was made from, instead of all that its name
    // means.
    bool concept_alone = false;
    std::int64_t most_bytes = std::int64_t{1} << 30;  // of the rows that are kept
};

class TermDissimilarity {
  public:
    TermDissimilarity(TaxonomyPtr nouns, std::vector<std::string> vocabulary,
                      const TermOptions& options = {});
    ~TermDissimilarity();
    TermDissimilarity(const TermDissimilarity&) = delete;
    TermDissimilarity& operator=(const TermDissimilarity&) = delete;

    std::int64_t vocabulary() const { return std::ssize(vocabulary_); }
    bool known(Term term) const { return !senses(term).empty(); }
    // The term itself, or the name that generalising has found, with underscores for spaces.
    std::string text(Term term) const;

    // In [0, 1]: 0 of a term and itself, 1 where the taxonomy does not know both.
    double between(Term a, Term b) const;
    // between(from[i], to[j]) into out[i * to.size() + j], by rows where there are rows.
    void between(std::span<const Term> from, std::span<const Term> to, double* out) const;
    // Makes the rows of the whole vocabulary, on the threads of the context.
    void prepare(const Context& context) const;

    // The least common subsumer of the two most alike senses, of equals the more usual ones of `a`,
    // then of `b`: the root where the taxonomy does not know both; an unknown term and itself give
    // the term.
    Term generalised(Term a, Term b) const;

  private:
    using Code = std::uint16_t;  // of a distance, in the order of distances
    struct Scratch;

    std::span<const ConceptId> senses(Term term) const;
    Term term_of(ConceptId c) const;
    ConceptId least_subsumer(ConceptId a, ConceptId b) const;
    Term find_generalised(Term a, Term b) const;

    void gather_columns();
    void make_codes();
    const Code* row(Term term) const;  // null where there is no room
    void make_row(Term term, Code* out) const;
    void add_sense(ConceptId sense, Scratch& scratch, Code* out) const;

    TaxonomyPtr nouns_;
    TermOptions options_;
    std::unique_ptr<Measure> measure_;
    std::vector<std::int32_t> preferences_;
    std::vector<std::string> vocabulary_;
    Lists<ConceptId> senses_;       // of the vocabulary and of each name of the taxonomy
    std::vector<ConceptId> alone_;  // concept c: c

    // The concepts above the senses of the vocabulary, parents first, by place.
    std::vector<std::int32_t> place_;  // of each concept, or -1
    Lists<std::int32_t> parent_places_;
    Lists<std::int32_t> sense_places_;  // of each term of the vocabulary

    std::int64_t climbs_ = 0;    // codes of a depth: 0 .. twice the longest climb
    std::vector<Code> code_of_;  // [depth * climbs_ + climbs]
    std::vector<double> distance_of_;

    mutable std::unique_ptr<std::atomic<Code*>[]> rows_;
    mutable std::atomic<std::int64_t> bytes_left_;
    mutable std::unique_ptr<std::atomic<std::uint64_t>[]> generalised_;
};

}  // namespace lethe::vectors
