// What a project fills in when an operation is asked for: its data, its policy, where the results
// go. Whatever the asker names stays.
#pragma once

#include "lethe/core/json.h"
#include "lethe/operation/operation.h"
#include "studio/project.h"

namespace lethe::studio {

// The operation of this name for the project's data; Error(usage) where there is none.
const operation::Operation& operation_of(const Project& project, const std::string& name);

// Options are those that the command shown for it has, with paths relative to the working folder.
Json with_project(const Project& project, const operation::Operation& operation, Json options);

}  // namespace lethe::studio
