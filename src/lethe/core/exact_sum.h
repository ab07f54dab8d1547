// Sums of doubles without any rounding error: the value is the exact sum rounded once, so it does
// not depend on the order of additions, on the number of threads, or on whether a term was added
// and taken away again. About ten times the cost of a plain addition.
//
// The sum is a fixed-point number that covers the whole range of double (a Kulisch accumulator):
// 67 limbs of 32 bits, each kept in 64 bits so that carries wait. Terms must be finite.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace lethe {

class ExactSum {
  public:
    void add(double term) { accumulate(term, 1); }
    void subtract(double term) { accumulate(term, -1); }
    void add(const ExactSum& other);
    double value() const;  // the exact sum, rounded to nearest, ties to even

  private:
    static constexpr int kLimbs = 67;

    void accumulate(double term, int sign);
    void settle();  // carries up, so that every limb but the last is in [0, 2^32)

    std::array<std::int64_t, kLimbs> limbs_{};
    int pending_ = 0;
};

double exact_sum(std::span<const double> terms);

}  // namespace lethe
