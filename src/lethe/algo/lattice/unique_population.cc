#include "lethe/algo/lattice/unique_population.h"

#include <algorithm>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace lethe::lattice {
namespace {

using boost::math::digamma;
using boost::math::trigamma;

struct Sample {
    double classes = 0;  // u
    double rows = 0;     // n
    double ones = 0;     // n_1
    double twos = 0;     // n_2
};

Sample sample_of(const SizeCounts& sizes) {
    Sample sample;
    for (const auto& [size, count] : sizes) {
        sample.classes += static_cast<double>(count);
        sample.rows += static_cast<double>(size * count);
        if (size == 1) sample.ones = static_cast<double>(count);
        if (size == 2) sample.twos = static_cast<double>(count);
    }
    return sample;
}

double zayatz_share(const SizeCounts& sizes, const Sample& sample, double population) {
    const double n = sample.rows;
    double below = 0;
    double one = 0;
    // The chance that a class of s in the population is seen once: s n/N times a product.
    double product = n / population;
    double s = 1;
    for (const auto& [size, count] : sizes) {
        const auto wanted = static_cast<double>(size);
        if (wanted > population - n + 1) break;
        for (; s < wanted; ++s) product *= (population - n - s + 1) / (population - s);
        below += static_cast<double>(count) / sample.classes * wanted * product;
        if (size == 1) one = sample.ones / sample.classes * product;
    }
    return sample.ones * (one / below) / n;
}

// The two equations of Pitman's formula at (theta, alpha), and their derivatives.
struct PitmanEquations {
    double first, second;
    double first_theta, first_alpha, second_theta, second_alpha;
};

PitmanEquations pitman_equations(const SizeCounts& sizes, const Sample& sample, double theta,
                                 double alpha) {
    const double u = sample.classes;
    const double n = sample.rows;
    // A = sum 1/(theta + i alpha), B = sum i/(theta + i alpha), i = 1 .. u - 1; with sums of the
    // squares of 1/(theta + i alpha) for the derivatives.
    const double step = std::abs(alpha);
    const double from = alpha > 0 ? 1 + theta / step : theta / step - u + 1;
    const double to = from + u - 1;
    const double a = (digamma(to) - digamma(from)) / step;
    const double squares = (trigamma(from) - trigamma(to)) / (step * step);
    const double b = (u - 1 - theta * a) / alpha;
    const double i_squares = (a - theta * squares) / alpha;
    const double ii_squares = (b - theta * i_squares) / alpha;
    double tail = 0;
    double tail_alpha = 0;
    const double base = digamma(1 - alpha);
    const double base_slope = trigamma(1 - alpha);
    for (const auto& [size, count] : sizes) {
        if (size < 2) continue;
        const double at = static_cast<double>(size) - alpha;
        tail += static_cast<double>(count) * (digamma(at) - base);
        tail_alpha += static_cast<double>(count) * (base_slope - trigamma(at));
    }
    return {a - (digamma(theta + n) - digamma(theta + 1)),
            b - tail,
            -squares - (trigamma(theta + n) - trigamma(theta + 1)),
            -i_squares,
            -i_squares,
            -ii_squares - tail_alpha};
}

bool pitman_possible(const Sample& sample, double theta, double alpha) {
    const double last = alpha < 0 ? sample.classes - 1 : 1;
    return alpha < 1 && alpha != 0 && theta >= 0 && theta + last * alpha > 0;
}

// Newton from a start; nothing where it leaves the range or ends elsewhere.
std::optional<PitmanFit> refined_pitman(const SizeCounts& sizes, const Sample& sample, double theta,
                                        double alpha) {
    constexpr int kRounds = 100;
    for (int round = 0; round < kRounds; ++round) {
        if (!pitman_possible(sample, theta, alpha)) return std::nullopt;
        const PitmanEquations at = pitman_equations(sizes, sample, theta, alpha);
        if (std::abs(at.first) < 1e-9 && std::abs(at.second) < 1e-7) break;
        const double determinant =
            at.first_theta * at.second_alpha - at.first_alpha * at.second_theta;
        double step_theta = (at.first * at.second_alpha - at.second * at.first_alpha) / determinant;
        double step_alpha = (at.second * at.first_theta - at.first * at.second_theta) / determinant;
        if (!std::isfinite(step_theta) || !std::isfinite(step_alpha)) return std::nullopt;
        // Steps that would leave the range are halved.
        for (int i = 0; i < 60 && !pitman_possible(sample, theta - step_theta, alpha - step_alpha);
             ++i) {
            step_theta /= 2;
            step_alpha /= 2;
        }
        theta -= step_theta;
        alpha -= step_alpha;
        if (!(std::abs(alpha) < 1e3)) return std::nullopt;
    }
    if (!pitman_possible(sample, theta, alpha)) return std::nullopt;
    const PitmanEquations at = pitman_equations(sizes, sample, theta, alpha);
    if (!(std::abs(at.first) <= 1e-6 && std::abs(at.second) <= 1e-6)) return std::nullopt;
    return PitmanFit{theta, alpha};
}

// The theta of the first equation for an alpha: its left side falls from infinity, and below the
// right side in the end.
double theta_for(const Sample& sample, double alpha) {
    const SizeCounts none;
    double low = alpha < 0 ? -(sample.classes - 1) * alpha : 0;
    double high = std::max(1.0, 2 * low);
    while (high < 1e15 && pitman_equations(none, sample, high, alpha).first > 0) high *= 2;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (pitman_equations(none, sample, middle, alpha).first > 0 ? low : high) = middle;
    }
    return high;
}

