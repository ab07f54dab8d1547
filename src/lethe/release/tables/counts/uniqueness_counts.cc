// n rows in u classes, n_s of them of size s, are the share pi = n / N of a population.
//
// Zayatz. Of classes of one row the share n_1 h(1) / sum n_s h(s) is unique in the population, with
// the chance h(s) = s C(N-s, n-1) / C(N, n) that a class of s people gives one row.
//
// Pitman. Both of
//
//   sum_{i<u} 1/(theta + i alpha) = sum_{i<n} 1/(theta + i)
//   sum_{i<u} i/(theta + i alpha) = sum n_s sum_{j<s} 1/(j - alpha)
//
// For each alpha of a row of them theta is found by bisection of the first; where the second
// changes its sign between two alphas, so are they. N^alpha G(theta + 1) / G(theta + alpha) people
// are unique.
//
// Slide negative binomial. With K classes of the population and y = (1 - pi)(1 - beta),
//
//   n_1 = K pi (beta / (1-y))^alpha (1 + alpha y / (1-y))
//   n_2 = K pi^2 beta^alpha (1-beta) alpha (2 - (1-alpha) y) / (2 (1-y)^(alpha+2))
//
// For each alpha of a row the first equation has a solution where its right side rises, or falls,
// or both; along each kind a change of sign of the second one is bisected. K beta^alpha people are
// unique. Of several solutions the one with most of them: a risk is rather overstated.
#include "lethe/release/tables/counts/uniqueness_counts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace lethe::release {
namespace {

constexpr double kSolved = 1e-6;
constexpr double kTenth = 0.1;

double rows_in(const WrittenSizes& sizes) {
    double rows = 0;
    for (const auto& [size, count] : sizes) rows += size * count;
    return rows;
}

double classes_in(const WrittenSizes& sizes) {
    double classes = 0;
    for (const auto& [size, count] : sizes) classes += count;
    return classes;
}

double count_of(const WrittenSizes& sizes, double size) {
    const auto place = sizes.find(size);
    return place == sizes.end() ? 0 : place->second;
}

double log_binomial(double n, double k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

double by_zayatz(const WrittenSizes& sizes, double population) {
    const double n = rows_in(sizes);
    const double alone = count_of(sizes, 1) * n / population;  // n_1 h(1)
    double all = 0;
    for (const auto& [size, count] : sizes) {
        if (size > population - n + 1) continue;
        all += count * size *
               std::exp(log_binomial(population - size, n - 1) - log_binomial(population, n));
    }
    return std::min(population, count_of(sizes, 1) * alone / all * population / n);
}

// Sum of 1/(x + i), i from 1 to m, for x above -1: term by term, and a long rest by the formula of
// Euler and Maclaurin.
double sum_of_inverses(double x, double m) {
    constexpr double kTermByTerm = 200;
    double sum = 0;
    double i = 1;
    for (; i <= m && i <= kTermByTerm; ++i) sum += 1 / (x + i);
    if (i > m) return sum;
    const double a = 1 / (x + i);
    const double b = 1 / (x + m);
    sum += std::log1p((m - i) * a) + (a + b) / 2;
    sum += (a * a - b * b) / 12 - (std::pow(a, 4) - std::pow(b, 4)) / 120 +
           (std::pow(a, 6) - std::pow(b, 6)) / 252;
    return sum;
}

struct PitmanSums {
    const WrittenSizes& sizes;
    double n = 0;
    double u = 0;

    double left(double theta, double alpha) const {
        const double a = std::abs(alpha);
        return sum_of_inverses(alpha > 0 ? theta / a : theta / a - u, u - 1) / a;
    }
    double first(double theta, double alpha) const {
        return left(theta, alpha) - sum_of_inverses(theta, n - 1);
    }
    double second(double theta, double alpha) const {
        double rest = (u - 1 - theta * left(theta, alpha)) / alpha;
        for (const auto& [size, count] : sizes) rest -= count * sum_of_inverses(-alpha, size - 1);
        return rest;
    }
    // At which the first equation holds; nothing where it does for none.
    std::optional<double> theta_of(double alpha) const {
        double low = std::max(0.0, -alpha * (u - 1)) * (1 + 1e-9) + 1e-9;
        if (!(first(low, alpha) > 0)) return std::nullopt;
        double high = 2 * low + 1;
        while (first(high, alpha) > 0) {
            high *= 2;
            if (high > 1e15) return std::nullopt;
        }
        for (int i = 0; i < 200; ++i) {
            const double middle = low + (high - low) / 2;
            if (middle <= low || middle >= high) break;
            (first(middle, alpha) > 0 ? low : high) = middle;
        }
        return low;
    }
};

using MaybeValue = std::function<std::optional<double>(double)>;

// Between an argument with a value and one without, the last that has one.
double end_of_values(const MaybeValue& of, double with, double without) {
    for (int step = 0; step < 100; ++step) {
        const double middle = with + (without - with) / 2;
        if (middle == with || middle == without) break;
        (of(middle) ? with : without) = middle;
    }
    return with;
}

// Where `of` changes its sign between two arguments with values.
std::optional<double> root_between(const MaybeValue& of, double from, double to) {
    const auto first = of(from);
    const auto last = of(to);
    if (!first || !last || (*first > 0) == (*last > 0)) return std::nullopt;
    for (int step = 0; step < 100; ++step) {
        const double middle = from + (to - from) / 2;
        if (middle == from || middle == to) break;
        const auto there = of(middle);
        if (!there) return std::nullopt;
        ((*there > 0) == (*first > 0) ? from : to) = middle;
    }
    return from;
}

// Along a row of arguments, some of which have no value.
std::vector<double> roots_along(const std::vector<double>& row, const MaybeValue& of) {
    std::vector<double> roots;
    bool had = of(row.front()).has_value();
    for (std::size_t i = 1; i < row.size(); ++i) {
        const bool has = of(row[i]).has_value();
        double from = row[i - 1];
        double to = row[i];
        if (had && !has) to = end_of_values(of, from, to);
        if (!had && has) from = end_of_values(of, to, from);
        if (had || has) {
            if (const auto root = root_between(of, from, to)) roots.push_back(*root);
        }
        had = has;
    }
    return roots;
}

std::optional<double> largest_within(const std::vector<double>& uniques, double population) {
    std::optional<double> most;
    for (const double one : uniques) {
        if (one >= 0 && one <= population) most = std::max(most.value_or(one), one);
    }
    return most;
}

std::optional<double> by_pitman(const WrittenSizes& sizes, double population) {
    const PitmanSums sums{sizes, rows_in(sizes), classes_in(sizes)};
    if (!(population > sums.n) || sums.u < 2 || sums.u >= sums.n) return std::nullopt;
    constexpr int kAlphas = 400;
    std::vector<double> alphas;  // from just below 1 to -100
    for (int i = 0; i <= kAlphas; ++i) {
        alphas.push_back(1 - std::exp(std::log(1e-6) + std::log(101e6) * i / kAlphas));
    }
    const auto rest = [&](double alpha) -> std::optional<double> {
        const auto theta = sums.theta_of(alpha);
        return theta ? std::optional(sums.second(*theta, alpha)) : std::nullopt;
    };
    std::vector<double> uniques;
    for (const double alpha : roots_along(alphas, rest)) {
        const double theta = *sums.theta_of(alpha);
        if (theta + alpha <= 0 || std::abs(sums.first(theta, alpha)) > kSolved ||
            std::abs(sums.second(theta, alpha)) > kSolved * sums.u) {
            continue;  // a jump is no solution
        }
        uniques.push_back(std::exp(std::lgamma(theta + 1) - std::lgamma(theta + alpha) +
                                   alpha * std::log(population)));
    }
    return largest_within(uniques, population);
}

struct SlideSums {
    double classes = 0;  // of the population
    double pi = 0;
    double one = 0;
    double two = 0;

    double y(double beta) const { return (1 - pi) * (1 - beta); }
    double first(double alpha, double beta) const {
        const double rest = 1 - y(beta);
        return alpha * std::log(beta / rest) + std::log1p(alpha * y(beta) / rest) -
               std::log(one / (classes * pi));
    }
    double second(double alpha, double beta) const {
        const double right = classes * pi * pi * (1 - beta) * alpha * (2 - (1 - alpha) * y(beta)) /
                             2 *
                             std::exp(alpha * std::log(beta) - (alpha + 2) * std::log(1 - y(beta)));
        return right / two - 1;
    }
    // By the logit of beta, which may be very small or near to 1.
    double first_at(double alpha, double logit) const {
        return first(alpha, 1 / (1 + std::exp(-logit)));
    }
    // Where the right side of the first equation is largest: it rises up to there, then falls.
    double highest(double alpha) const {
        double low = -40;
        double high = 40;
        for (int i = 0; i < 200; ++i) {
            const double third = (high - low) / 3;
            const bool rises = first_at(alpha, low + third) < first_at(alpha, high - third);
            (rises ? low : high) = rises ? low + third : high - third;
        }
        return low;
    }
    // At which the first equation holds while its right side rises, or falls.
    std::optional<double> beta_of(double alpha, bool rises) const {
        const double top = highest(alpha);
        double below = rises ? -40 : 40;
        double above = top;
        if (!(first_at(alpha, below) <= 0 && first_at(alpha, above) >= 0)) return std::nullopt;
        for (int i = 0; i < 200; ++i) {
            const double middle = below + (above - below) / 2;
            if (middle == below || middle == above) break;
            (first_at(alpha, middle) > 0 ? above : below) = middle;
        }
        return 1 / (1 + std::exp(-above));
    }
};

double classes_of_population(const WrittenSizes& sizes, double pi) {
    double v1 = 0, v2 = 0, v3 = 0, v4 = 0;
    for (const auto& [i, count] : sizes) {
        v1 += i * pi * pi * std::pow(1 - pi * pi, i - 1) * count;
        v2 += std::pow(1 - pi, i) * (std::pow(1 + pi, i) - 1) * count;
        v3 += std::pow(1 - pi, i) * count;
        v4 += i * pi * std::pow(1 - pi, i - 1) * count;
    }
    return classes_in(sizes) + count_of(sizes, 1) * (v1 / v2) * (v3 / v4) * (v3 / v4);
}

std::optional<double> by_slide(const WrittenSizes& sizes, double population) {
    const double pi = rows_in(sizes) / population;
    if (!(pi < 1) || count_of(sizes, 2) == 0) return std::nullopt;
    const SlideSums sums{classes_of_population(sizes, pi), pi, count_of(sizes, 1),
                         count_of(sizes, 2)};
    constexpr int kAlphas = 400;
    std::vector<double> alphas;
    for (int i = 0; i <= kAlphas; ++i) alphas.push_back(std::pow(10, -4 + 9.0 * i / kAlphas));
    std::vector<double> uniques;
    for (const bool rises : {true, false}) {
        const auto rest = [&](double alpha) -> std::optional<double> {
            const auto beta = sums.beta_of(alpha, rises);
            return beta ? std::optional(sums.second(alpha, *beta)) : std::nullopt;
        };
        for (const double alpha : roots_along(alphas, rest)) {
            const double beta = *sums.beta_of(alpha, rises);
            if (std::abs(sums.second(alpha, beta)) > kSolved) continue;
            uniques.push_back(sums.classes * std::pow(beta, alpha));
        }
    }
    return largest_within(uniques, population);
}

}  // namespace

std::optional<double> estimated_uniques(const std::string& estimator, const WrittenSizes& sizes,
                                        double population) {
    if (count_of(sizes, 1) == 0) return 0;
    if (population < rows_in(sizes)) return std::nullopt;
    const bool small = rows_in(sizes) <= kTenth * population;
    if (estimator == "zayatz") return by_zayatz(sizes, population);
    if (estimator == "pitman") return by_pitman(sizes, population);
    if (estimator == "snb") {
        // Of less than a tenth it guesses the number of classes from next to nothing.
        if (rows_in(sizes) < kTenth * population) return std::nullopt;
        return by_slide(sizes, population);
    }
    if (estimator != "dankar") return std::nullopt;
    if (small) return by_pitman(sizes, population);
    const double zayatz = by_zayatz(sizes, population);
    return std::min(zayatz, by_slide(sizes, population).value_or(zayatz));
}

bool is_of_uniqueness(const WrittenModel& model) { return model.name == "unique-population"; }

Json count_uniqueness(const ModelCounting& counting, const WrittenModel& model) {
    const auto estimator = model.named.find("estimator");
    const double population = model.number("population");
    if (estimator == model.named.end() || !(population > 0)) {
        return not_counted(model, "its population or its estimator is not known");
    }
    WrittenSizes sizes;
    for (const auto& rows : counting.classes) sizes[static_cast<double>(rows.size())] += 1;
    const double unique = count_of(sizes, 1);
    const auto people = estimated_uniques(estimator->second, sizes, population);
    Json item{{"model", model.text}, {"asked", model.value()}, {"unique_rows", unique}};
    item["counted"] = people ? Json(*people / population) : Json(nullptr);
    if (!people) item["reason"] = "no estimate for these classes";
    const bool estimated = people && *people > 0;
    item["holds"] = estimated ? *people / population <= model.value() + kRoundedUp : unique == 0;
    return item;
}

}  // namespace lethe::release
