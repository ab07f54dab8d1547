#include "lethe/operation/documents/collection.h"

#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/documents/read/read_documents.h"

namespace lethe::operation {

documents::Documents read_collection(Door& door, const std::string& path) {
    documents::ReadNotes notes;
    documents::Documents documents = documents::read_documents(door.context(), path, {}, &notes);
    for (const Problem& problem : notes.skipped) {
        door.say("left out: " + to_string(problem));
    }
    if (!notes.empty.empty()) {
        door.say(fmt::format("{}: {} of {} documents hold no word", path, notes.empty.size(),
                             documents.size()));
    }
    return documents;
}

}  // namespace lethe::operation
