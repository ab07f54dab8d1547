// The linked tables of a release beside their originals, for an assessment of the release later on.
#pragma once

#include <optional>

#include "lethe/operation/door.h"
#include "lethe/operation/tables/load_pair.h"
#include "lethe/release/assess/assessed_pair.h"
#include "lethe/release/assess/linked/linked_attack.h"

namespace lethe::operation {

// By the record and the private log of the release; nothing, with a note for people, where the log,
// a released table or an original is not there or is another. Nothing at all for a release without
// linked tables.
std::optional<release::LinkedKnowledge> linked_knowledge_of(Door& door, const PairOptions& options,
                                                            const release::AssessedPair& loaded);

}  // namespace lethe::operation
