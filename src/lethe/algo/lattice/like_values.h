// Values compared by how far apart they are: groups of like values, and the earth mover's distance
// over any distances. Definitions are those of the measures `l-diversity` (alike) and `t-closeness`
// (semantic), so that what a release promises is what these measure.
//
// Diversity of like values. Values of a class whose distance is at most `alike` are one, and so are
// values that a chain of such values of this class joins. Neither column of monotonicity holds in
// general: {a, b} and {c, d} have two groups each where nothing is alike within them, and together
// one where c is like a and like b, and d like b. Only where likeness is transitive among all
// values of the column, so that chains join nothing new, its groups are those of a column that
// tells its groups apart, and the model is what the plain one is for that column. This is so for
// distances by which the values are leaves of equal depth of a tree.
//
// Closeness. The cost is that of moving what a class has too much of to what it has too little of.
// Where the distances fulfil the triangle inequality, ways over a third value save nothing, and the
// cost is a norm of the difference of two distributions: convex, so that a union of classes is no
// farther than the farther of them (generalisation-monotone; good and bad rows together may be bad,
// so not suppression-monotone). Where they do not, neither is proven, and nothing is passed on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/lattice/records.h"

namespace lethe::lattice {

struct ValueCount {
    std::int32_t value = 0;
    std::int32_t count = 0;
};

// Slack by which the triangle inequality may fail, and a distance may exceed its limit: roundings.
inline constexpr double kDistanceDust = 5e-13;

class LikeValues {
  public:
    // A symmetric matrix of n x n.
    LikeValues(const std::vector<double>& distances, std::size_t n, double alike);

    bool transitive() const { return transitive_; }
    // Of all values: no class can have more.
    std::int64_t groups() const { return transitive_ ? groups_ : static_cast<std::int64_t>(n_); }
    // The groups of a class, each under one of its values, or its number where likeness is
    // transitive; ascending.
    std::vector<ValueCount> grouped(std::span<const ValueCount> values) const;

  private:
    bool alike(std::size_t a, std::size_t b) const { return alike_[a * n_ + b] != 0; }

    std::size_t n_;
    std::vector<char> alike_;
    std::vector<std::int32_t> group_of_;
    std::int64_t groups_ = 0;
    bool transitive_ = true;
};

class GroundDistances {
  public:
    GroundDistances(const std::vector<double>& distances, std::size_t n);

    // Known to fulfil the triangle inequality; false for more than kMostChecked values.
    bool metric() const { return metric_; }
    // Of a class of f rows from n rows with these counts.
    double between(std::span<const ValueCount> counts, std::int64_t f,
                   std::span<const std::int64_t> reference, std::int64_t n) const;
    // Whether that is at most t; much faster where the mass that moves says it.
    bool within(std::span<const ValueCount> counts, std::int64_t f,
                std::span<const std::int64_t> reference, std::int64_t n, double t) const;

    static constexpr std::size_t kMostChecked = 400;

  private:
    const std::vector<double>& distances_;
    std::size_t n_;
    double shortest_ = 0;  // between two values
    double longest_ = 0;
    bool metric_ = false;
};

}  // namespace lethe::lattice
