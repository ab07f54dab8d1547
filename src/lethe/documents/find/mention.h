// A mention: a piece of a text that names something, found by one of several finders.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/find/category.h"
#include "lethe/language/span.h"

namespace lethe::documents {

enum class MentionSource : std::uint8_t {
    pattern,  // a pattern, with its check and its context
    list,     // a list of names
    model,    // the sequence model
    repeat,   // the same words were found elsewhere
    user,     // a person put it in
};

std::string_view name(MentionSource source);

struct Mention {
    language::Span span;
    CategoryId category = kOther;
    MentionSource source = MentionSource::pattern;
    float score = 0;           // how sure the finder is, 0 to 1
    std::string_view pattern;  // name of the pattern or list ("DE_TAX_ID"), of static lifetime or
                               // owned by the finder; may be empty
    std::int32_t entity = -1;  // number of the entity within its category, from 0; -1: not yet
    bool judged = false;       // the model tells apart where such words identify and where not
};

// In the order of the text.
using Mentions = std::vector<Mention>;

// Sorts, and where mentions overlap keeps the surer one (of equals the longer, then the earlier). A
// loser that reaches beyond the winner keeps what is left of it, if that holds a word.
Mentions without_overlaps(std::string_view text, Mentions mentions);

}  // namespace lethe::documents
