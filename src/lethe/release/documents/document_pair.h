// The originals and the release of documents as attacks and losses compare them: read, matched, and
// with the finders of the policy that made the release, as far as it can be known.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/documents/document_method.h"
#include "lethe/documents/measure/document_match.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/read/gold.h"
#include "lethe/documents/read/read_jsonl.h"
#include "lethe/documents/treat/text_policy.h"
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
    std::string cache = {};   // the folder where taxonomies are kept; empty: nowhere
    std::string policy = {};  // a file: of the release; empty: what the private log says
    // Of JSON lines, in the originals; empty: as the private log says, or as read_jsonl.h has it.
    std::string text_field = {}, id_field = {};
};

// What is compared. A document of JSON lines is its text and, behind it, every further field that
// the release has; gold is marked in the texts alone. Finders look for all that the policy of the
// release knew (its lists, entities, setting), and for what every policy does: a model where it had
// none, and the identifiers of all countries. Not copied: its parts point to each other.
class DocumentPair {
  public:
    // Adds to `notes` what could not be read, matched or looked for. Error(input) where no document
    // matches.
    DocumentPair(const Context& context, const DocumentAssessment& what,
                 std::vector<std::string>& notes);
    DocumentPair(const DocumentPair&) = delete;

    documents::AssessInput input(const Random& random, const Context& context) const;
    // What was given of what methods need: "queries", "gold", "knowledge".
    bool has(std::string_view need) const;
    const documents::DocumentMatch& match() const { return match_; }
    std::int64_t size() const { return static_cast<std::int64_t>(before_.ids.size()); }

  private:
    void read_sides(const Context& context, const DocumentAssessment& what,
                    const documents::JsonlFields& fields, bool of_lethe,
                    std::vector<std::string>& notes);
    void match_sides(const DocumentAssessment& what,
                     const std::map<std::string, std::string>& renamed,
                     std::vector<std::string>& notes);
    void read_treatments(const Json& record);

    documents::Documents original_, released_;  // with their kept fields behind the texts
    std::vector<std::size_t> original_text_, released_text_;  // bytes of the texts alone
    documents::TextCollection before_, after_;                // in the order of the originals
    documents::TextCollection texts_before_, texts_after_;    // without the kept fields
    documents::DocumentMatch match_;
    std::unique_ptr<FinderSet> finders_;
    std::vector<documents::CategoryInfo> categories_;
    std::vector<documents::MayStand> may_stand_;
    std::vector<documents::Mentions> mentions_;  // of the originals
    std::optional<documents::QueryFile> queries_;
    std::optional<documents::GoldDocuments> gold_;
    TaxonomyPtr taxonomy_;
};

}  // namespace lethe::release
