#include "cli/release_notes.h"

#include <fmt/format.h>

#include "lethe/release/recorded.h"

namespace lethe::cli {

void note_changes(const Session& session, const std::string& release, DataKind data) {
    const Json record = release::find_record(release, data);
    if (record.is_null()) return;
    const std::vector<std::string> changed = release::changed_files(release, record);
    if (changed.empty()) return;
    session.say(fmt::format(
        "note: {} of the files of {} are not as its record {} says: they were changed since",
        changed.size(), release, record_path(release)));
}

}  // namespace lethe::cli
