// Applies a policy to documents whose mentions were found.
//
// Mentions are trimmed first: a person takes the courtesy title in front of the name (Prof. Smith),
// other names leave their article behind, and a possessive stays in the text (Pers_1's). What an
// earlier run wrote (Pers_1, <Person>, a hash, an encrypted text) is left alone, and new numbers
// begin behind the highest of it. Then everything that is removed is looked for everywhere else
// (repeats.h), mentions become entities (entities.h), and each is treated (treatment.h).
//
// At the end the proof: every text that was removed is searched again in what is left, and so are
// near spellings of the names among them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/find/entities.h"
#include "lethe/documents/find/mention.h"
#include "lethe/documents/find/repeats.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/treat/removed_words.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/io/secret.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::documents {

struct SanitiseOptions {
    const Secret* salt = nullptr;                  // where the policy needs one
    const Cipher* cipher = nullptr;                // likewise
    std::map<std::string, TaxonomyPtr> knowledge;  // by the name that the policy gives
    TaxonomyPtr wordnet;                           // for what a common word is; may be missing
};

struct CategoryCount {
    std::int64_t mentions = 0;
    std::int64_t entities = 0;
    std::int64_t repeats = 0;      // mentions that only their repetition showed
    std::int64_t fallen_back = 0;  // could not be generalised, and were numbered
};

// A removed text that still stands somewhere in the texts that were written.
struct Survivor {
    std::int64_t document = 0;
    language::Span span;  // in the new text
    bool kept = false;    // as part of a mention that the policy keeps
    bool judged = false;  // the model judged it harmless there
    bool near = false;    // a near spelling of a name; none of the three: a common word
};

struct Sanitised {
    std::vector<std::string> texts;  // one a document
    std::vector<Mentions> mentions;  // in the original texts, kept ones too, with their entities
    std::vector<Entity> entities;
    std::vector<CategoryCount> counts;  // by category
    std::vector<Survivor> survivors;
    std::int64_t searched = 0;  // different texts that were removed and searched again
    RemovedWords removed_words;
};

// What of them one of the policy's treatments takes.
Tools tools_for(const Treatment& treatment, const SanitiseOptions& options);

// Error(usage) where the policy needs a salt, a key or a taxonomy that is not there.
void check_tools(const TextPolicy& policy, const SanitiseOptions& options);

// Checks its tools first.
Sanitised sanitise(const Context& context, const Documents& documents,
                   std::vector<Mentions> mentions, const TextPolicy& policy,
                   const SanitiseOptions& options);

// The mentions of a document for people who evaluate: offsets in code points of the text and in
// bytes of the file.
Json spans_json(const Document& document, const Mentions& mentions, const TextPolicy& policy);

}  // namespace lethe::documents
