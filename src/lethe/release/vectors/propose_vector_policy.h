// A policy for document vectors to begin with.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::release {

// TOML that parse_vector_policy reads, with a reason on every line; from a result of
// inspect_vectors and the k that was asked for.
std::string propose_vector_policy(const Json& inspected);

}  // namespace lethe::release
