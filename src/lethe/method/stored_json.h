// Members of results that were stored, as they can be read: what is absent or of another type is as
// if nothing was there. For doors alone; inside, results are structs.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"

namespace lethe {

// Nothing where the object is none.
const Json* stored_member(const Json& object, const char* key);
std::string stored_text(const Json& object, const char* key);
std::vector<std::string> stored_texts(const Json& object, const char* key);
Json stored_object(const Json& object, const char* key);  // {} where there is none
std::optional<double> stored_number(const Json& object, const char* key);
bool stored_flag(const Json& object, const char* key);
std::optional<std::array<double, 2>> stored_interval(const Json& object, const char* key);

}  // namespace lethe
