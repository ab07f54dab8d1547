// Loops that gain by AVX2, compiled twice and chosen at run time: the program runs on any machine
// of its architecture and is fast on those of the last ten years. Both versions give the same bits:
// wider registers change neither the order of a sum nor its rounding, and no instruction that fuses
// a product with a sum is allowed in either (-ffp-contract=off, and no fma below).
//
//     vector_code([](const double* a, double* b, std::int64_t size) LETHE_INLINED {
//         for (std::int64_t i = 0; i < size; ++i) b[i] += a[i];
//     }, from, to, size);
//
// calls the body in a function that may use AVX2, or as it is. What the body calls gains only where
// it is inlined: mark it LETHE_INLINED too. Vectors of 32 bytes (space/lanes.h) are passed in other
// registers with AVX2 than without, so that a function that takes or returns one must be marked.
// What a loop counts by is an argument or captured by value: a number behind a reference may change
// with anything that the loop stores, for all the compiler knows. The choice costs a load, a branch
// that is always foreseen and a call: put it around a loop, not into one.
#pragma once

#if defined(__x86_64__)
#define LETHE_AVX2_CODE __attribute__((target("avx2,bmi,bmi2,popcnt")))
#endif
#define LETHE_INLINED __attribute__((always_inline))

namespace lethe {
namespace detail {

extern bool runs_avx2;  // set before main, and by BaselineCode

#ifdef LETHE_AVX2_CODE
// tests/cli/instructions_test.py looks for this name: AVX2 is nowhere else.
template <class Body, class... Args>
LETHE_AVX2_CODE auto with_avx2(Body body, Args... args) {
    return body(args...);
}
#endif

}  // namespace detail

// Whether this machine has what LETHE_AVX2_CODE allows.
inline bool runs_avx2() { return detail::runs_avx2; }

template <class Body, class... Args>
LETHE_INLINED inline auto vector_code(Body body, Args... args) {
#ifdef LETHE_AVX2_CODE
    if (runs_avx2()) return detail::with_avx2(body, args...);
#endif
    return body(args...);
}

// While it lives everything runs as on a machine without AVX2. For tests, which compare the two;
// not while other threads compute.
class BaselineCode {
  public:
    BaselineCode() : before_(detail::runs_avx2) { detail::runs_avx2 = false; }
    ~BaselineCode() { detail::runs_avx2 = before_; }
    BaselineCode(const BaselineCode&) = delete;
    BaselineCode& operator=(const BaselineCode&) = delete;

  private:
    bool before_;
};

}  // namespace lethe
