#include "lethe/algo/two_class_em.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace lethe {
namespace {

constexpr double kSmallest = 1e-6;
constexpr double kTolerance = 1e-6;
constexpr int kMostIterations = 1000;

bool agrees(std::size_t pattern, std::size_t column) { return ((pattern >> column) & 1U) != 0; }

// P(pattern) for columns that agree with the given probabilities.
double likelihood(std::span<const double> agree, std::size_t pattern) {
    double product = 1;
    for (std::size_t j = 0; j < agree.size(); ++j) {
        product *= agrees(pattern, j) ? agree[j] : 1 - agree[j];
    }
    return product;
}

// Pairs of one class, as far as each pair belongs to it.
struct Class {
    explicit Class(std::size_t columns) : agreeing(columns, 0.0) {}

    void add(std::size_t pattern, double count) {
        pairs += count;
        for (std::size_t j = 0; j < agreeing.size(); ++j) {
            if (agrees(pattern, j)) agreeing[j] += count;
        }
    }

    double pairs = 0;
    std::vector<double> agreeing;
};

double move(double& parameter, double to) {
    const double change = std::abs(to - parameter);
    parameter = to;
    return change;
}

// One step of expectation and maximisation; returns the largest change of a parameter.
double improve(TwoClassModel& model, std::span<const std::int64_t> pairs, double smallest_share) {
    const std::size_t columns = model.m.size();
    Class matches(columns), others(columns);
    for (std::size_t pattern = 0; pattern < pairs.size(); ++pattern) {
        if (pairs[pattern] == 0) continue;
        const double match = model.match_share * likelihood(model.m, pattern);
        const double other = (1 - model.match_share) * likelihood(model.u, pattern);
        const double posterior = match / (match + other);
        const auto count = static_cast<double>(pairs[pattern]);
        matches.add(pattern, count * posterior);
        others.add(pattern, count * (1 - posterior));
    }
    double change = move(
        model.match_share,
        std::clamp(matches.pairs / (matches.pairs + others.pairs), smallest_share, 1 - kSmallest));
    const auto update = [&](std::vector<double>& agree, const Class& pairs_of) {
        if (pairs_of.pairs <= 0) return;
        for (std::size_t j = 0; j < columns; ++j) {
            change =
                std::max(change, move(agree[j], std::clamp(pairs_of.agreeing[j] / pairs_of.pairs,
                                                           kSmallest, 1 - kSmallest)));
        }
    };
    update(model.m, matches);
    update(model.u, others);
    return change;
}

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
    while (any && !model.converged && model.iterations < kMostIterations) {
        ++model.iterations;
        model.converged = improve(model, counts.pairs, smallest_share) < kTolerance;
    }
    for (std::size_t pattern = 0; pattern < counts.pairs.size(); ++pattern) {
        double weight = 0;
        for (std::size_t j = 0; j < columns; ++j) {
            weight += agrees(pattern, j) ? std::log2(model.m[j] / model.u[j])
                                         : std::log2((1 - model.m[j]) / (1 - model.u[j]));
        }
        model.weights.push_back(weight);
    }
    return model;
}

}  // namespace lethe
