#include "lethe/core/vector_code.h"

namespace lethe {
namespace {

bool has_avx2() {
#ifdef LETHE_AVX2_CODE
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

}  // namespace

bool detail::runs_avx2 = has_avx2();

}  // namespace lethe
