// A project as the page sees it.
#pragma once

#include "lethe/core/json.h"
#include "studio/project.h"

namespace lethe::studio {

// {"id", "name", "revision", "kind", "data": {"files": [...], "missing", "size"}, "policy":
// {"version", "text", "undo", "redo", "versions"}, "results": [... with "command", "python"],
// "notes", "status" (with "changes"), "release" (null: none yet), "strip": {"before", "after"},
// "clipboard", "choices"}
Json project_view(const Project& project);

// The result that measured the release that stands there with all that the intruder knows; null
// where a newer release was made that nobody measured.
const ResultEntry* measured_entry(const Project& project);

// Attacks on that release which were tried by hand and found more people than it did.
std::vector<const ResultEntry*> worse_attacks(const Project& project);

// What the assessed or approved release was and no longer is, a sentence each; empty: nothing
// changed.
std::vector<std::string> changes_since_state(const Project& project);

// The release as it stands: {"file", "record" (its own JSON), "digest", "private_log"}; null: none.
Json release_view(const Project& project);

}  // namespace lethe::studio
