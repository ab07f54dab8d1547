// The published experiments as an operation.
#pragma once

#include "lethe/operation/operation.h"

namespace lethe::operation {

Operation reproduce_operation();

}  // namespace lethe::operation
