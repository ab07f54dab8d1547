// Counts with the word for what was counted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lethe/core/json.h"

namespace lethe::report {

// "1 document", "1,080 documents".
std::string counted(std::int64_t number, std::string_view one, std::string_view many);
// The same of a field; 0 where it is missing.
std::string counted_field(const Json& object, std::string_view key, std::string_view one,
                          std::string_view many);
std::string count_field_text(const Json& object, std::string_view key);

}  // namespace lethe::report
