// What a sanitised text hides of the original: the words of the original that do not stand in the
// sanitised text any more, in their order. Told by the two texts alone, whoever sanitised them.
#pragma once

#include <string_view>
#include <vector>

#include "lethe/language/span.h"

namespace lethe::documents {

// Words of the original that a longest common subsequence of words leaves out, each a span. Words
// that the other text lacks cost nothing; where the rest differs in more than a thousand words, a
// common subsequence that may not be the longest is taken, so that a few words more may be called
// hidden. Takes time and memory of the order of the words.
std::vector<language::Span> masked_spans(std::string_view original, std::string_view sanitised);

}  // namespace lethe::documents
