#include "lethe/algo/lattice/unique_population.h"

namespace lethe::lattice {
namespace {

constexpr double kSmallSample = 0.1;

double people_of(const SizeCounts& sizes) {
    double people = 0;
    for (const auto& [size, classes] : sizes) people += static_cast<double>(size * classes);
    return people;
}

std::optional<double> uniques(Estimator estimator, const SizeCounts& sizes, double population) {
    switch (estimator) {
        case Estimator::zayatz:
            return zayatz_uniques(sizes, population);
        case Estimator::pitman:
            return pitman_uniques(sizes, population);
        case Estimator::snb:
            if (people_of(sizes) < kSmallSample * population) return std::nullopt;
            return slide_negative_binomial_uniques(sizes, population);
        default:
            // Of a small sample only Pitman's model is taken where it is enforced.
            if (people_of(sizes) <= kSmallSample * population) {
                return pitman_uniques(sizes, population);
            }
            return dankar_uniques(sizes, population).uniques;
    }
}

}  // namespace

std::optional<double> unique_share(Estimator estimator, const SizeCounts& sizes,
                                   double population) {
    if (!sizes.contains(1)) return 0.0;
    const auto found = uniques(estimator, sizes, population);
    return found ? std::optional(*found / population) : std::nullopt;
}

}  // namespace lethe::lattice
