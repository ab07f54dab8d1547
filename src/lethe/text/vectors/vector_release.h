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

// Which document stands in which row and group.
Json vector_private_log(const DocumentVectors& original, const Clusters& clusters,
                        const std::string& source, const std::string& source_sha256);

}  // namespace lethe::text
