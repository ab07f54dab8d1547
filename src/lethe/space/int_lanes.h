// Eight whole numbers that are computed with together (the vector extension of GCC and Clang); see
// lanes.h.
#pragma once

#include <cstdint>
#include <cstring>

namespace lethe {

constexpr std::int64_t kIntLanes = 8;
using IntLanes = std::int32_t __attribute__((vector_size(kIntLanes * sizeof(std::int32_t))));

inline IntLanes int_lanes(const std::int32_t* from) {
    IntLanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

inline IntLanes larger(IntLanes a, IntLanes b) { return a > b ? a : b; }
inline IntLanes absolute(IntLanes a) { return larger(a, -a); }

// `unit` where the condition, a comparison of lanes, holds; else 0.
inline IntLanes where(IntLanes condition, std::int32_t unit) { return condition & unit; }

inline std::int32_t largest(IntLanes a) {
    std::int32_t most = a[0];
    for (std::int64_t i = 1; i < kIntLanes; ++i) most = a[i] > most ? a[i] : most;
    return most;
}

}  // namespace lethe
