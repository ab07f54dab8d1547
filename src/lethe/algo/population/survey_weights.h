// Weights of a survey: how many people of the population each record stands for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/data/column.h"

namespace lethe {

// What is wrong with the values of a numeric column of weights. A weight is above 0 and at most
// kLargestWeight; below 1 a record would stand for less than itself, which is odd but no error.
struct WeightFaults {
    std::int64_t unusable = 0;             // rows whose weight is missing, not above 0 or too large
    std::vector<std::int64_t> first_rows;  // the first five of them, counted from 1
    std::int64_t below_one = 0;            // rows
};
WeightFaults weight_faults(const Column& column);

// In words, without values: which rows are unusable; empty where none is.
std::string unusable_weights(const Column& column, const WeightFaults& faults);
// What is to be said of weights below 1; empty where there are none.
std::string small_weights(const Column& column, const WeightFaults& faults);

// The share of the population that is in the data: rows by the sum of the weights, at most 1; 1
// where there are no rows. The weights must be usable.
double sampled_fraction(const Column& weights);

}  // namespace lethe
