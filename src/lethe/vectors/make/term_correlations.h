// Terms that go together. The cosine of two documents knows only the terms that both have; in the
// generalised vector space model (Wong, Ziarko and Wong: Generalized vector spaces model in
// information retrieval, 1985) terms are vectors themselves, the rows of a matrix T, and documents
// x and y are compared by
//
//     cos(x, y) = x S y' / sqrt((x S x') (y S y')),    S = T T'.
//
// Here the vector of a term are its correlations with all terms: the cosine of their columns in the
// collection, 1 with itself; small ones are cut. Whatever is cut, S is semi-definite, and the
// cosine is that of the spread documents x T and y T: everything that works on directions of
// documents works on spread ones.
#pragma once

#include "lethe/core/context.h"
#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

// T of a collection: a row for each term. Correlations below `least` (above 0, at most 1) are cut;
// the diagonal stays, also of terms that no document has. Of rows without negative weights. The
// time grows with the squared numbers of terms of the documents.
SparseRows term_correlations(const Context& context, const SparseRows& documents, double least);

// x T of each row.
SparseRows spread_over(const Context& context, const SparseRows& rows, const SparseRows& terms);

// The same of unit length, by the correlations of a collection.
SparseRows spread_documents(const Context& context, const SparseRows& rows,
                            const SparseRows& collection, double least);

}  // namespace lethe::vectors
