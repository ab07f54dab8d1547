#include "lethe/table/linkage/level_em.h"

#include <algorithm>
#include <cmath>

namespace lethe::linkage {
namespace {

constexpr double kEqualShare = 0.85;  // of the first guess and of the prior

LevelProbabilities first_guess(int levels) {
    LevelProbabilities m{};
    for (int l = 1; l < levels; ++l)
        m[static_cast<std::size_t>(l)] = (1 - kEqualShare) / (levels - 1);
    m[static_cast<std::size_t>(levels)] = kEqualShare;
    return m;
}

// Another start: every level four times as telling as the one before. Where values of matches are
// hardly ever equal, as after masking, the first one sees no match anywhere.
LevelProbabilities steady_guess(int levels, const LevelProbabilities& u) {
    LevelProbabilities m{};
    double sum = 0;
    for (int l = 1; l <= levels; ++l) {
        const auto at = static_cast<std::size_t>(l);
        sum += m[at] = u[at] * std::pow(4.0, l);
    }
    for (double& p : m) p /= sum;
    return m;
}

// The m of greatest sum of counts[l] log m[l] for which m/u does not fall: neighbours that are out
// of order are pooled.
LevelProbabilities isotonic(const LevelProbabilities& counts, const LevelProbabilities& u,
                            int levels) {
    struct Block {
        double count, share;
        int first, last;
    };
    std::vector<Block> blocks;
    double total = 0;
    for (int l = 1; l <= levels; ++l) {
        const auto at = static_cast<std::size_t>(l);
        total += counts[at];
        blocks.push_back({counts[at], u[at], l, l});
        while (blocks.size() > 1) {
            const Block& last = blocks.back();
            Block& before = blocks[blocks.size() - 2];
            if (before.count * last.share <= last.count * before.share) break;
            before.count += last.count;
            before.share += last.share;
            before.last = last.last;
            blocks.pop_back();
        }
    }
    LevelProbabilities m{};
    for (const Block& block : blocks) {
        for (int l = block.first; l <= block.last; ++l) {
            const auto at = static_cast<std::size_t>(l);
            m[at] = block.count / total * (u[at] / block.share);
        }
    }
    return m;
}

}  // namespace

double LevelModel::prior_bits() const {
    const double share = matches / pairs;
    return std::log2(share / (1 - share));
}

double LevelModel::weight(std::size_t field, int level) const {
    if (level == 0) return 0;
    const auto l = static_cast<std::size_t>(level);
    return std::log2(m[field][l] / u[field][l]);
}

namespace {

LevelModel fit_from(bool steady, const LevelModel* start, std::span<const int> levels,
                    std::span<const PatternCount> patterns, std::span<const LevelProbabilities> u,
                    double pairs, const EmOptions& options) {
    const std::size_t fields = levels.size();
    LevelModel model;
    model.pairs = pairs;
    model.u.assign(u.begin(), u.end());
    std::vector<LevelProbabilities> prior;
    double seen = 0;
    for (const PatternCount& pattern : patterns) seen += static_cast<double>(pattern.count);
    for (std::size_t f = 0; f < fields; ++f) {
        prior.push_back(first_guess(levels[f]));
        model.m.push_back(steady ? steady_guess(levels[f], u[f])
                                 : isotonic(prior.back(), u[f], levels[f]));
        for (double& p : prior.back()) p *= options.prior_pairs;
    }
    const double most =
        options.most_matches > 0 ? std::min(options.most_matches, 0.5 * pairs) : 0.5 * pairs;
    model.matches = std::min(most, std::max(1.0, 0.1 * seen));
    if (start != nullptr) {
        model.matches = std::min(most, start->matches);
        for (std::size_t f = 0; f < fields; ++f) {
            model.m[f] = isotonic(start->m[f], u[f], levels[f]);
        }
    }
    const double unseen = std::max(0.0, pairs - seen);

    for (model.iterations = 0;; ++model.iterations) {
        std::vector<LevelProbabilities> log_m(fields), log_u(fields);
        double objective = 0;
        for (std::size_t f = 0; f < fields; ++f) {
            for (int l = 1; l <= levels[f]; ++l) {
                const auto at = static_cast<std::size_t>(l);
                log_m[f][at] = std::log(model.m[f][at]);
                log_u[f][at] = std::log(model.u[f][at]);
                objective += prior[f][at] * log_m[f][at];
            }
        }
        const double share = model.matches / pairs;
        const double log_match = std::log(share);
        const double log_other = std::log1p(-share);
        objective += unseen * log_other;
        std::vector<LevelProbabilities> expected(fields);
        double matches = 0;
        for (const PatternCount& pattern : patterns) {
            double a = log_match;
            double b = log_other;
            for (std::size_t f = 0; f < fields; ++f) {
                const auto l = static_cast<std::size_t>(pattern.pattern.level(f));
                a += log_m[f][l];  // 0 where a value is missing
                b += log_u[f][l];
            }
            const double larger = std::max(a, b);
            const double sum = larger + std::log1p(std::exp(-std::fabs(a - b)));
            const auto count = static_cast<double>(pattern.count);
            objective += count * sum;
            const double here = count * std::exp(a - sum);
            matches += here;
            for (std::size_t f = 0; f < fields; ++f) {
                expected[f][static_cast<std::size_t>(pattern.pattern.level(f))] += here;
            }
        }
        model.objectives.push_back(objective);
        model.expected = expected;
        if (model.iterations == options.most_iterations || model.converged) break;
        double moved = std::fabs(matches - model.matches) / std::max(1.0, model.matches);
        model.matches = std::clamp(matches, 1e-3, most);
        for (std::size_t f = 0; f < fields; ++f) {
            for (std::size_t l = 1; l < 8; ++l) expected[f][l] += prior[f][l];
            const LevelProbabilities m = isotonic(expected[f], model.u[f], levels[f]);
            for (std::size_t l = 1; l < 8; ++l) {
                moved = std::max(moved, std::fabs(m[l] - model.m[f][l]));
            }
            model.m[f] = m;
        }
        model.converged = moved < 1e-4;
    }
    return model;
}

}  // namespace

LevelModel fit_levels(std::span<const int> levels, std::span<const PatternCount> patterns,
                      std::span<const LevelProbabilities> u, double pairs,
                      const EmOptions& options) {
    LevelModel first = fit_from(false, nullptr, levels, patterns, u, pairs, options);
    LevelModel second = fit_from(true, nullptr, levels, patterns, u, pairs, options);
    return second.objectives.back() > first.objectives.back() ? second : first;
}

LevelModel refit_levels(const LevelModel& start, std::span<const int> levels,
                        std::span<const PatternCount> patterns,
                        std::span<const LevelProbabilities> u, double pairs,
                        const EmOptions& options) {
    return fit_from(false, &start, levels, patterns, u, pairs, options);
}

}  // namespace lethe::linkage
