// The record of a release that stands beside it, and whether the release is still what it says.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/release/release_envelope.h"

namespace lethe::release {

// Null where there is none, or one of other data. Finishes first what an interrupted writer left
// for this release.
Json find_record(const std::string& release, DataKind data);

// The files that are not as the record says: changed, gone, or in the folder of the release without
// being listed. Names as the record has them.
std::vector<std::string> changed_files(const std::string& release, const Json& record);

// A sentence for who reads the release where the record beside it says otherwise; empty elsewhere.
std::string note_of_changes(const std::string& release, DataKind data);

}  // namespace lethe::release
