// The sample has n records in u classes, n_s of them of size s; it is the share pi = n / N of a
// population of N.
//
// Zayatz. The sizes of classes in the population are taken to be distributed as in the sample. A
// class of s people gives exactly one record with the hypergeometric chance
// h(s) = s C(N-s, n-1) / C(N, n), so that of the classes with one record the share
// n_1 h(1) / sum n_s h(s) is unique in the population.
//
// Pitman's sampling formula with parameters theta and alpha. The likelihood is largest where
//
//   sum_{i<u} 1 / (theta + i alpha) = sum_{i<n} 1 / (theta + i)
//   sum_{i<u} i / (theta + i alpha) = sum_{s>1} n_s sum_{j<s} 1 / (j - alpha)
//
// Sums over i are differences of digamma functions, their derivatives of trigamma functions, so
// that a step of Newton's method costs as little for millions of records. A step that does not
// bring the equations nearer to zero is halved. From some samples, small ones above all, no
// beginning leads to the solution: then alpha is walked along, with the theta for each at which the
// first equation holds, and a change of sign of the second is narrowed down.
//
// Slide negative binomial: F - 1 is negative binomial (alpha, beta) in K classes. K is estimated
// first (Chen and Keller-McNulty); alpha and beta then meet n_1 and n_2:
//
//   n_1 = K pi (beta / (1-y))^alpha (1 + alpha y / (1-y)),      y = (1-pi) (1-beta)
//   n_2 = K pi^2 beta^alpha (1-beta) alpha (2 - (1-alpha) y) / (2 (1-y)^(alpha+2))
//
// For a given beta the first equation has at most two solutions, on both sides of the largest value
// of its right side; each branch is walked along beta, and a change of sign of the second equation
// is narrowed down. A widely used program multiplies by the last power in place of dividing and
// misses a factor in K; it finds no solution, and its choice among the models is another one.
#include "lethe/algo/population/population_uniques.h"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>
#include <vector>

namespace lethe {
namespace {

double records_of(const SizeCounts& classes) {
    double records = 0;
    for (const auto& [size, count] : classes) {
        records += static_cast<double>(size) * static_cast<double>(count);
    }
    return records;
}

double classes_of(const SizeCounts& classes) {
    double all = 0;
    for (const auto& [size, count] : classes) all += static_cast<double>(count);
    return all;
}

double classes_of_size(const SizeCounts& classes, std::int64_t size) {
    const auto found = classes.find(size);
    return found == classes.end() ? 0 : static_cast<double>(found->second);
}

double digamma(double x) { return boost::math::digamma(x); }
double trigamma(double x) { return boost::math::trigamma(x); }

// sum over 1 <= i < u of 1/(theta + i alpha), of its square, and both with i and i^2 above.
struct RisingSums {
    double inverse = 0, square = 0, first = 0, first_square = 0, second_square = 0;
};

RisingSums rising_sums(double u, double theta, double alpha) {
    RisingSums sums;
    constexpr double kNearZero = 1e-3;  // below, the differences would cancel
    if (std::abs(alpha) < kNearZero || alpha < 0) {
        for (double i = 1; i < u; ++i) {
            const double one = 1 / (theta + i * alpha);
            sums.inverse += one;
            sums.square += one * one;
            sums.first += i * one;
            sums.first_square += i * one * one;
            sums.second_square += i * i * one * one;
        }
        return sums;
    }
    const double shift = theta / alpha;
    sums.inverse = (digamma(shift + u) - digamma(shift + 1)) / alpha;
    sums.square = (trigamma(shift + 1) - trigamma(shift + u)) / (alpha * alpha);
    sums.first = (u - 1 - theta * sums.inverse) / alpha;
    sums.first_square = (sums.inverse - theta * sums.square) / alpha;
    sums.second_square = (sums.first - theta * sums.first_square) / alpha;
    return sums;
}

class PitmanEquations {
  public:
    explicit PitmanEquations(const SizeCounts& classes)
        : classes_(classes), n_(records_of(classes)), u_(classes_of(classes)) {}

    struct At {
        std::array<double, 2> value{};
        std::array<double, 4> slopes{};  // of the first by theta and alpha, of the second
        std::array<double, 2> sums{};    // of the left sides
        double size() const { return std::hypot(value[0], value[1]); }
    };

    bool allowed(const PitmanModel& model) const {
        constexpr double kRunsAway = -1e6;  // below, everybody is equally likely in all classes
        return std::isfinite(model.theta) && model.theta >= 0 && model.alpha < 1 &&
               model.alpha > kRunsAway && model.theta + model.alpha > 0 &&
               model.theta + (u_ - 1) * model.alpha > 0;
    }

