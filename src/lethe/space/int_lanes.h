// Eight whole numbers that are computed with together (the vector extension of GCC and Clang); see
// lanes.h. And the ends of many.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "lethe/core/vector_code.h"

namespace lethe {

constexpr std::int64_t kIntLanes = 8;
using IntLanes = std::int32_t __attribute__((vector_size(kIntLanes * sizeof(std::int32_t))));

LETHE_INLINED inline IntLanes int_lanes(const std::int32_t* from) {
    IntLanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

LETHE_INLINED inline IntLanes larger(IntLanes a, IntLanes b) { return a > b ? a : b; }
LETHE_INLINED inline IntLanes absolute(IntLanes a) { return larger(a, -a); }

// `unit` where the condition, a comparison of lanes, holds; else 0.
LETHE_INLINED inline IntLanes where(IntLanes condition, std::int32_t unit) {
    return condition & unit;
}

LETHE_INLINED inline std::int32_t largest(IntLanes a) {
    std::int32_t most = a[0];
    for (std::int64_t i = 1; i < kIntLanes; ++i) most = a[i] > most ? a[i] : most;
    return most;
}

// Of all the values and `start`.
inline std::int32_t least_value(std::span<const std::int32_t> values, std::int32_t start) {
    const auto body = [](std::span<const std::int32_t> of, std::int32_t found) LETHE_INLINED {
        for (const std::int32_t value : of) found = value < found ? value : found;
        return found;
    };
    return vector_code(body, values, start);
}
inline std::int32_t greatest_value(std::span<const std::int32_t> values, std::int32_t start) {
    const auto body = [](std::span<const std::int32_t> of, std::int32_t found) LETHE_INLINED {
        for (const std::int32_t value : of) found = value > found ? value : found;
        return found;
    };
    return vector_code(body, values, start);
}

}  // namespace lethe
