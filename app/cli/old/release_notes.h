// What a command that reads a release says of it.
#pragma once

#include <string>

#include "cli/session.h"
#include "lethe/release/release_envelope.h"

namespace lethe::cli {

// Says so where the record beside a release shows that its files are not what was written.
void note_changes(const Session& session, const std::string& release, DataKind data);

}  // namespace lethe::cli
