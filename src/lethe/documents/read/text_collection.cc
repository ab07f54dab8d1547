#include "lethe/documents/read/text_collection.h"

namespace lethe::documents {

TextCollection collection_of(const Documents& documents) {
    TextCollection collection;
    for (const Document& document : documents) {
        collection.ids.push_back(document.id);
        collection.texts.push_back(document.text);
    }
    return collection;
}

}  // namespace lethe::documents
