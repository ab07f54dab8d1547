// What an operation that reads a release says of it.
#pragma once

#include <string>

#include "lethe/operation/door.h"
#include "lethe/release/release_envelope.h"

namespace lethe::operation {

// Says so where the record beside a release shows that its files are not what was written.
void note_changes(Door& door, const std::string& release, DataKind data);

}  // namespace lethe::operation
