// How options of an operation stand to each other and to what lies around them: what schemas
// declare and no field can say of itself (Parameter::goes_with, excludes, settings_of, input,
// output).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/method/data_kind.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"

namespace lethe::operation {

// Adds every problem: options without those that they go with, options that exclude each other,
// settings that the one method named does not have or allow, files that are not there, files that
// would be lost. Nothing, no and empty texts and lists count as not given.
void check_together(const std::vector<Parameter>& options, std::optional<DataKind> data,
                    const Json& given, const Door& door, Problems& problems);

// "with --intruder", "with --what pram-matrices or pram-formula": what an option has no effect
// without, for people; empty where it stands alone.
std::string companion_words(const Parameter& option, const std::vector<Parameter>& options,
                            const std::function<std::string(const std::string&)>& shown);

}  // namespace lethe::operation
