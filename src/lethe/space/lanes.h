// Four doubles that are computed with together (the vector extension of GCC and Clang): arithmetic
// and comparison element by element, rounded exactly as the scalar operations are. Written out
// because compilers pick the wrong loop to vectorise in our searches, which costs a factor of
// three.
#pragma once

#include <cstdint>
#include <cstring>

namespace lethe {

constexpr std::int64_t kLanes = 4;
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));

inline void load(Lanes& lanes, const double* from) { std::memcpy(&lanes, from, sizeof lanes); }
inline void save(const Lanes& lanes, double* to) { std::memcpy(to, &lanes, sizeof lanes); }

}  // namespace lethe
