// The finders that a policy asks for, for operations that look for mentions.
#pragma once

#include <memory>

#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"
#include "lethe/release/documents/document_tools.h"

namespace lethe::operation {

using release::FinderSet;

Schema<release::FinderOptions> finder_schema();

// Error(usage) for a model or its register together with none.
const release::FinderOptions& checked(const release::FinderOptions& finders, const Door& door);

// As release/documents/document_tools.h has it; says so where WordNet is missing.
std::unique_ptr<FinderSet> make_finders(Door& door, const documents::TextPolicy& policy,
                                        const release::FinderOptions& finders);

}  // namespace lethe::operation
