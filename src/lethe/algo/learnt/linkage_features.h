// Supervised linkage as geometry. A parametric distance d_w(a, b) = w . f(a, b) re-identifies
// record i ("satisfies block i") when w . g_ij > 0 for every competitor j != i, where
//
//     g_ij = f(a_i, b_j) - f(a_i, b_i).
//
// The feature map f and the cone of allowed parameters w depend on the family of distances:
//
//   weighted_mean         f = squared differences; w >= 0
//   owa                   f = squared differences, descending; w >= 0
//   choquet               f = the increments of the Choquet integral, one for each set of
//   attributes;
//                         w = a monotone set function, w[A - 1] for the set with bit mask A
//   choquet_submodular    the same; w also submodular, which makes the distance a metric
//   choquet_k_additive    f = minimum over each set of at most k attributes; w = Moebius transform
//                         of a monotone set function, in the order of feature_sets(). With k = 2
//                         the conditions of monotony can be generated when they are violated, so
//                         that more attributes are possible: see generates_cone()
//   choquet_belief        f = minimum over each set; w = Moebius transform >= 0
//   choquet_partition     a measure inside each part of the attributes, additive between parts: f =
//                         minimum over each set within a part; w = Moebius transform of a monotone
//                         set function. Parts are small, so that more attributes are possible
//   choquet_symmetric     a set function of the number of attributes only, which is owa
//   bilinear              f = products of signed differences, l <= h row by row, doubled off the
//                         diagonal; w = the upper triangle of any symmetric matrix
//   bilinear_nonnegative  the same; the form is >= 0 on all pairs of the data
//   bilinear_psd          the same; the matrix is positive semi-definite
//
// Every cone but the free one has an interior, and satisfied blocks are open conditions. So the
// parameters may be asked to lie strictly inside the cone: nothing is lost, and all conditions are
// of the form "row . w > 0".
//
// The differences a_i - b_j, rounded to double, are the data: dominance and exact certificates are
// about these numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"

namespace lethe {

enum class DistanceFamily {
    weighted_mean,
    owa,
    choquet,
    choquet_submodular,
    choquet_k_additive,
    choquet_belief,
    choquet_partition,
    choquet_symmetric,
    bilinear,
    bilinear_nonnegative,
    bilinear_psd,
};

std::string_view name(DistanceFamily family);

struct DistanceModel {
    DistanceFamily family = DistanceFamily::weighted_mean;
    int additivity = 2;  // k of choquet_k_additive
    // Of choquet_partition: bit masks of attributes; each attribute is in one part.
    std::vector<std::uint32_t> parts = {};

    bool of_sets() const {  // a parameter a set of attributes
        return family >= DistanceFamily::choquet && family <= DistanceFamily::choquet_partition;
    }
    bool moebius() const {  // parameters are Moebius transforms
        return family >= DistanceFamily::choquet_k_additive &&
               family <= DistanceFamily::choquet_partition;
    }
    bool bilinear() const {
        return family == DistanceFamily::bilinear ||
               family == DistanceFamily::bilinear_nonnegative ||
               family == DistanceFamily::bilinear_psd;
    }
    bool sorted() const {  // the order of the attributes does not matter
        return family == DistanceFamily::owa || family == DistanceFamily::choquet_symmetric;
    }
};

// How two codes of a column of categories differ: row by row of the original's codes, a number >= 0
// for each code of the masked file; 0 where the masked value may stand for the original one.
struct CodeDifferences {
    const double* values = nullptr;  // null: the column holds numbers
    std::int32_t width = 0;  // codes of the masked file; 0: different codes differ by values[0]

    double operator()(double a, double b) const {
        if (width == 0) return a == b ? 0.0 : values[0];
        return values[static_cast<std::size_t>(a) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(b)];
    }
};

// The people that are looked for, and the release, as row-major matrices. The first `rows` rows of
// the masked matrix are the people's own records; `others` more follow, which are nobody's here but
// compete as well. Numbers are standardised already; a column of categories holds codes (whole
// numbers from 0), and `codes` says how they differ. Not owned.
struct AlignedRecords {
    const double* original = nullptr;
    const double* masked = nullptr;
    std::int32_t rows = 0;
    int attributes = 0;
    std::int32_t others = 0;
    const CodeDifferences* codes = nullptr;  // one for each attribute; null: all are numbers
    // Whether an equal masked record competes with the own one. If not, reaching either of them is
    // enough: the intruder then guesses among equals.
    bool equals_compete = true;

