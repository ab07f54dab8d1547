// One step looks at all 2^columns patterns. The odds of a match multiply over the columns, so the
// odds of the patterns with column j follow from those without it by one multiplication each; and
// the sums over the patterns that agree on a column are found by folding the table in half, once a
// column. That makes a step some four operations a pattern, all of them in long vectors.
#include "lethe/algo/linkage/two_class_em.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace lethe {
namespace {

constexpr double kSmallest = 1e-6;
constexpr double kEmTolerance = 1e-6;
constexpr int kMostIterations = 1000;

// The pairs of each pattern, and the work space of the steps.
class ClassPatterns {
  public:
    explicit ClassPatterns(const AgreementCounts& counts)
        : pairs_(counts.pairs.begin(), counts.pairs.end()),
          odds_(pairs_.size()),
          all_(static_cast<std::size_t>(counts.columns)) {
        odds_ = pairs_;
        total_ = fold(all_);
    }

    // One step of expectation and maximisation; returns the largest change of a parameter.
    double improve(TwoClassModel& model, double smallest_share) {
        weigh(model);
        std::vector<double> agreeing(all_.size());
        const double matches = fold(agreeing);
        const double others = total_ - matches;
        double change =
            move(model.match_share, std::clamp(matches / total_, smallest_share, 1 - kSmallest));
        for (std::size_t j = 0; j < all_.size(); ++j) {
            if (matches > 0) {
                change = std::max(change, move(model.m[j], share(agreeing[j], matches)));
            }
            if (others > 0) {
                change = std::max(change, move(model.u[j], share(all_[j] - agreeing[j], others)));
            }
        }
        return change;
    }

  private:
    static double share(double part, double whole) { return bounded_probability(part / whole); }
    static double move(double& parameter, double to) {
        const double change = std::abs(to - parameter);
        parameter = to;
        return change;
    }

    // The expected number of matches among the pairs of each pattern.
    void weigh(const TwoClassModel& model) {
        odds_[0] = model.match_share / (1 - model.match_share);
        for (std::size_t j = 0; j < all_.size(); ++j) {
            odds_[0] *= (1 - model.m[j]) / (1 - model.u[j]);
        }
        for (std::size_t j = 0; j < all_.size(); ++j) {
            const std::size_t half = std::size_t{1} << j;
            const double ratio = model.m[j] / (1 - model.m[j]) * ((1 - model.u[j]) / model.u[j]);
            double* low = odds_.data();
            double* high = low + half;
            for (std::size_t i = 0; i < half; ++i) high[i] = low[i] * ratio;
        }
        const double* pairs = pairs_.data();
        double* odds = odds_.data();
        for (std::size_t i = 0; i < odds_.size(); ++i) {
            odds[i] = pairs[i] * (odds[i] / (1 + odds[i]));
        }
    }

    // Sums the table, and for each column the half of it that agrees on the column.
    double fold(std::vector<double>& agreeing) {
        for (std::size_t j = all_.size(); j-- > 0;) {
            const std::size_t half = std::size_t{1} << j;
            double* low = odds_.data();
            const double* high = low + half;
            double sums[4] = {0, 0, 0, 0};
            if (half >= 4) {
                for (std::size_t i = 0; i < half; i += 4) {
                    for (std::size_t lane = 0; lane < 4; ++lane) {
                        sums[lane] += high[i + lane];
                        low[i + lane] += high[i + lane];
                    }
                }
            } else {
                for (std::size_t i = 0; i < half; ++i) {
                    sums[0] += high[i];
                    low[i] += high[i];
                }
            }
            agreeing[j] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        }
        return odds_[0];
    }

    std::vector<double> pairs_;
    std::vector<double> odds_;
    std::vector<double> all_;  // pairs that agree on each column
    double total_ = 0;
};

}  // namespace

TwoClassModel em_two_class(const AgreementCounts& counts) {
    TwoClassModel model;
    const auto columns = static_cast<std::size_t>(counts.columns);
    const auto larger =
        static_cast<double>(std::max({counts.rows_x, counts.rows_y, std::int64_t{1}}));
    model.m.assign(columns, 0.9);
    model.u.assign(columns, 0.1);
    model.match_share = std::min(1 / larger, 1 - kSmallest);
    const double smallest_share = std::min(kSmallest, model.match_share);
    const bool any = counts.rows_x > 0 && counts.rows_y > 0;
    ClassPatterns patterns(counts);
    while (any && !model.converged && model.iterations < kMostIterations) {
        ++model.iterations;
        model.converged = patterns.improve(model, smallest_share) < kEmTolerance;
    }
    model.weights = pattern_weights(model.m, model.u);
    return model;
}

double bounded_probability(double p) { return std::clamp(p, kSmallest, 1 - kSmallest); }

std::vector<double> pattern_weights(std::span<const double> m, std::span<const double> u) {
    std::vector<double> weights(std::size_t{1} << m.size(), 0.0);
    for (std::size_t j = 0; j < m.size(); ++j) {
        const double agree = std::log2(m[j] / u[j]);
        const double differ = std::log2((1 - m[j]) / (1 - u[j]));
        const std::size_t half = std::size_t{1} << j;
        for (std::size_t i = 0; i < half; ++i) weights[half + i] = weights[i] + agree;
        for (std::size_t i = 0; i < half; ++i) weights[i] += differ;
    }
    return weights;
}

}  // namespace lethe
