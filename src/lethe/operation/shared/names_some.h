// Lists that say what is masked: an empty one is no way to say "all".
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::operation {

// For Schema::must, of an option whose default is everything: whoever computed a list and got none
// does not mean that.
inline std::string names_some(const Json& value) {
    return value.empty() ? "names no column; leave it out for the default" : std::string();
}

}  // namespace lethe::operation
