// The risk of published vectors: an intruder who holds the original vectors links each to the
// nearest published one, by the cosine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/sparse_rows.h"
#include "lethe/method/method.h"
#include "lethe/method/right_links.h"

namespace lethe::vectors {

// Row i of `published` is what is published of row i; both over the same columns. What is published
// k times over is found with a chance of 1/k at most: `expected` counts that.
RightLinks vector_linkage(const Context& context, const SparseRows& original,
                          const SparseRows& published);

// Shares in percent, with the bound that a k of `smallest` sets.
Json to_json(const RightLinks& links, std::int64_t smallest);

// How such a result is read and shown, of any linkage of vectors.
std::string read_linked_vectors(const Json& measurement, double value,
                                std::optional<std::int64_t> people);
std::vector<DetailLook> linked_vector_details();

}  // namespace lethe::vectors
