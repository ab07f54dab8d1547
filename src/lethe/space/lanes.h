// Four doubles that are computed with together (the vector extension of GCC and Clang): arithmetic
// and comparison element by element, rounded exactly as the scalar operations are. Written out
// because compilers pick the wrong loop to vectorise in our searches, which costs a factor of
// three. Loops over them run as vector_code: without AVX2 they are two halves.
#pragma once

#include <cstdint>
#include <cstring>

#include "lethe/core/vector_code.h"

namespace lethe {

constexpr std::int64_t kLanes = 4;
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));

LETHE_INLINED inline void load(Lanes& lanes, const double* from) {
    std::memcpy(&lanes, from, sizeof lanes);
}
LETHE_INLINED inline void save(const Lanes& lanes, double* to) {
    std::memcpy(to, &lanes, sizeof lanes);
}

}  // namespace lethe
