// Small instances of supervised linkage, for the tests that compare solvers.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/core/random.h"
#include "lethe/core/sanitizers.h"
#include "support.h"

namespace lethe::test {

inline const std::vector<DistanceFamily> kAllFamilies = {
    DistanceFamily::weighted_mean,
    DistanceFamily::owa,
    DistanceFamily::choquet,
    DistanceFamily::choquet_submodular,
    DistanceFamily::choquet_k_additive,
    DistanceFamily::choquet_belief,
    DistanceFamily::choquet_symmetric,
    DistanceFamily::bilinear,
    DistanceFamily::bilinear_nonnegative,
    DistanceFamily::bilinear_psd,
};

struct LinkageInstance {
    std::vector<double> original;
    std::vector<double> masked;
    std::int32_t rows;
    int attributes;

    AlignedRecords view() const { return {original.data(), masked.data(), rows, attributes}; }
};

// Whole numbers below `distinct`, moved by at most `noise`: ties, twins and opposite differences
// abound.
inline LinkageInstance whole_instance(std::uint64_t seed, std::int32_t rows, int attributes,
                                      std::uint64_t distinct, std::uint64_t noise) {
    Draws draws = Random(seed).stream("whole instance").at(0);
    LinkageInstance instance{{}, {}, rows, attributes};
    for (std::int32_t place = 0; place < rows * attributes; ++place) {
        const auto value = static_cast<double>(draws.below(distinct));
        instance.original.push_back(value);
        instance.masked.push_back(value + static_cast<double>(draws.below(2 * noise + 1)) -
                                  static_cast<double>(noise));
    }
    return instance;
}

// Normal numbers with normal noise: no ties.
inline LinkageInstance real_instance(std::uint64_t seed, std::int32_t rows, int attributes,
                                     double noise) {
    Draws draws = Random(seed).stream("real instance").at(0);
    LinkageInstance instance{{}, {}, rows, attributes};
    for (std::int32_t place = 0; place < rows * attributes; ++place) {
        instance.original.push_back(draws.normal());
        instance.masked.push_back(instance.original.back() + noise * draws.normal());
    }
    return instance;
}

// Its clock goes slowly with a sanitizer: a limit of time means as much work as without.
inline Context timed_context(int count = 1) {
    Context context = threads(count);
    context.clock = [] {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        return std::chrono::duration<double>(now).count() / kSanitizerPatience;
    };
    return context;
}

// g_ij, by the definition.
inline std::vector<double> gap_row(const DistanceModel& model, const AlignedRecords& records,
                                   std::int32_t i, std::int32_t j) {
    const auto dims = static_cast<std::size_t>(feature_count(model, records.attributes));
    std::vector<double> difference(static_cast<std::size_t>(records.attributes));
    std::vector<double> own(dims);
    std::vector<double> other(dims);
    records.differences(i, i, difference.data());
    features(model, difference, own.data());
    records.differences(i, j, difference.data());
    features(model, difference, other.data());
    for (std::size_t f = 0; f < dims; ++f) other[f] -= own[f];
    return other;
}

}  // namespace lethe::test
