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
#include "lethe/method/release_figures.h"
#include "lethe/vectors/make/document_vectors.h"
#include "lethe/vectors/make/vector_defaults.h"
#include "lethe/vectors/measure/vector_anonymity.h"
#include "lethe/vectors/measure/vector_classification.h"
#include "lethe/vectors/measure/vector_clustering.h"
#include "lethe/vectors/measure/vector_linkage.h"
#include "lethe/vectors/measure/vector_loss.h"
#include "lethe/vectors/measure/vector_queries.h"
#include "lethe/vectors/measure/vector_semantic_loss.h"
#include "lethe/vectors/measure/vector_statistics.h"

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

// How a file's vectors look.
struct LookOfVectors {
    VectorStatistics statistics;
    DistanceHistogram distances;
};

struct MeasuredOriginal {
    struct Clusters {
        std::int64_t count = 0;
        std::optional<PartitionSimilarity> with_labels = {};  // where there are classes
    };
    std::string file = {};
    std::int64_t documents = 0;
    std::int64_t terms = 0;
    std::int64_t labels = 0;  // different ones
    VectorAnonymity anonymity = {};
    std::optional<LookOfVectors> look = {};
    std::optional<std::vector<Clusters>> clustering = {};
};
Json to_json(const MeasuredOriginal::Clusters& clusters);  // {"clusters", "with_labels"}
// {"about": "original", "file", "documents", "terms", "labels", "anonymity", "statistics",
// "distances", "clustering"}
Json to_json(const MeasuredOriginal& original);

// What was measured of one release: the parts that were asked for and could be measured.
struct MeasuredVectors {
    std::string file = {};
    VectorAnonymity anonymity = {};
    std::optional<VectorAnonymity> with_labels = {};  // of a release with labels
    std::optional<VectorLoss> loss = {};              // where original and release share a term
    // Of a release with terms that the original lacks, where there is a taxonomy.
    std::optional<VectorSemanticLoss> loss_by_meaning = {};
    std::optional<RightLinks> linkage_by_meaning = {};
    std::optional<LookOfVectors> look = {};
    std::optional<std::vector<QueryAnswer>> queries = {};
    bool classified = false;  // asked for; there is no result where there is no test part
    std::optional<Classification> classification = {};
    std::optional<std::vector<ComparedClusters>> clustering = {};
    std::optional<RightLinks> linkage = {};  // where original and release share a term
    ReleaseFigures figures = {};

    // By what is published: labels too, where they are.
    const VectorAnonymity& published_anonymity() const {
        return with_labels ? *with_labels : anonymity;
    }
};
// {"file", "anonymity", "k", "k_with_labels", "anonymity_with_labels", "loss", "loss_by_meaning",
// "linkage_by_meaning", "statistics", "distances", "queries", "classification", "clustering",
// "linkage", "found" and "lost"}
Json to_json(const MeasuredVectors& measured);

struct MeasuredVectorFiles {
    MeasuredOriginal original = {};
    std::vector<MeasuredVectors> releases = {};
    std::vector<std::string> notes = {};
};
// {"kind": "vector-assessment", "original", "releases", "notes"}
Json to_json(const MeasuredVectorFiles& measured);

// Published rows belong to the originals by their ids, or in the same order where one of them has
// no ids. Error(input) where they do not match, where there are no labels to classify by and that
// part was asked for, and where original and published vectors have no term in common and there is
// no taxonomy.
MeasuredVectorFiles assess_vectors(const Context& context, const AssessedVectors& given,
                                   const AssessVectorsOptions& options, const Random& random);

}  // namespace lethe::vectors
