// The order of the records in a release where their place would tell who they are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/session.h"

namespace lethe::cli {

// A random permutation of 0 .. size - 1 from the seed and the bytes of the source, so that a seed
// that is guessed does not lead back without them.
std::vector<std::int64_t> release_order(Session& session, const std::string& source,
                                        std::int64_t size);

}  // namespace lethe::cli
