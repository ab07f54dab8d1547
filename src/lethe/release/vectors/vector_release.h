// Releases of document vectors: each document hides among at least k, rows come in a random order,
// and neither ids nor terms that no published vector has are released.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/column.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/method.h"
#include "lethe/release/outputs.h"
#include "lethe/release/released.h"
#include "lethe/vectors/make/document_vectors.h"

namespace lethe::release {

struct VectorRelease {
    std::string source;
    std::string output;
    std::string method = {};           // a protection of the catalogue; empty: the first of them
    Json parameters = Json::object();  // of the method, as its schema has them
    std::string extends = {};          // an earlier release that these documents come to
    bool join = false;                 // as its nearest vectors, not in groups of their own
    std::string taxonomy = "wordnet";  // of a method that compares terms by their meaning
    KnowledgeOptions reading;          // of the taxonomy
    bool keep_ids = false;             // they say who is who
    bool keep_order = false;
    bool drop_labels = false;
    std::uint64_t seed = 0;  // of the order
    Surroundings surroundings;
    bool dry_run = false;
};

// The protection that is named. Error(usage) with a "did you mean".
const Method& vector_protection(std::string_view name);

// What a release without ids does not show of the documents, by which they may be sorted.
std::vector<ColumnPtr> hidden_columns(const vectors::DocumentVectors& original, bool labels_shown);

// Protects the vectors, counts in the result that k holds, and writes the release, its record and
// its private log. With `extends` the method, its parameters, ids and order are those of the
// earlier release, and all its documents are released again (extended_release.h). Error(usage) for
// a method or parameters that are not there or out of range, Error(unmet) for fewer than k
// documents.
Released release_vectors(const Context& context, const VectorRelease& what);

// The files of the vectors (vectors/make/vector_files.h), into the bundle, the main one first;
// returns their digests.
std::vector<FileDigest> write_vector_files(const Context& context, Bundle& bundle,
                                           const vectors::DocumentVectors& vectors,
                                           const std::string& output, bool is_private);

}  // namespace lethe::release
