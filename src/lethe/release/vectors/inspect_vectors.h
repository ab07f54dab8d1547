// The first look at document vectors: how large they are, who is alone, what tells.
#pragma once

#include <cstdint>
#include <string>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/vectors/make/vector_defaults.h"

namespace lethe::release {

struct VectorInspection {
    std::string source;
    std::int64_t k = vectors::kDocumentsTogether;  // documents that shall share a term or a vector
    std::string policy_file = {};  // where the policy will be, for the next command; empty: nowhere
};

// {"kind": "vector-inspection", "about": "original", "data": {"file", "documents", "terms",
// "entries"}, "k", "density", "mean_terms", "vectors": {"different", "alone", "below_k",
// "smallest"}, "classes" (a ClassBound), "terms": {"rare", "once", "unused"}, "labels": {"classes",
// "smallest", "below_k"} or null, "ids": {"looks_like", "reason", "tell"} or null, "policy",
// "next"}. Counts; no term, label or id. "policy" is a policy to begin with, and "next" what to run
// then.
Json inspect_vectors(const Context& context, const VectorInspection& what);

}  // namespace lethe::release
