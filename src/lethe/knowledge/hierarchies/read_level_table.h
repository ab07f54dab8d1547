// The lines of a value hierarchy as they stand in its file: what a taxonomy that is made of them no
// longer knows, because it takes equal names for one concept and leaves out levels that repeat.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "lethe/knowledge/hierarchies/level_table.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe {

// Null where `source` is not one file of that format. Lines may be of unequal length, and names may
// be empty: who uses the levels checks them. Spaces belong to a label: "a" and "a " are two.
std::shared_ptr<const LevelTable> read_level_table(const std::string& source,
                                                   std::optional<KnowledgeFormat> format = {});

}  // namespace lethe
