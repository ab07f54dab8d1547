// Published vectors beside the original ones: the same documents in the same order, over the same
// terms.
#pragma once

#include <string>
#include <vector>

#include "lethe/vectors/make/document_vectors.h"

namespace lethe::vectors {

// The published rows in the order of the original ones: by ids where both have them, as they come
// otherwise. Error(input), naming `file`, where documents are missing or too many.
DocumentVectors in_order_of(const DocumentVectors& original, const DocumentVectors& published,
                            const std::string& file);

bool have_common_terms(const DocumentVectors& original, const DocumentVectors& published);
// Error(input), naming `file`, unless both have a term in common.
void check_common_terms(const DocumentVectors& original, const DocumentVectors& published,
                        const std::string& file);

}  // namespace lethe::vectors
