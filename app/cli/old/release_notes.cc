#include "cli/release_notes.h"

#include "lethe/release/recorded.h"

namespace lethe::cli {

void note_changes(const Session& session, const std::string& release, DataKind data) {
    const std::string note = release::note_of_changes(release, data);
    if (!note.empty()) session.warn({note});
}

}  // namespace lethe::cli