// Along the solutions of the first equation: where the second changes its sign.
std::optional<PitmanFit> bracketed_pitman(const SizeCounts& sizes, const Sample& sample) {
    const auto second = [&](double alpha) {
        return pitman_equations(sizes, sample, theta_for(sample, alpha), alpha).second;
    };
    double above = 0.95;
    double value = second(above);
    for (const double alpha : {0.5, 0.05, -0.05, -0.3, -0.6, -1.0, -1.7, -3.0, -6.0, -12.0}) {
        const double next = second(alpha);
        if ((value > 0) == (next > 0)) {
            above = alpha;
            value = next;
            continue;
        }
        double below = alpha;
        for (int i = 0; i < 30; ++i) {
            const double middle = (above + below) / 2;
            if (middle == 0) break;
            ((second(middle) > 0) == (value > 0) ? above : below) = middle;
        }
        return PitmanFit{theta_for(sample, below), below};
    }
    return std::nullopt;
}

std::optional<double> pitman_share(const SizeCounts& sizes, double population) {
    const auto fit = fit_pitman(sizes);
    if (!fit || sample_of(sizes).rows >= population) return std::nullopt;
    const double uniques =
        std::exp(std::lgamma(fit->theta + 1) - std::lgamma(fit->theta + fit->alpha) +
                 fit->alpha * std::log(population));
    if (!(uniques >= 0 && uniques <= population)) return std::nullopt;
    return uniques / population;
}

std::optional<double> slide_share(const SizeCounts& sizes, double population) {
    const auto fit = fit_slide(sizes, population);
    if (!fit) return std::nullopt;
    const double uniques = fit->classes * std::pow(fit->beta, fit->alpha);
    if (!(uniques >= 0 && uniques <= population)) return std::nullopt;
    return uniques / population;
}

// Logarithms of both sides of the two equations, as differences.
std::pair<double, double> slide_equations(const Sample& sample, double pi, double classes,
                                          double alpha, double beta) {
    const double y = (1 - pi) * (1 - beta);
    const double ones =
        std::log(classes * pi) + alpha * std::log(beta / (1 - y)) + std::log1p(alpha * y / (1 - y));
    const double twos = std::log(classes * pi * pi / 2) + alpha * std::log(beta) +
                        std::log1p(-beta) + std::log(alpha) + std::log(2 - (1 - alpha) * y) -
                        (alpha + 2) * std::log(1 - y);
    return {ones - std::log(sample.ones), twos - std::log(sample.twos)};
}

}  // namespace

