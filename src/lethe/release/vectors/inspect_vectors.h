// The first look at document vectors: how large they are, who is alone, what tells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/roles.h"
#include "lethe/release/assess/headline.h"
#include "lethe/vectors/make/vector_defaults.h"

namespace lethe::release {

struct VectorInspection {
    std::string source;
    std::int64_t k = vectors::kDocumentsTogether;  // documents that shall share a term or a vector
    std::string policy_file = {};  // where the policy will be, for the next command; empty: nowhere
};

// Counts; no term, label or id.
struct InspectedVectors {
    struct Terms {
        std::int64_t rare = 0;  // in fewer than k documents
        std::int64_t once = 0;
        std::int64_t unused = 0;
    };
    struct Labels {
        std::int64_t classes = 0;
        std::int64_t smallest = 0;
        std::int64_t below_k = 0;  // classes of fewer than k documents
    };
    struct Ids {
        Subject looks_like = Subject::key;
        std::string reason;
        bool tell = false;  // who is who
    };
    std::string file;
    std::int64_t documents = 0;
    std::int64_t terms = 0;
    std::int64_t entries = 0;
    std::int64_t k = 0;
    std::int64_t below_k = 0;  // documents that share their vector with fewer than k
    ClassBound classes;        // equal vectors
    Terms of_terms;
    std::optional<Labels> labels;
    std::optional<Ids> ids;
    std::string policy;             // to begin with
    std::vector<std::string> next;  // what to run then

    double density() const;     // percent of all entries that are there
    double mean_terms() const;  // of a document
};
// {"kind": "vector-inspection", "about": "original", "data": {"file", "documents", "terms",
// "entries"}, "k", "density", "mean_terms", "vectors": {"different", "alone", "below_k",
// "smallest"}, "classes" (a ClassBound), "terms": {"rare", "once", "unused"}, "labels": {"classes",
// "smallest", "below_k"} or null, "ids": {"looks_like", "reason", "tell"} or null, "policy",
// "next"}.
Json to_json(const InspectedVectors& inspected);

InspectedVectors inspect_vectors(const Context& context, const VectorInspection& what);

}  // namespace lethe::release
