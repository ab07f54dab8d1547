// The model behind linkage with levels of agreement (Fellegi and Sunter 1969): a pair of records is
// a match or not, and agrees on each field to some level with a probability that depends on which,
// independently of the other fields. Missing values say nothing: probabilities are of pairs that
// have both values.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lethe::linkage {

constexpr std::size_t kMostFields = 42;

// The levels of a pair on every field, 0 to 7 each, three bits a field.
struct Pattern {
    std::array<std::uint64_t, 2> words{};

    void set(std::size_t field, int level) {
        words[field / 21] |= static_cast<std::uint64_t>(level) << (3 * (field % 21));
    }
    int level(std::size_t field) const {
        return static_cast<int>((words[field / 21] >> (3 * (field % 21))) & 7U);
    }
    friend auto operator<=>(const Pattern&, const Pattern&) = default;
};

struct PatternCount {
    Pattern pattern;
    std::int64_t count = 0;
};

using LevelProbabilities = std::array<double, 8>;  // by level; that of 0 is not used

struct LevelModel {
    double matches = 0;                 // expected among the pairs of the fit
    double pairs = 0;                   // of the fit
    std::vector<LevelProbabilities> m;  // P(level | match)
    std::vector<LevelProbabilities> u;  // P(level | not a match)
    int iterations = 0;
    bool converged = false;
    std::vector<double> objectives;  // before each iteration, and at the end
    // Matches expected at each level, by field.
    std::vector<LevelProbabilities> expected;

    double prior_bits() const;  // log2 of the odds that a pair of the fit is a match
    double weight(std::size_t field, int level) const;  // log2 m/u, in bits; 0 for level 0
};

struct EmOptions {
    int most_iterations = 100;
    // Pairs that the prior of m counts for: mostly equal values, the rest evenly.
    double prior_pairs = 5;
    double most_matches = 0;  // no more than so many; 0: no limit
};

// Fits m and the share of matches by expectation maximisation, u being given. `patterns` are the
// pairs that were compared; of the others, up to `pairs` in all, it is known that they are no
// matches. m/u does not fall as the level rises (the maximisation step is isotonic: Brunk's
// pooling of neighbours), so that agreeing better never speaks against a match. Every iteration
// increases the objective: log-likelihood and log-prior. Of two starts, one where matches are
// mostly equal and one where they are nearer than others, the fit of the greater objective is
// taken.
LevelModel fit_levels(std::span<const int> levels, std::span<const PatternCount> patterns,
                      std::span<const LevelProbabilities> u, double pairs,
                      const EmOptions& options = {});

// The same from the m and the matches of an earlier fit.
LevelModel refit_levels(const LevelModel& start, std::span<const int> levels,
                        std::span<const PatternCount> patterns,
                        std::span<const LevelProbabilities> u, double pairs,
                        const EmOptions& options = {});

}  // namespace lethe::linkage
