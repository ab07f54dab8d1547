#include "cli/documents/text_collection.h"

#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/documents/read/read_documents.h"

namespace lethe::cli {

documents::Documents read_collection(Session& session, const std::string& path) {
    documents::ReadNotes notes;
    documents::Documents documents = documents::read_documents(session.context(), path, {}, &notes);
    for (const Problem& problem : notes.skipped) {
        session.say("left out: " + to_string(problem));
    }
    if (!notes.empty.empty()) {
        session.say(fmt::format("{}: {} of {} documents hold no word", path, notes.empty.size(),
                                documents.size()));
    }
    return documents;
}

}  // namespace lethe::cli
