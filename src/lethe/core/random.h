// Counter-based random numbers: value i of a stream is a pure function of (seed, step, column, i),
// so it is the same whoever computes it and in whatever order.
//
//   Random random(seed, step);                   one per step of a policy
//   Stream stream = random.stream("income");     one per column (or other purpose)
//   Draws draws = stream.at(row);                as many numbers as row `row` needs
//   double e = draws.normal();
//
// The generator is Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as
// 1, 2, 3; 2011). The distributions are our own: those of the standard library differ between
// implementations.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lethe {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

// The quantile function of the standard normal distribution (Wichura, AS 241), relative accuracy
// about 1e-16; 0 < p < 1.
double normal_quantile(double p);

// Numbers of one position of one stream. Cheap to make and to copy.
class Draws {
  public:
    Draws(std::array<std::uint32_t, 2> key, std::uint64_t position)
        : key_(key), position_(position) {}

    std::uint64_t bits();                      // 64 random bits
    double uniform();                          // in [0, 1), 53 bits
    double uniform_open();                     // in (0, 1)
    std::uint64_t below(std::uint64_t bound);  // 0 .. bound - 1, unbiased; bound >= 1
    double normal();                           // mean 0, deviation 1

  private:
    std::array<std::uint32_t, 2> key_;
    std::uint64_t position_;
    std::uint32_t block_ = 0;
    std::array<std::uint32_t, 4> words_{};
    int used_ = 4;
};

class Stream {
  public:
    explicit Stream(std::array<std::uint32_t, 2> key) : key_(key) {}
    Draws at(std::int64_t position) const {
        return Draws(key_, static_cast<std::uint64_t>(position));
    }

  private:
    std::array<std::uint32_t, 2> key_;
};

class Random {
  public:
    explicit Random(std::uint64_t seed, std::uint64_t step = 0) : seed_(seed), step_(step) {}

    Random step(std::uint64_t step) const { return Random(seed_, step); }
    // A source of its own for a part of the work (a sample, a repetition, a point of a grid).
    Random part(std::uint64_t part) const;
    Stream stream(std::string_view purpose) const;

  private:
    std::uint64_t seed_;
    std::uint64_t step_;
};

// A uniformly random permutation of 0 .. size - 1.
std::vector<std::int64_t> random_permutation(const Stream& stream, std::int64_t size);

// `count` different numbers out of 0 .. size - 1, ascending, each subset equally likely.
std::vector<std::int64_t> random_subset(const Stream& stream, std::int64_t size,
                                        std::int64_t count);

}  // namespace lethe
