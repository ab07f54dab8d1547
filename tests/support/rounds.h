// How much of a long test is done. A sanitizer makes it ten times as slow, and what it finds
// depends on the kinds of inputs, not on how many there are of each: it gets a part of them.
#pragma once

#include <type_traits>

#include "lethe/core/sanitizers.h"

namespace lethe::test {

// Of random examples, or of those that a test expects to meet: all of them, with a sanitizer a
// tenth.
template <class Count>
requires std::is_integral_v<Count>
constexpr Count rounds(Count usual) { return usual / static_cast<Count>(kSanitizerPatience); }

// Whether a test takes the smaller of two real inputs.
constexpr bool kSmallInputs = kSanitizerPatience > 1;

}  // namespace lethe::test
