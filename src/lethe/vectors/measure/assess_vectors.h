// All that is measured on published document vectors, put together: who can be found in them, what
// is lost, and what can still be mined.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/vectors/make/document_vectors.h"
#include "lethe/vectors/make/vector_defaults.h"
#include "lethe/vectors/measure/vector_clustering.h"
#include "lethe/vectors/measure/vector_queries.h"

namespace lethe::vectors {

struct VectorFile {
    std::string name;
    DocumentVectors vectors;
};

struct AssessedVectors {
    VectorFile original;
    std::vector<VectorFile> published;  // e.g. for growing k
    // A test part that was protected by itself, and its published vectors, one file for each of
    // `published`; without it, classifiers are tested on some of the documents.
    std::optional<VectorFile> test_original = {};
    std::vector<VectorFile> test_published = {};
    // By which releases with terms of their own are compared; none: words alone are.
    TaxonomyPtr taxonomy = nullptr;
};

struct VectorParts {
    bool loss = true;
    bool statistics = true;
    bool queries = true;
    bool classification = true;
    bool clustering = true;
    bool linkage = true;
};

struct AssessVectorsOptions {
    VectorParts parts;
    QueryOptions queries;
    ClusteringOptions clustering;
    std::int64_t most_compared = kMostCompared;  // documents whose distances are all measured
    double training_share = kTrainingShare;
};

// {"kind": "vector-assessment", "original": {...}, "releases": [{"file", "anonymity", "loss",
// "statistics", "distances", "queries", "classification", "clustering", "linkage", "found": what
// each attack of the catalogue found, by its name in percent, "lost": the same of losses}],
// "notes"}; of a release with labels also "anonymity_with_labels". With
// a taxonomy also "linkage_by_meaning" and "loss_by_meaning" of a release with terms that the
// original lacks; "linkage" and "loss" are left out where original and release share no term.
// Published rows belong to the originals by their ids, or in the same order where one of them has
// no ids. Error(input) where they do not match, where there are no labels to classify by and that
// part was asked for, and where original and published vectors have no term in common and there is
// no taxonomy.
Json assess_vectors(const Context& context, const AssessedVectors& given,
                    const AssessVectorsOptions& options, const Random& random);

}  // namespace lethe::vectors