    At at(const PitmanModel& model) const {
        const RisingSums sums = rising_sums(u_, model.theta, model.alpha);
        At result;
        result.sums = {sums.inverse, sums.first};
        result.value[0] = sums.inverse - (digamma(model.theta + n_) - digamma(model.theta + 1));
        result.slopes[0] = -sums.square + (trigamma(model.theta + 1) - trigamma(model.theta + n_));
        result.slopes[1] = -sums.first_square;
        result.value[1] = sums.first;
        result.slopes[2] = -sums.first_square;
        result.slopes[3] = -sums.second_square;
        for (const auto& [size, count] : classes_) {
            const auto s = static_cast<double>(size);
            const auto many = static_cast<double>(count);
            result.value[1] -= many * (digamma(s - model.alpha) - digamma(1 - model.alpha));
            result.slopes[3] -= many * (trigamma(1 - model.alpha) - trigamma(s - model.alpha));
        }
        return result;
    }

    // Newton's method with steps that are halved until they help.
    std::optional<PitmanModel> solve(PitmanModel model) const {
        if (!allowed(model)) return std::nullopt;
        constexpr int kRounds = 200;
        At now = at(model);
        for (int round = 0; round < kRounds; ++round) {
            const auto& [a, b, c, d] = now.slopes;
            const double determinant = a * d - b * c;
            if (!(std::abs(determinant) > 0)) break;
            const double by_theta = (d * now.value[0] - b * now.value[1]) / determinant;
            const double by_alpha = (a * now.value[1] - c * now.value[0]) / determinant;
            bool helped = false;
            for (double part = 1; part > 1e-12 && !helped; part /= 2) {
                const PitmanModel next{model.theta - part * by_theta,
                                       model.alpha - part * by_alpha};
                if (!allowed(next)) continue;
                const At there = at(next);
                helped = there.size() < now.size();
                if (helped) {
                    model = next;
                    now = there;
                }
            }
            if (!helped) break;
        }
        constexpr double kHolds = 1e-6;
        // Of the sums too: where theta and alpha run away everything falls to 0.
        const auto met = [&](std::size_t i) {
            return std::abs(now.value[i]) <= kHolds * std::min(1.0, std::abs(now.sums[i]));
        };
        const bool holds = met(0) && met(1);
        return holds ? std::optional(model) : std::nullopt;
    }

    std::optional<PitmanModel> solve_along_alpha() const {
        constexpr double kStep = 0.25;
        std::optional<double> last;
        for (double x = -9.1; x < 9; x += kStep) {
            const std::optional<double> now = rest(x);
            if (now && last && (*now > 0) != (*last > 0)) {
                const double narrowed = narrowed_down(x - kStep, x, *last > 0);
                const PitmanModel model{theta_of(alpha_at(narrowed)).value_or(-1),
                                        alpha_at(narrowed)};
                if (const auto found = solve(model)) return found;
            }
            last = now;
        }
        return std::nullopt;
    }

    PitmanModel first_guess() const {
        const double one = classes_of_size(classes_, 1);
        const double c = one * (one - 1) / std::max(classes_of_size(classes_, 2), 1.0);
        const double theta =
            (n_ * u_ * c - one * (n_ - 1) * (2 * u_ + c)) / (2 * one * u_ + one * c - n_ * c);
        return {theta, (theta * (one - n_) + (n_ - 1) * one) / (n_ * u_)};
    }

  private:
    static double alpha_at(double x) { return -std::expm1(x); }  // 1 - e^x

    // The sum over 1 <= i < u of 1/(theta + i alpha) in closed form for any sign of alpha.
    double inverse_sum(double theta, double alpha) const {
        const double shift = theta / std::abs(alpha);
        const double difference = alpha > 0 ? digamma(shift + u_) - digamma(shift + 1)
                                            : digamma(shift) - digamma(shift - u_ + 1);
        return difference / std::abs(alpha);
    }

    // Where the first equation holds; none where it does for no theta.
    std::optional<double> theta_of(double alpha) const {
        const double least = std::max(0.0, (1 - u_) * alpha);
        const auto gap = [&](double more) {
            const double theta = least + std::exp(more);
            return inverse_sum(theta, alpha) - (digamma(theta + n_) - digamma(theta + 1));
        };
        double low = -20;
        double high = 20;
        if (!(gap(low) > 0) || !(gap(high) < 0)) return std::nullopt;
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2;
            (gap(middle) > 0 ? low : high) = middle;
        }
        return least + std::exp(low);
    }

