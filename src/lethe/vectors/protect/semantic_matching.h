// Documents as lists of weighted terms, compared and generalised by pairing their terms (Abril,
// Navarro-Arribas and Torra: Vector space model anonymization, 2013):
//
//   dir(v1, v2): each term of v1, the heaviest first, takes the term of v2 that is not taken yet
//                and for which f * dst is least, the first of equals, until v2 is exhausted;
//                the sum of these f * dst, divided by the length of v1
//   dst(v1, v2) = min(dir(v1, v2), dir(v2, v1))
//
// f is the mean of the two weights, dst as in term_dissimilarity.h. Two lists become one of the
// length of the shorter: of each pair in the direction that costs less (of equals the first) the
// term that generalises both, with the mean of their weights. More lists are folded from the left.
#pragma once

#include <vector>

#include "lethe/vectors/protect/semantic.h"
#include "lethe/vectors/protect/term_dissimilarity.h"

namespace lethe::vectors {

struct WeightedTerm {
    Term term = 0;
    double weight = 0;

    friend bool operator==(const WeightedTerm&, const WeightedTerm&) = default;
};

// Not empty; the heaviest first. A term may be there several times.
using TermList = std::vector<WeightedTerm>;

// The heaviest first; of equally heavy terms those that were before.
void sort_by_weight(TermList& list);

// Safe to use from several threads. Lists of m and n terms take O(m n) time.
class SemanticMatching {
  public:
    SemanticMatching(const TermDissimilarity& terms, SemanticOptions::PairWeight pair_weight,
                     SemanticOptions::Unmatched unmatched)
        : terms_(terms), pair_weight_(pair_weight), unmatched_(unmatched) {}

    double directed(const TermList& from, const TermList& to) const;
    double distance(const TermList& a, const TermList& b) const;
    TermList aggregate(const TermList& a, const TermList& b) const;

  private:
    struct Scratch;

    void fill(const TermList& a, const TermList& b, Scratch& scratch) const;
    double greedy(const TermList& from, std::size_t to, const double* costs,
                  std::vector<int>& taken) const;

    const TermDissimilarity& terms_;
    SemanticOptions::PairWeight pair_weight_;
    SemanticOptions::Unmatched unmatched_;
};

}  // namespace lethe::vectors
