// A collection of documents as vectors: a row a document, a column a term, and the weight of the
// term in the document. This is what is published for others to mine in place of the texts.
#pragma once

#include <string>
#include <vector>

#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

struct DocumentVectors {
    SparseRows rows;
    std::vector<std::string> terms;   // of each column; all different
    std::vector<std::string> ids;     // of each row, all different; empty where there are none
    std::vector<std::string> labels;  // the class of each row; empty where there are none

    std::int64_t size() const { return rows.rows(); }
    friend bool operator==(const DocumentVectors&, const DocumentVectors&) = default;
};

// Error(input) with the number of the document for one without terms, which has no direction, and
// for a negative weight.
void check_weights(const SparseRows& rows);

// The same rows over the terms of `terms`, column by column; what `terms` lacks is left out of the
// rows. This is how two collections become comparable.
DocumentVectors over_terms(const DocumentVectors& vectors, const std::vector<std::string>& terms);

// The terms of both, those of the first in their order, then what the second adds.
std::vector<std::string> joint_terms(const std::vector<std::string>& a,
                                     const std::vector<std::string>& b);

// Some of the rows, in the order in which they are named.
DocumentVectors chosen_rows(const DocumentVectors& vectors, const std::vector<std::int64_t>& rows);

}  // namespace lethe::vectors
