// How much is said by naming a concept: -log of how often it, or one of the concepts below it, is
// meant.
#pragma once

#include <string>
#include <vector>

#include "lethe/knowledge/taxonomy.h"

namespace lethe {

struct InformationContent {
    std::vector<double> of;  // by concept
    double greatest = 0;

    double operator()(ConceptId c) const { return of[static_cast<std::size_t>(c)]; }
};

// Seco, Veale and Hayes 2004: 1 - log(descendants + 1) / log(concepts). Needs no corpus.
InformationContent intrinsic_content(const Taxonomy& taxonomy);

// From counts of WordNet's synsets in a corpus, already propagated to the subsumers, in the format
// of the WordNet-InfoContent files: a line with the version, then "offset+pos count [ROOT]".
// Error(io, input).
enum class Uncounted {
    once,     // a concept that was never counted has the content of one that was counted once
    unknown,  // its content is kUnknownContent: nothing is like it, as in the public packages
};
inline constexpr double kUnknownContent = 1e300;
InformationContent corpus_content(const Taxonomy& wordnet, const std::string& path,
                                  Uncounted uncounted = Uncounted::once);

}  // namespace lethe
