#include "lethe/operation/shared/release_notes.h"

#include "lethe/release/recorded.h"

namespace lethe::operation {

void note_changes(Door& door, const std::string& release, DataKind data) {
    const std::string note = release::note_of_changes(release, data);
    if (!note.empty()) door.warn({note});
}

}  // namespace lethe::operation