    std::int32_t competitors() const { return rows + others; }
    bool competes(std::int32_t i, std::int32_t j) const {
        return i != j && (equals_compete || !equal_masked(i, j));
    }
    bool equal_masked(std::int32_t i, std::int32_t j) const {
        const auto n = static_cast<std::size_t>(attributes);
        const double* left = masked + static_cast<std::size_t>(i) * n;
        const double* right = masked + static_cast<std::size_t>(j) * n;
        for (std::size_t l = 0; l < n; ++l) {
            if (left[l] != right[l]) return false;
        }
        return true;
    }
    double difference(std::int32_t i, std::int32_t j, int attribute) const {
        const auto n = static_cast<std::size_t>(attributes);
        const auto l = static_cast<std::size_t>(attribute);
        const double a = original[static_cast<std::size_t>(i) * n + l];
        const double b = masked[static_cast<std::size_t>(j) * n + l];
        if (codes == nullptr || codes[l].values == nullptr) return a - b;
        return codes[l](a, b);
    }
    void differences(std::int32_t i, std::int32_t j, double* out) const {
        for (int l = 0; l < attributes; ++l) out[l] = difference(i, j, l);
    }
};

// The most attributes of a family (for the set functions their number of parameters is 2^n - 1).
constexpr int kMostAttributes = 256;
constexpr int kMostSetAttributes = 10;
constexpr int kMostFormAttributes = 64;
constexpr int kMostPairAttributes = 30;  // of measures that are additive but for pairs or parts

// Error(usage) when the model cannot be used with so many attributes, Error(input) for a number
// that is not finite.
void check_model(const DistanceModel& model, const AlignedRecords& records);

// The bit masks of the features of the set families, ascending (part by part in those of a
// partition); empty for the others.
std::vector<std::uint32_t> feature_sets(const DistanceModel& model, int attributes);

int feature_count(const DistanceModel& model, int attributes);

// f of a vector of differences. `out` has feature_count() places.
void features(const DistanceModel& model, std::span<const double> differences, double* out);

// Whether conditions of the cone are generated when they are violated, each named by a vector v of
// as many numbers as attributes: of forms, which must not be negative at v, and of measures that
// are additive but for pairs, of more than kMostSetAttributes attributes. There v has one 2, for
// attribute l, and 1 for each attribute of a set B, otherwise 0: l must not lower the measure of B.
bool generates_pair_rows(const DistanceModel& model, int attributes);
void generated_row(const DistanceModel& model, std::span<const double> v, double* out);
// The condition that the parameters violate most, or meet with the least room to spare.
std::vector<double> worst_pair_row(const DistanceModel& model, std::span<const double> parameters,
                                   int attributes);
// The place of the pair l != h among the parameters of such a measure; of l alone for l == h.
std::size_t pair_place(int l, int h);

// The rows H of the cone H w >= 0, as far as they are finitely many and do not depend on the data.
std::vector<std::vector<double>> cone_rows(const DistanceModel& model, int attributes);

// Parameters that lie inside the cone and treat all attributes alike.
std::vector<double> equal_parameters(const DistanceModel& model, int attributes);

// The parameters of the weighted mean with these weights (all > 0), which every family has but
// those that sort: there the weights go by rank.
std::vector<double> weighted_parameters(const DistanceModel& model,
                                        std::span<const double> weights);

// w . f(a_i, b_j), by the definition.
double learnt_distance(const DistanceModel& model, const AlignedRecords& records,
                       std::span<const double> parameters, std::int32_t i, std::int32_t j);

// The blocks that the parameters satisfy, by the definition, over all competitors.
std::vector<bool> satisfied_blocks(const Context& context, const DistanceModel& model,
                                   const AlignedRecords& records,
                                   std::span<const double> parameters);

}  // namespace lethe
