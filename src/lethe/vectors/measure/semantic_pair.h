// Original and published documents as lists of terms that mean something, over the terms of both:
// what is measured on vectors whose terms were generalised, which are other words to the cosine.
// Terms are looked up by their names, as whoever reads the release does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/vectors/make/distinct_rows.h"
#include "lethe/vectors/protect/semantic_space.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::vectors {

class SemanticPair {
  public:
    // Error(input) as of vector_pair, and for a document without terms; Error(unmet) without a
    // taxonomy, and where it knows no term of the one or of the other.
    explicit SemanticPair(const AssessInput& input);

    const TermDissimilarity& terms() const { return terms_; }
    const std::vector<TermList>& original() const { return original_; }
    // What is published, each different list once.
    const std::vector<TermList>& published() const { return published_; }
    const DistinctRows& groups() const { return groups_; }
    // Of terms that the taxonomy does not know and that are compared as words; none: empty.
    std::vector<std::string> warnings() const;

  private:
    struct Rows;
    SemanticPair(const AssessInput& input, Rows rows);

    DistinctRows groups_;
    TermDissimilarity terms_;
    std::vector<TermList> original_, published_;
    std::int64_t unknown_original_ = 0, unknown_published_ = 0;
};

}  // namespace lethe::vectors
