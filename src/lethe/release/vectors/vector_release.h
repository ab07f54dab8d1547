// Releases of document vectors: each document hides among at least k, rows come in a random order,
// and neither ids nor terms that no published vector has are released.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/release/outputs.h"
#include "lethe/release/released.h"
#include "lethe/vectors/make/vector_defaults.h"
#include "lethe/vectors/protect/semantic.h"
#include "lethe/vectors/protect/spherical.h"

namespace lethe::release {

enum class VectorMethod {
    spherical,  // the mean direction of a group
    classical,  // its mean
    semantic,   // what its terms have in common
};

std::string_view name(VectorMethod method);
std::optional<VectorMethod> vector_method_named(std::string_view name);
std::vector<std::string_view> vector_method_names();

struct VectorRelease {
    std::string source;
    std::string output;
    VectorMethod method = VectorMethod::spherical;
    std::int64_t k = vectors::kDocumentsTogether;
    vectors::SphericalOptions spherical;  // of spherical and classical; its k is not looked at
    vectors::SemanticOptions semantic;    // likewise
    std::string taxonomy = "wordnet";     // of semantic
    KnowledgeOptions reading;             // of the taxonomy
    bool keep_ids = false;                // they say who is who
    bool keep_order = false;
    bool drop_labels = false;
    std::uint64_t seed = 0;  // of the order
    Surroundings surroundings;
    bool dry_run = false;
};

// Protects the vectors, counts in the result that k holds, and writes the release, its record and
// its private log. Error(usage) for k below 2, Error(unmet) for fewer than k documents.
Released release_vectors(const Context& context, const VectorRelease& what);

}  // namespace lethe::release
