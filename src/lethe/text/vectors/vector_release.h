// What is released of protected vectors besides themselves: the record, which may be published with
// them, and the private log, which must not be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/algo/clusters.h"
#include "lethe/core/json.h"
#include "lethe/text/vectors/document_vectors.h"

namespace lethe::text {

// Without the terms that no row has: a term that stands in no published vector would tell that some
// document had it.
DocumentVectors with_used_terms(const DocumentVectors& vectors);

// Version, method and its settings, sizes, how many documents share a vector (counted from the
// vectors), what was lost, digests of the files, which are written already. No id of a document.
Json vector_record(const DocumentVectors& released, const Json& method, const Json& loss,
                   const std::vector<std::string>& files);

// Which document stands in which row and group. Row i of the release is row order[i] of the
// original.
Json vector_private_log(const DocumentVectors& original, const Clusters& clusters,
                        const std::vector<std::int64_t>& order, const std::string& source,
                        const std::string& source_sha256);

// Of each original row its row in the release, by the private log. Error(input), naming the log,
// where it is none, or of another number of documents.
std::vector<std::int64_t> rows_of_originals(const Json& log, std::int64_t rows,
                                            const std::string& file);

}  // namespace lethe::text