    // Of the second equation, along the first.
    std::optional<double> rest(double x) const {
        const double alpha = alpha_at(x);
        const auto theta = theta_of(alpha);
        if (!theta) return std::nullopt;
        double sum = (u_ - 1 - *theta * inverse_sum(*theta, alpha)) / alpha;
        for (const auto& [size, count] : classes_) {
            sum -= static_cast<double>(count) *
                   (digamma(static_cast<double>(size) - alpha) - digamma(1 - alpha));
        }
        return sum;
    }

    double narrowed_down(double low, double high, bool low_is_above) const {
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2;
            const auto there = rest(middle);
            if (!there) break;
            ((*there > 0) == low_is_above ? low : high) = middle;
        }
        return low;
    }

    const SizeCounts& classes_;
    double n_;
    double u_;
};

// The equations of the slide negative binomial model for one sample.
class SlideEquations {
  public:
    SlideEquations(double classes, double pi, double one, double two)
        : classes_(classes), pi_(pi), one_(one), two_(two) {}

    // Where the first equation holds: below (or above) the alpha at which its right side is
    // largest.
    std::optional<double> alpha_of(double beta, bool below) const {
        const double y = (1 - pi_) * (1 - beta);
        const double c = y / (1 - y);
        const double log_t = std::log(beta / (1 - y));
        const auto gap = [&](double alpha) {
            return alpha * log_t + std::log1p(alpha * c) - std::log(one_ / (classes_ * pi_));
        };
        const double top = std::max(0.0, -1 / log_t - 1 / c);
        double low = below ? 0 : top;
        double high = below ? top : std::max(1.0, 2 * top);
        while (!below && gap(high) > 0 && high < 1e9) high *= 2;
        if (!(gap(low) * gap(high) <= 0)) return std::nullopt;
        const bool rises = gap(high) > gap(low);
        for (int i = 0; i < 200 && low < high; ++i) {
            const double middle = low + (high - low) / 2;
            if (middle == low || middle == high) break;
            ((gap(middle) > 0) == rises ? high : low) = middle;
        }
        return low + (high - low) / 2;
    }

    // Of the second equation, relative.
    double rest(double alpha, double beta) const {
        const double y = (1 - pi_) * (1 - beta);
        const double right = classes_ * pi_ * pi_ * (1 - beta) * alpha * (2 - (1 - alpha) * y) / 2 *
                             std::exp(alpha * std::log(beta) - (alpha + 2) * std::log(1 - y));
        return right / two_ - 1;
    }

    // The solutions of one branch, ascending by beta.
    void solve(bool below, std::vector<SlideNegativeBinomial>& found) const {
        constexpr int kGrid = 4000;
        std::optional<double> last;  // the rest at the step before
        double last_beta = 0;
        for (int step = 1; step < kGrid; ++step) {
            // Even in the logit: beta may be very small or near to 1.
            const double logit = -23 + 46.0 * step / kGrid;
            const double beta = 1 / (1 + std::exp(-logit));
            const auto alpha = alpha_of(beta, below);
            const std::optional<double> now = alpha ? std::optional(rest(*alpha, beta)) : alpha;
            if (now && last && (*now > 0) != (*last > 0)) {
                if (const auto exact = narrowed(below, last_beta, beta)) found.push_back(*exact);
            }
            last = now;
            last_beta = beta;
        }
    }

  private:
    std::optional<SlideNegativeBinomial> narrowed(bool below, double low, double high) const {
        const auto sign = [&](double beta) -> std::optional<bool> {
            const auto alpha = alpha_of(beta, below);
            return alpha ? std::optional(rest(*alpha, beta) > 0) : std::nullopt;
        };
        const auto at_high = sign(high);
        for (int i = 0; i < 200; ++i) {
            const double middle = low + (high - low) / 2;
            if (middle == low || middle == high) break;
            const auto there = sign(middle);
            if (!there) return std::nullopt;
            (there == at_high ? high : low) = middle;
        }
        const auto alpha = alpha_of(high, below);
        constexpr double kHolds = 1e-6;  // a jump is no solution
        if (!alpha || std::abs(rest(*alpha, high)) > kHolds) return std::nullopt;
        return SlideNegativeBinomial{classes_, *alpha, high};
    }

    double classes_, pi_, one_, two_;
};

