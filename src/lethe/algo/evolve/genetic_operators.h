// The operators of evolutionary algorithms, over loci and scores: what the genes stand for is the
// caller's. Scores are minimised, at least 0, not NaN; an infinite score marks an individual that
// is not to be chosen. Everything random comes from the given draws alone.
//
// Bäck, Fogel, Michalewicz (eds.): Evolutionary computation 1, 2000; Marés: Categorical data
// protection on statistical datasets and social networks, 2013.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/random.h"

namespace lethe {

// Representation.

// Numbers that differ by 1 differ in one bit of their Gray code.
constexpr std::uint64_t to_gray(std::uint64_t number) { return number ^ (number >> 1); }
std::uint64_t from_gray(std::uint64_t gray);

// Crossover.

// Loci begin .. end - 1.
struct Segment {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    friend bool operator==(const Segment&, const Segment&) = default;
};

// The `count` different points of an m-point crossover, ascending; point c cuts before locus c,
// 1 <= c < size. At most size - 1 of them.
std::vector<std::int64_t> crossover_points(Draws& draws, std::int64_t size, std::int64_t count);

// What two parents exchange when cut at these ascending points: every second piece, the first
// piece staying in its place.
std::vector<Segment> crossover_segments(std::span<const std::int64_t> points, std::int64_t size);

// Bernoulli: each locus is 1 with probability `rate`.
std::vector<std::uint8_t> bernoulli_mask(Draws& draws, std::int64_t size, double rate);

// What is exchanged in a uniform crossover: loci with 1 stay in place, the others change over.
std::vector<Segment> mask_segments(std::span<const std::uint8_t> stay);

// Mutation.

std::int64_t poisson(Draws& draws, double mean);  // O(mean)

// `count` different loci, ascending, every set equally likely; meant for few.
std::vector<std::int64_t> distinct_loci(Draws& draws, std::int64_t size, std::int64_t count);

// The cheap form of a Bernoulli mask: Poisson(mean) different loci, at most all of them.
std::vector<std::int64_t> mutation_loci(Draws& draws, std::int64_t size, double mean = 1);

// An allele other than `current`, each equally likely; `alleles` is at least 2.
std::int64_t other_allele(Draws& draws, std::int64_t current, std::int64_t alleles);
// A neighbour of `current` in the order of the alleles.
std::int64_t near_allele(Draws& draws, std::int64_t current, std::int64_t alleles);

// Selection.

// Chooses in proportion to 1 / score. Individuals of score 0, where there are any, share all;
// where every score is infinite each is equally likely.
class Roulette {
  public:
    explicit Roulette(std::span<const double> scores);

    double probability(std::int64_t individual) const;
    std::int64_t choose(Draws& draws) const;  // O(log individuals)

  private:
    std::vector<double> ends_;  // running sums of the weights
};

// `size` different individuals, best first (at most all): the first has won, the last has lost.
// Equal scores: the lower number first.
std::vector<std::int64_t> tournament(Draws& draws, std::span<const double> scores,
                                     std::int64_t size);

// The `count` best individuals, best first; equal scores: the lower number first.
std::vector<std::int64_t> leaders(std::span<const double> scores, std::int64_t count);

}  // namespace lethe
