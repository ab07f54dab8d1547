// Vectors in files. The format follows from the ending:
//
//   .mtx             Matrix Market, coordinate real general; with it NAME.terms.txt, a term a line
//                    in the order of the columns, and NAME.documents.csv (id, label) where there
//                    are ids or labels
//   .svm .libsvm     LIBSVM/SVMlight: a line a document, "class term:weight ...", terms from 1;
//                    with the same two files beside it (classes are numbered from 1 in the order of
//                    their labels; 0 where there are none)
//   .parquet .csv    long form, a row for each entry: document (number from 1), id and label where
//                    there are any, term, weight; complete in itself, but for terms that no
//                    document has. Terms are read in the order of their bytes.
//
// and .gz behind .mtx, .svm and .libsvm. Weights are written with as many digits as it takes to
// read back the same number. A file that promises a million more documents or terms than ten times
// its entries is refused.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/vectors/make/document_vectors.h"

namespace lethe::vectors {

// Error(io), Error(input) with the line for what is malformed. Without a file of terms they are
// called term1, term2, ...
DocumentVectors read_vectors(const Context& context, const std::string& path);
// All files whole or not at all. Error(usage) for another ending, and where NAME.documents.csv is
// there already though the vectors have neither ids nor labels: it would be read as theirs.
void write_vectors(const Context& context, const DocumentVectors& vectors, const std::string& path);
// The same refusals without writing, for who writes elsewhere first.
void check_vector_place(const DocumentVectors& vectors, const std::string& path);
// The files that write_vectors would write, the main one first.
std::vector<std::string> vector_files(const DocumentVectors& vectors, const std::string& path);

}  // namespace lethe::vectors
