// Aggregation operators and fuzzy measures (non-additive set functions).
//
// A set function of n attributes is a vector of 2^n numbers; place A is the set with bit mask A,
// bit l - 1 for attribute l, so that attribute 1 is the least significant bit. Place 0, the empty
// set, holds 0. Printed tables that write attribute 1 leftmost must be reversed: see
// from_leftmost_first.
//
// The operators are aggregations: on weights that are >= 0 and sum to 1, or a normalised monotone
// measure, C(c, ..., c) = c, C grows with each argument, and so lies between the least and the
// largest. The family is AM < WM < Choquet, AM < OWA < Choquet.
//
// Errors: Error(usage) when a vector has not 2^n places, or weights and values differ in number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lethe {

int attribute_count(std::span<const double> set_function);

// The measure whose bit masks were written with attribute 1 as the leftmost (highest) bit.
std::vector<double> from_leftmost_first(std::span<const double> set_function);

// m(A) = sum over B within A of (-1)^(|A| - |B|) mu(B), and back. O(n 2^n).
std::vector<double> moebius(std::span<const double> measure);
std::vector<double> zeta(std::span<const double> moebius);

double arithmetic_mean(std::span<const double> values);  // of at least one
double weighted_mean(std::span<const double> weights, std::span<const double> values);

enum class OwaOrder { descending, ascending };
// The weighted mean of the values in order: weight 1 goes to the largest (descending).
double owa(std::span<const double> weights, std::span<const double> values,
           OwaOrder order = OwaOrder::descending);

// The Choquet integral of values >= 0, from the measure or from its Moebius transform.
double choquet(std::span<const double> measure, std::span<const double> values);
double choquet_from_moebius(std::span<const double> moebius, std::span<const double> values);

// The Sugeno integral of values on the scale of the measure, 0 .. mu(all): the largest, over
// thresholds, of the lesser of threshold and measure of the set that reaches it.
double sugeno(std::span<const double> measure, std::span<const double> values);

// How far two measures of the same attributes lie apart.
struct MeasureDistance {
    double euclid = 0;   // root of the mean square of differences over the sets but the empty one
    double largest = 0;  // of the absolute differences
    double moebius = 0;  // as euclid, of their Moebius transforms
    double shapley = 0;  // the sum of absolute differences of the shares, halved: 0 .. 1
};
MeasureDistance measure_distance(std::span<const double> a, std::span<const double> b);

// Their mean with these weights (at least 0, not all 0), place by place: of monotone measures it is
// monotone, of submodular ones submodular, of normalised ones normalised.
std::vector<double> mean_measure(const std::vector<std::vector<double>>& measures,
                                 std::span<const double> weights);

// Properties, each up to `tolerance`.
bool is_normalised(std::span<const double> measure,
                   double tolerance = 1e-9);  // 0 and 1 at the ends
bool is_monotone(std::span<const double> measure, double tolerance = 1e-9);
bool is_additive(std::span<const double> measure, double tolerance = 1e-9);
bool is_submodular(std::span<const double> measure, double tolerance = 1e-9);
// How many of the pairs of different sets are worth more as union and intersection than by
// themselves: mu(A) + mu(B) < mu(A u B) + mu(A n B).
struct SetPairs {
    std::int64_t violated = 0;
    std::int64_t all = 0;
};
SetPairs pairs_not_submodular(std::span<const double> measure, double tolerance = 1e-9);
bool is_supermodular(std::span<const double> measure, double tolerance = 1e-9);
bool is_belief(std::span<const double> measure, double tolerance = 1e-9);
bool is_symmetric(std::span<const double> measure, double tolerance = 1e-9);
// The size of the largest set whose Moebius coefficient is not zero; 0 for the zero function.
int additivity_order(std::span<const double> measure, double tolerance = 1e-9);

// The share of each attribute: the mean of what it adds, over all orders. They sum to mu(all).
std::vector<double> shapley_values(std::span<const double> measure);
// The interaction index of each pair l < h, row by row; positive when the pair is worth more than
// its parts.
std::vector<double> interaction_indices(std::span<const double> measure);

}  // namespace lethe
