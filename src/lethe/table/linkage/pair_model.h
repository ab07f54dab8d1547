// What agreement on each field says about a pair of records, in bits: learnt from the two files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/table/linkage/blocking.h"
#include "lethe/table/linkage/level_em.h"
#include "lethe/table/linkage/prepared_files.h"

namespace lethe::linkage {

struct FitOptions {
    std::int64_t random_pairs = 400'000;  // by which chance agreement is estimated
    double fitted_levels = 7e6;  // levels of compared pairs that the model is fitted to, about
    bool one_to_one = true;      // a record matches one of the other file at most
    EmOptions em;
};

// Weights of the model, with those of rare values: agreeing on a rare surname, on a number that few
// have nearby or within a narrow interval says more than the level alone does.
class PairWeights {
  public:
    PairWeights(const PreparedFiles& files, const LevelModel& model);

    // Bits for or against a match that a level of agreement of two values gives.
    double bits(std::size_t field, int level, std::int32_t left, std::int32_t right) const;
    // No two different values give more on this field.
    double most_unequal(std::size_t field) const { return most_unequal_[field]; }

  private:
    void weigh_equal(const Field& field, std::size_t f, const LevelModel& model);
    void weigh_near(const Field& field, std::size_t f, const LevelModel& model);
    void weigh_alike(const Field& field, std::size_t f, const LevelModel& model);
    void weigh_labels(const Field& field, std::size_t f, const LevelModel& model);

    const PreparedFiles& files_;
    std::vector<LevelProbabilities> levels_;  // by field
    std::vector<std::vector<float>> equal_;   // by field and value: both are this one
    std::vector<std::vector<float>> near_;    // by field and left value, eight levels each
    std::vector<std::vector<float>> inside_;  // by field and right value: the left is inside
    std::vector<double> most_unequal_;
};

struct PairModel {
    LevelModel levels;        // of the pairs it was fitted to
    double all_pairs = 0;     // of the files
    double matches = 0;       // expected among all pairs
    std::int64_t fitted = 0;  // compared pairs of the fit
};

PairModel fit_model(const Context& context, const PreparedFiles& files, const Blocking& blocking,
                    const FitOptions& options);

}  // namespace lethe::linkage
