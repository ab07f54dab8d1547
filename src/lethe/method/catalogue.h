// The catalogue: every method of every family, in the order of the families' methods.def.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/method/method.h"

namespace lethe {

const std::vector<Method>& catalogue();
std::vector<const Method*> methods_of(Family family);
std::vector<std::string> method_names(Family family);

// Error(usage) with a "did you mean". A name of another family is said to be one.
const Method& find_method(std::string_view name, Family family);
const Method* find_method(std::string_view name);  // any family; null when there is none

}  // namespace lethe
