// Row numbers and counts are std::int64_t, places in a container std::size_t.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lethe {

// A place in a container; the index must not be negative.
constexpr std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

}  // namespace lethe
