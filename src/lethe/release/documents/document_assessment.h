// Attacks on released documents and what they lost, by the methods of the catalogue: the originals
// and the release are read, their documents are matched, and the methods run on them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/documents/document_method.h"
#include "lethe/documents/find/plausibility.h"
#include "lethe/documents/measure/assess_documents.h"
#include "lethe/documents/measure/assess_gold.h"
#include "lethe/documents/measure/document_match.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/read/gold.h"
#include "lethe/method/method.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/documents/document_pair.h"

namespace lethe::release {

// Of a family: those that an assessment runs in the settings that they declare for it, and those
// whose needs are given.
std::vector<Choice> default_document_choices(Family family, const DocumentPair& pair);

// Binds all first and reports every problem at once. Of several, one that cannot do its work
// (Error(unmet)) has no value and says why in its warnings.
std::vector<MethodResult> run_document_assessments(Family family, std::span<const Choice> choices,
                                                   const DocumentPair& pair, const Random& random,
                                                   const Context& context);

// Error(usage) for queries, gold or a taxonomy that none of the methods takes.
MethodAssessment assess_document_methods(const Context& context, const DocumentAssessment& what,
                                         Family family, std::span<const Choice> choices,
                                         const Random& random, std::vector<std::string>& notes);

// What of an assessment of everything is not a method's default.
struct DocumentParts {
    std::optional<Json> terms = {};  // parameters of the anonymity of terms; none: not counted
    // Of the combined index of queries: how its parts are rounded, what the last one is ("overlap",
    // "nmi"), and six weights; empty: the published ones.
    std::string round = "none";
    std::string sets = "overlap";
    std::vector<double> weights = {};
};

// Everything that is measured on released documents.
struct AssessedDocuments {
    // What queries find, and how they were judged.
    struct Queries {
        std::string round_components;
        std::string set_loss;
        std::vector<double> weights;
        documents::QueryAssessment found;
    };
    std::int64_t documents = 0;
    std::int64_t matched = 0;                   // of them, released
    std::vector<std::string> missing = {};      // ids of the others: their owner's to know
    std::vector<std::string> unexplained = {};  // ids of released ones without an original
    std::vector<MethodResult> attacks = {};
    std::vector<MethodResult> measures = {};
    std::optional<double> loss = {};
    std::optional<Queries> queries = {};
    std::optional<documents::GoldAssessment> gold = {};
    std::optional<Json> term_anonymity = {};  // details of that attack
    std::optional<documents::PlausibilitySummary> plausibility = {};
};
// {"kind": "document-assessment", "data", "documents", "matched", "missing", "private_missing",
// "unexplained", "worst" (null: none), "attacks", "measures", "loss"}, and for what was asked for
// "queries", "utility_change", ..., "gold", "term_anonymity", "plausibility".
Json to_json(const AssessedDocuments& assessed);

AssessedDocuments assess_documents(const Context& context, const DocumentAssessment& what,
                                   const DocumentParts& parts, const Random& random,
                                   std::vector<std::string>& notes);

}  // namespace lethe::release
