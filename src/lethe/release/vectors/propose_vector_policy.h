// A policy for document vectors to begin with.
#pragma once

#include <string>

#include "lethe/release/vectors/inspect_vectors.h"

namespace lethe::release {

// TOML that parse_vector_policy reads, with a reason on every line; from what inspect_vectors found
// and the k that was asked for.
std::string propose_vector_policy(const InspectedVectors& inspected);

}  // namespace lethe::release
