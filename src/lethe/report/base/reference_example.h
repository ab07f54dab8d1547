// The example on a method's page: command lines that run as printed, one after the other, in an
// empty folder beside examples/.
#pragma once

#include <string>
#include <vector>

#include "lethe/method/method.h"

namespace lethe::report {

// The last one uses the method; those before it make what it takes.
std::vector<std::string> example_lines(const Method& method);

}  // namespace lethe::report
