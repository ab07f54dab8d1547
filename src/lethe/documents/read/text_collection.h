// The texts of a collection, as far as measures need them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/read/document.h"

namespace lethe::documents {

// A collection: the documents in the order of the original ones; of one that is gone the text is
// empty (it counts as a document, so that the others are as rare as they were).
struct TextCollection {
    std::vector<std::string> ids;
    std::vector<std::string_view> texts;
};

// Views of documents, which must outlive them.
TextCollection collection_of(const Documents& documents);

}  // namespace lethe::documents
