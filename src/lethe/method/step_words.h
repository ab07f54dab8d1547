// What sentences about steps of policies are made of (MethodInfo::step_words).
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"

namespace lethe {

// "a", "a and b", "a, b and c"; of many the first few.
std::string listed_columns(const std::vector<std::string>& names);

// The number k, or "several" where it is not one.
std::string k_words(const Json& parameters);

// "at least 5", "at least 5 and on average 9"
std::string sizes_words(const Json& parameters);

// Of methods that give groups of k people common values.
std::string grouping_words(const std::vector<std::string>& columns, const Json& parameters);

}  // namespace lethe
