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
#include "lethe/documents/measure/document_match.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/read/gold.h"
#include "lethe/method/method.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/documents/document_tools.h"

namespace lethe::release {

struct DocumentAssessment {
    std::string original;  // a file or a folder
    std::string released;
    std::string log = {};        // the private log; empty: the one beside the release
    std::string queries = {};    // a file: what readers and intruders search for
    std::string gold = {};       // a file: what people marked in the originals
    std::string knowledge = {};  // a taxonomy along which words were generalised
    FinderOptions finders = {};
    std::string cache = {};  // the folder where taxonomies are kept; empty: nowhere
};

// What is compared. Not copied: its parts point to each other.
class DocumentPair {
  public:
    // Adds to `notes` what could not be read or matched. Error(input) where no document matches.
    DocumentPair(const Context& context, const DocumentAssessment& what,
                 std::vector<std::string>& notes);
    DocumentPair(const DocumentPair&) = delete;

    documents::AssessInput input(const Random& random, const Context& context) const;
    // What was given of what methods need: "queries", "gold", "knowledge".
    bool has(std::string_view need) const;
    const documents::DocumentMatch& match() const { return match_; }
    std::int64_t size() const { return static_cast<std::int64_t>(before_.ids.size()); }

  private:
    void read_treatments(const Json& record);

    documents::Documents original_, released_;
    documents::TextCollection before_, after_;  // in the order of the originals
    documents::DocumentMatch match_;
    std::unique_ptr<FinderSet> finders_;
    std::vector<documents::CategoryInfo> categories_;
    std::vector<bool> may_stand_;
    std::vector<documents::Mentions> mentions_;  // of the originals
    std::optional<documents::QueryFile> queries_;
    std::optional<documents::GoldDocuments> gold_;
    TaxonomyPtr taxonomy_;
};

// Of a family: those that an assessment runs in the settings that they declare for it, and those
// whose needs are given.
std::vector<Choice> default_document_choices(Family family, const DocumentPair& pair);

// Binds all first and reports every problem at once. [{"name", "title", "parameters", "value",
// "unit", "details", ...}]; of several, one that cannot do its work (Error(unmet)) has no value and
// says why in its warnings.
Json run_document_assessments(Family family, std::span<const Choice> choices,
                              const DocumentPair& pair, const Random& random,
                              const Context& context);

// {"kind": "assessment", "data": "documents", "original", "masked", "attacks" or "measures"}; of
// attacks also "worst", the one that finds most documents.
Json assess_document_methods(const Context& context, const DocumentAssessment& what, Family family,
                             std::span<const Choice> choices, const Random& random,
                             std::vector<std::string>& notes);

// What of an assessment of everything is not a method's default.
struct DocumentParts {
    std::optional<Json> terms = {};  // parameters of the anonymity of terms; none: not counted
    std::string round = "none";      // of the queries
};

// {"kind": "document-assessment", "data", "documents", "matched", "missing", "unexplained",
// "worst", "attacks", "measures"}, and for what was asked for "queries", "utility_change", ...,
// "gold", "term_anonymity", "plausibility".
Json assess_documents(const Context& context, const DocumentAssessment& what,
                      const DocumentParts& parts, const Random& random,
                      std::vector<std::string>& notes);

}  // namespace lethe::release
