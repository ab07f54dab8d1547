// What stands in released documents, and what was taken out of them: told by the texts before and
// after and by the finders, whoever sanitised them.
#pragma once

#include <string>
#include <vector>

#include "lethe/documents/document_method.h"
#include "lethe/documents/find/mention.h"
#include "lethe/language/span.h"

namespace lethe::documents {

// The input with what it leaves to the defaults filled in.
AssessInput with_defaults(AssessInput input);

// Of each document: the places of what treatments wrote in its release; or in other texts of it.
std::vector<std::vector<language::Span>> written_places(const AssessInput& input);
std::vector<std::vector<language::Span>> written_places(const AssessInput& input,
                                                        const TextCollection& in);

// The mentions of each original document.
std::vector<Mentions> original_mentions(const AssessInput& input);

// The mentions of each released document, apart from what treatments wrote (`written`).
// `by_form_too`: also what patterns, lists and rules find and the model does not believe.
std::vector<Mentions> released_mentions(const AssessInput& input,
                                        const std::vector<std::vector<language::Span>>& written,
                                        bool by_form_too);

// A text of an original document that its release does not hold where it stood.
struct RemovedText {
    std::string_view text;  // of the original
    CategoryId category = kOther;
    bool judged = false;  // by its place: harmless elsewhere
};

// Of each document: its mentions none of whose words stayed, and what else was taken out, up to six
// words together. Longer passages are no names: of them the mentions count alone.
std::vector<std::vector<RemovedText>> removed_texts(const AssessInput& input,
                                                    const std::vector<Mentions>& mentions);

}  // namespace lethe::documents
