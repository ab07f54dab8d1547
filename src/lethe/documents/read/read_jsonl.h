// JSON lines: one object a line, one of whose fields is the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/read/document.h"

namespace lethe::documents {

struct JsonlFields {
    std::string text = "text";
    std::string id;                 // empty: "id", "doc_id", or one of these in "metadata"
    std::vector<std::string> keep;  // further fields, each a document of its own behind the text's
    bool keep_all = false;          // every field that is neither the text nor the id
};

// The documents of one line; without an id of its own `id` is empty. Kept fields that are not
// strings are taken as they are written. Where a field stands twice the last one counts. Error
// (input), whose place has no file, where the line is no JSON object with a text; the message names
// fields, not values. `base` is where the line begins in the file.
Documents read_json_line(std::string_view line, std::int64_t base, const JsonlFields& fields);

}  // namespace lethe::documents
