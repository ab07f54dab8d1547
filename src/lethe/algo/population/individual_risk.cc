// With p = f / F and q = 1 - p the risk is
//
//   r_f = sum over h >= f of (1/h) C(h-1, f-1) p^f q^(h-f) = (p^f / f) 2F1(f, f; f+1; q).
//
// The sum itself takes some F terms, and the hypergeometric series converges as slowly as q^h.
// Two exact forms take few steps instead:
//
// - Euler's transformation, 2F1(f, f; f+1; q) = p^(1-f) 2F1(1, 1; f+1; q), gives
//   r = (p/f) (t_0 + t_1 + ...), t_0 = 1, t_(j+1) = t_j q (j+1) / (f+j+1). All terms are positive.
//   They fall at least as fast as q^j, and as 1 / C(f+j, j) whatever q is.
// - r_1 = (p/q) log(1/p), r_j = p / (q (j-1)) - (p/q) r_(j-1). Each step multiplies an error by
// p/q,
//   so this is for p <= 1/2 alone.
//
// The recurrence is taken where p <= 1/2 and f is small, the series elsewhere.
#include "lethe/algo/population/individual_risk.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

#include "lethe/core/exact_sum.h"

namespace lethe {
namespace {

constexpr std::int64_t kFew = 12;

double by_recurrence(std::int64_t f, double p) {
    const double ratio = p / (1 - p);
    double risk = -ratio * std::log(p);
    for (std::int64_t j = 2; j <= f; ++j) risk = ratio / static_cast<double>(j - 1) - ratio * risk;
    return risk;
}

double by_series(std::int64_t f, double p) {
    const double q = 1 - p;
    const auto count = static_cast<double>(f);
    double sum = 0;
    double term = 1;
    for (double j = 0; term > 1e-17 * sum; ++j) {
        sum += term;
        term *= q * (j + 1) / (count + j + 1);
    }
    return p / count * sum;
}

}  // namespace

double individual_risk(std::int64_t f, double population) {
    const auto count = static_cast<double>(f);
    const double p = count / population;
    if (!(p < 1)) return 1 / count;
    return p <= 0.5 && f <= kFew ? by_recurrence(f, p) : by_series(f, p);
}

std::optional<double> risk_threshold(std::span<const double> risks, double rate) {
    std::vector<double> sorted(risks.begin(), risks.end());
    std::sort(sorted.begin(), sorted.end());
    ExactSum all;
    for (const double risk : sorted) all.add(risk);
    const double allowed = rate * static_cast<double>(sorted.size());
    if (all.value() <= allowed) return std::nullopt;
    // Up to the i-th the risks stay, the others are brought down to r.
    ExactSum kept;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const double r = (allowed - kept.value()) / static_cast<double>(sorted.size() - i);
        if (r <= sorted[i]) return r;
        kept.add(sorted[i]);
    }
    return std::nullopt;  // not reached: the last piece ends at the sum of all
}

std::optional<double> occurring_risk_threshold(std::span<const double> risks, double rate) {
    const std::optional<double> exact = risk_threshold(risks, rate);
    if (!exact) return std::nullopt;
    // The mean grows with the threshold, so the largest risk up to the exact one is it.
    double largest = 0;
    for (const double risk : risks) {
        if (risk <= *exact) largest = std::max(largest, risk);
    }
    return largest;
}

std::vector<double> household_risks(std::span<const double> risks,
                                    std::span<const std::int32_t> household_of) {
    std::vector<std::size_t> order(risks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tuple(household_of[a], risks[a], a) < std::tuple(household_of[b], risks[b], b);
    });
    std::vector<double> result(risks.begin(), risks.end());
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        const std::int32_t household = household_of[order[begin]];
        double nobody = 1;
        for (; end < order.size() && household_of[order[end]] == household; ++end) {
            nobody *= 1 - risks[order[end]];
        }
        if (household < 0 || end - begin == 1) continue;
        for (std::size_t i = begin; i < end; ++i) result[order[i]] = 1 - nobody;
    }
    return result;
}

std::vector<std::int32_t> household_sizes(std::span<const std::int32_t> household_of) {
    std::vector<std::int32_t> members;
    for (const std::int32_t household : household_of) {
        if (household < 0) continue;
        const auto place = static_cast<std::size_t>(household);
        if (place >= members.size()) members.resize(place + 1, 0);
        ++members[place];
    }
    std::vector<std::int32_t> sizes;
    sizes.reserve(household_of.size());
    for (const std::int32_t household : household_of) {
        sizes.push_back(household < 0 ? 1 : members[static_cast<std::size_t>(household)]);
    }
    return sizes;
}

}  // namespace lethe
