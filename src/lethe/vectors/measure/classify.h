// Classifiers of document vectors, learnt from labelled rows: K nearest neighbours by the cosine,
// multinomial naive Bayes, and the nearest centroid; and how well their answers agree with labels.
// See classify.cc.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

enum class Classifier { neighbours_5, neighbours_10, naive_bayes, nearest_centroid };
constexpr std::array<std::string_view, 4> kClassifiers{
    "5 nearest neighbours", "10 nearest neighbours", "naive Bayes", "nearest centroid"};

// Rows with their classes, numbered 0 .. classes - 1.
struct LabelledRows {
    const SparseRows& rows;
    std::span<const std::int32_t> of;
    std::int32_t classes = 0;
};

// The predicted class of each row of `test`, whose columns are those of the training rows, by each
// of the classifiers. There is at least one training row.
using Predictions = std::array<std::vector<std::int32_t>, kClassifiers.size()>;
Predictions predict(const Context& context, const LabelledRows& training, const SparseRows& test);

// By majority of the `neighbours` nearest training rows that share a term with the row (fewer where
// there are fewer), equally near ones in the order of rows; between classes with as many votes the
// one of the nearest of these neighbours. Where no row shares a term: the most frequent class.
std::vector<std::vector<std::int32_t>> predict_by_neighbours(
    const Context& context, const LabelledRows& training, const SparseRows& test,
    std::span<const std::int64_t> neighbours);
// Weights are counts, with 1 added for every term of the training rows.
std::vector<std::int32_t> predict_by_bayes(const LabelledRows& training, const SparseRows& test);
std::vector<std::int32_t> predict_by_centroid(const LabelledRows& training, const SparseRows& test);

// How far predicted classes are those expected. The Jaccard index of a class is the rows that have
// it in both over the rows that have it in either; `micro` is over all classes together, `macro`
// the mean over the classes that occur.
struct Agreement {
    double accuracy = 0;
    double micro_jaccard = 0;  // accuracy / (2 - accuracy)
    double macro_jaccard = 0;
};
Agreement agreement(std::span<const std::int32_t> predicted, std::span<const std::int32_t> expected,
                    std::int32_t classes);

Json to_json(const Agreement& agreement);

}  // namespace lethe::vectors
