#include "cli/text_collection.h"

#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/text/read_documents.h"

namespace lethe::cli {

text::Documents read_collection(Session& session, const std::string& path) {
    text::ReadNotes notes;
    text::Documents documents = text::read_documents(session.context(), path, {}, &notes);
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
