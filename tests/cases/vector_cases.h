// Cases of document vectors. Documents are lists of [term, weight].
#pragma once

#include "lethe/core/json.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/method/method.h"
#include "lethe/vectors/make/document_vectors.h"

namespace lethe::test {

const TaxonomyPtr& wordnet();

// Over the alphabet of their terms.
vectors::DocumentVectors vectors_of(const Json& lists);
// By the alphabet, as released files have them.
Json lists_of(const vectors::DocumentVectors& vectors);

// Of a protection of `documents` with `parameters` {"clusters", "protected", "facts", "loss"}; of
// an attack or measure of `original` beside `published`, with `labels`, {"value", "details",
// "about_original"}.
Json run_vector_case(const Json& body, const Method& method);

}  // namespace lethe::test
