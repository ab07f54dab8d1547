// Lists of settings, for the ladders and first populations of methods (MethodInfo).
#pragma once

#include <initializer_list>
#include <vector>

#include "lethe/core/json.h"

namespace lethe {

// A parameter in each of the values, with the same others beside it.
std::vector<Json> varied(const char* parameter, std::initializer_list<Json> values,
                         const Json& others = Json::object());

// One list after the other.
std::vector<Json> one_after_another(std::initializer_list<std::vector<Json>> lists);

}  // namespace lethe
