// To which of the vectors that are published already a new document is nearest, by the cosine.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

// Of each row of `added` the number of the row of `published`, over the same columns, with the
// largest cosine; of equals the first; -1 where no term is shared. An inverted index of what is
// published is asked: the time grows with the shared terms, not with the product of both sizes.
std::vector<std::int32_t> nearest_published(const Context& context, const SparseRows& published,
                                            const SparseRows& added);

}  // namespace lethe::vectors
