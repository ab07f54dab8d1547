// What a release of documents was made with: its policy with all that it looks for, the finders,
// and the fields of JSON lines that were read. It stands in the private log, with patterns, phrases
// and the places of lists, so that an assessment looks for what the policy looked for; nothing of
// it is in the record.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/documents/read/read_jsonl.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/release/documents/document_tools.h"
#include "lethe/release/private_log.h"

namespace lethe::release {

struct MadeWith {
    documents::TextPolicy policy = documents::profile_policy("default");
    FinderOptions finders = {};
    documents::JsonlFields fields = {};
};

// The member "made_with" of a private log: {"policy": a policy as a file has it, with absolute
// paths, "lists": [{"file", "sha256"}], "model", "register", "text_field", "id_field",
// "keep_fields"}.
Json made_with_json(const MadeWith& made);

// None where the log does not say (of an earlier version). Lists and a model that are no longer
// where they were are left out, and noted, as those are that changed since. Error(input), naming
// the log, for what cannot be read.
std::optional<MadeWith> read_made_with(const PrivateLog& log, std::vector<std::string>& notes);

}  // namespace lethe::release