double slide_classes(const SizeCounts& classes, double pi) {
    double v1 = 0, v2 = 0, v3 = 0, v4 = 0;
    for (const auto& [size, count] : classes) {
        const auto i = static_cast<double>(size);
        const auto many = static_cast<double>(count);
        v1 += many * i * pi * pi * std::pow(1 - pi * pi, i - 1);
        v2 += many * std::pow(1 - pi, i) * (std::pow(1 + pi, i) - 1);
        v3 += many * std::pow(1 - pi, i);
        v4 += many * i * pi * std::pow(1 - pi, i - 1);
    }
    return classes_of(classes) + classes_of_size(classes, 1) * (v1 / v2) * (v3 / v4) * (v3 / v4);
}

}  // namespace

double zayatz_uniques(const SizeCounts& classes, double population) {
    const double one = classes_of_size(classes, 1);
    const double n = records_of(classes);
    if (one == 0 || n == 0) return 0;
    // h(s) / (s h(1)) = C(N-s, n-1) / C(N-1, n-1), one factor more for each s.
    double sum = 0;
    double ratio = 1;
    std::int64_t reached = 1;
    for (const auto& [size, count] : classes) {
        for (; reached < size && ratio > 0; ++reached) {
            const auto s = static_cast<double>(reached);
            ratio *= std::max(0.0, (population - n - s + 1) / (population - s));
        }
        if (!(ratio > 0)) break;
        sum += static_cast<double>(count) * static_cast<double>(size) * ratio;
    }
    // Each of the uniques stands for N / n people.
    return std::min(population, one * (one / sum) * population / n);
}

std::optional<PitmanModel> fit_pitman(const SizeCounts& classes) {
    const double n = records_of(classes);
    const double u = classes_of(classes);
    if (u < 2 || u >= n) return std::nullopt;
    const PitmanEquations equations(classes);
    if (const auto found = equations.solve(equations.first_guess())) return found;
    for (const double alpha : {0.5, 0.1, 0.9, 0.01, -0.1, -1.0}) {
        for (const double theta : {u / 10, 1.0, u, n}) {
            if (const auto found = equations.solve({theta, alpha})) return found;
        }
    }
    return equations.solve_along_alpha();
}

std::optional<double> pitman_uniques(const SizeCounts& classes, double population) {
    if (classes_of_size(classes, 1) == 0) return 0;
    if (!(population > records_of(classes))) return std::nullopt;  // nothing is left to estimate
    const auto model = fit_pitman(classes);
    if (!model) return std::nullopt;
    const double uniques =
        std::exp(std::lgamma(model->theta + 1) - std::lgamma(model->theta + model->alpha) +
                 model->alpha * std::log(population));
    if (!(uniques >= 0 && uniques <= population)) return std::nullopt;
    return uniques;
}

std::optional<SlideNegativeBinomial> fit_slide_negative_binomial(const SizeCounts& classes,
                                                                 double population) {
    const double pi = records_of(classes) / population;
    const double one = classes_of_size(classes, 1);
    const double two = classes_of_size(classes, 2);
    if (!(pi < 1) || one == 0 || two == 0) return std::nullopt;
    const SlideEquations equations(slide_classes(classes, pi), pi, one, two);
    std::vector<SlideNegativeBinomial> found;
    equations.solve(true, found);
    equations.solve(false, found);
    // Of several the one with most uniques: a risk is rather overstated.
    const auto uniques = [](const SlideNegativeBinomial& model) {
        return model.alpha * std::log(model.beta);
    };
    const auto best =
        std::max_element(found.begin(), found.end(),
                         [&](const auto& a, const auto& b) { return uniques(a) < uniques(b); });
    return best == found.end() ? std::nullopt : std::optional(*best);
}

std::optional<double> slide_negative_binomial_uniques(const SizeCounts& classes,
                                                      double population) {
    if (classes_of_size(classes, 1) == 0) return 0;
    const auto model = fit_slide_negative_binomial(classes, population);
    if (!model) return std::nullopt;
    const double uniques = model->classes * std::pow(model->beta, model->alpha);
    if (!(uniques >= 0 && uniques <= population)) return std::nullopt;
    return uniques;
}

ChosenUniques dankar_uniques(const SizeCounts& classes, double population) {
    const ChosenUniques zayatz{UniquenessModel::zayatz, zayatz_uniques(classes, population)};
    constexpr double kSmallSample = 0.1;
    if (records_of(classes) <= kSmallSample * population) {
        const auto pitman = pitman_uniques(classes, population);
        return pitman ? ChosenUniques{UniquenessModel::pitman, *pitman} : zayatz;
    }
    const auto slide = slide_negative_binomial_uniques(classes, population);
    if (!slide || *slide > zayatz.uniques) return zayatz;
    return {UniquenessModel::slide_negative_binomial, *slide};
}

}  // namespace lethe