std::optional<PitmanFit> fit_pitman(const SizeCounts& sizes) {
    const Sample sample = sample_of(sizes);
    const double u = sample.classes;
    const double n = sample.rows;
    const double ones = sample.ones;
    if (ones == 0 || u < 2 || n == u) return std::nullopt;
    const double c = ones * (ones - 1) / std::max(sample.twos, 1.0);
    const double theta =
        (n * u * c - ones * (n - 1) * (2 * u + c)) / (2 * ones * u + ones * c - n * c);
    const double alpha = (theta * (ones - n) + (n - 1) * ones) / (n * u);
    if (const auto fit = refined_pitman(sizes, sample, theta, alpha)) return fit;
    const auto bracketed = bracketed_pitman(sizes, sample);
    return bracketed ? refined_pitman(sizes, sample, bracketed->theta, bracketed->alpha)
                     : std::nullopt;
}

// Of smaller samples the number of classes K is guessed from next to nothing: estimates exist, but
// understate. Who asks for SNB there gets none, and the stricter rule for none.
constexpr double kLeastFraction = 0.1;

std::optional<SlideFit> fit_slide(const SizeCounts& sizes, double population) {
    const Sample sample = sample_of(sizes);
    const double pi = sample.rows / population;
    if (sample.ones == 0 || sample.twos == 0 || pi < kLeastFraction || pi >= 1) {
        return std::nullopt;
    }
    double v1 = 0, v2 = 0, v3 = 0, v4 = 0;
    for (const auto& [size, count] : sizes) {
        const auto i = static_cast<double>(size);
        const auto classes = static_cast<double>(count);
        v1 += i * pi * pi * std::pow(1 - pi * pi, i - 1) * classes;
        v2 += std::pow(1 - pi, i) * (std::pow(1 + pi, i) - 1) * classes;
        v3 += std::pow(1 - pi, i) * classes;
        v4 += i * pi * std::pow(1 - pi, i - 1) * classes;
    }
    const double classes = sample.classes + sample.ones * (v1 / v2) * (v3 / v4) * (v3 / v4);
    if (!std::isfinite(classes)) return std::nullopt;
    // Newton in log(alpha) and logit(beta), with numerical derivatives, from several starts.
    for (const double start : {0.1, 0.01, 0.5, 0.9, 0.001}) {
        double a = std::log(start);
        double b = std::log(start / (1 - start));
        const auto at = [&](double log_alpha, double logit_beta) {
            return slide_equations(sample, pi, classes, std::exp(log_alpha),
                                   1 / (1 + std::exp(-logit_beta)));
        };
        for (int round = 0; round < 200; ++round) {
            const auto [f, g] = at(a, b);
            if (!std::isfinite(f) || !std::isfinite(g)) break;
            if (std::abs(f) < 1e-12 && std::abs(g) < 1e-12) {
                return SlideFit{classes, std::exp(a), 1 / (1 + std::exp(-b))};
            }
            constexpr double kStep = 1e-6;
            const auto [fa, ga] = at(a + kStep, b);
            const auto [fb, gb] = at(a, b + kStep);
            const double faa = (fa - f) / kStep, gaa = (ga - g) / kStep;
            const double fbb = (fb - f) / kStep, gbb = (gb - g) / kStep;
            const double determinant = faa * gbb - fbb * gaa;
            double da = (f * gbb - g * fbb) / determinant;
            double db = (g * faa - f * gaa) / determinant;
            if (!std::isfinite(da) || !std::isfinite(db)) break;
            const double longest = std::max(std::abs(da), std::abs(db));
            if (longest > 1) {
                da /= longest;
                db /= longest;
            }
            a -= da;
            b -= db;
        }
    }
    return std::nullopt;
}

std::optional<double> unique_share(Estimator estimator, const SizeCounts& sizes,
                                   double population) {
    const Sample sample = sample_of(sizes);
    if (sample.ones == 0) return 0.0;
    switch (estimator) {
        case Estimator::zayatz:
            return zayatz_share(sizes, sample, population);
        case Estimator::pitman:
            return pitman_share(sizes, population);
        case Estimator::snb:
            return slide_share(sizes, population);
        default:
            break;
    }
    if (sample.rows / population <= 0.1) return pitman_share(sizes, population);
    const double zayatz = zayatz_share(sizes, sample, population);
    const auto slide = slide_share(sizes, population);
    return slide ? std::min(*slide, zayatz) : zayatz;
}

}  // namespace lethe::lattice
