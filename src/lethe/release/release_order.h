// The order of the records in a release where their place would tell who they are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lethe::release {

// A random permutation of 0 .. size - 1 from the seed and the bytes of the source, so that a seed
// that is guessed does not lead back without them. Error(io).
std::vector<std::int64_t> release_order(std::uint64_t seed, const std::string& source,
                                        std::int64_t size);

// 0 .. size - 1: as they were.
std::vector<std::int64_t> same_order(std::int64_t size);

}  // namespace lethe::release
