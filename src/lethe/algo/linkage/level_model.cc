// Fitting without links.
//
// The classical fit takes every pair for a draw of its own, a match with some small probability. On
// large files, and on columns that depend on each other, it goes astray: what it finds as the class
// of "matches" are the many pairs that agree on columns that go together. Two things are known that
// it does not use: each person has at most one record, and the candidates are these. So the link of
// a person is one unknown, not as many as there are candidates, and its distribution follows from
// the odds of all candidates together. What the others look like needs no fit: it is counted, over
// all pairs, but for the share of the matches among them.
#include "lethe/algo/linkage/level_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lethe/core/parallel.h"

namespace lethe {
namespace {

using Figures = std::vector<std::vector<double>>;  // by column and level

constexpr double kLevelTolerance = 1e-5;
constexpr int kMostEmRounds = 300;
constexpr double kPrior = 0.1;  // of a link, spread as the others are: no weight is infinite

// The maximum of sum counts[l] log m[l] where m / u never rises with the level: adjacent levels
// are pooled until it does not.
std::vector<double> ordered_shares(std::span<const double> counts, std::span<const double> u) {
    struct Pool {
        double count, u;
        std::size_t levels;
    };
    std::vector<Pool> pools;
    for (std::size_t l = 0; l < counts.size(); ++l) {
        pools.push_back({counts[l], u[l], 1});
        while (pools.size() > 1) {
            const Pool& last = pools.back();
            const Pool& before = pools[pools.size() - 2];
            if (before.count * last.u >= last.count * before.u) break;
            const Pool both{before.count + last.count, before.u + last.u,
                            before.levels + last.levels};
            pools.pop_back();
            pools.back() = both;
        }
    }
    const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
    std::vector<double> shares;
    for (const Pool& pool : pools) {
        for (std::size_t i = 0; i < pool.levels; ++i) {
            const std::size_t l = shares.size();
            shares.push_back(pool.count / pool.u * u[l] / total);
        }
    }
    return shares;
}

// Of the pairs that are no matches: all pairs but the expected matches.
std::vector<double> others(const LevelTotals& totals, std::size_t column,
                           std::span<const double> m) {
    const double pairs = totals.people * totals.candidates;
    const double matches = totals.matches();
    std::vector<double> u;
    for (std::size_t l = 0; l < totals.pairs[column].size(); ++l) {
        const double all = static_cast<double>(totals.pairs[column][l]);
        const double expected = m.empty() ? 0 : matches * m[l];
        u.push_back(std::max(all - expected, 0.25));
    }
    const double sum = std::accumulate(u.begin(), u.end(), 0.0);
    for (double& share : u) share /= pairs > 0 ? sum : 1;
    return u;
}

std::vector<double> shares_of(std::span<const double> counts, std::span<const double> u) {
    std::vector<double> with_prior;
    for (std::size_t l = 0; l < counts.size(); ++l) {
        with_prior.push_back(counts[l] + kPrior * u[l]);
    }
    return ordered_shares(with_prior, u);
}

// Nine in ten matches are near, at any of the nearer levels alike.
LevelModel start(const LevelTotals& totals) {
    LevelModel model;
    for (std::size_t k = 0; k < totals.pairs.size(); ++k) {
        const std::size_t levels = totals.pairs[k].size();
        std::vector<double> m(levels, 0.9 / static_cast<double>(levels - 1));
        m.back() = 0.1;
        const std::vector<double> u = others(totals, k, {});
        model.m.push_back(ordered_shares(m, u));
        model.u.push_back(u);
    }
    return model;
}

// What a query is weighed against: candidate classes, and the level of each on every column.
struct Shortlist {
    std::vector<double> rows;          // of each class
    std::vector<std::uint8_t> levels;  // by class and column
};

class Fit {
  public:
    Fit(const Context& context, std::span<const LevelView> views,
        std::span<const std::int64_t> queries, const LevelClasses& classes,
        const LevelTotals& totals, std::int64_t most)
        : context_(context), views_(views), classes_(classes), totals_(totals) {
        const auto count = std::ssize(queries);
        lists_.resize(queries.size());
        const LevelModel model = start(totals);
        parallel_chunks(context, count, kChunk, [&](std::int64_t begin, std::int64_t end, auto) {
            std::vector<std::int32_t> weights(classes.groups.sizes.size());
            std::vector<std::int32_t> order;
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                lists_[i] =
                    shortlist(model, static_cast<std::size_t>(queries[i]), most, weights, order);
            }
        });
    }

    // One round; returns the largest change of a probability.
    double improve(LevelModel& model) const {
        const Figures counts = expect(model);
        double change = 0;
        for (std::size_t k = 0; k < counts.size(); ++k) {
            const std::vector<double> m = shares_of(counts[k], model.u[k]);
            for (std::size_t l = 0; l < m.size(); ++l) {
                change = std::max(change, std::fabs(m[l] - model.m[k][l]));
            }
            model.m[k] = m;
            model.u[k] = others(totals_, k, m);
        }
        return change;
    }

  private:
    static constexpr std::int64_t kChunk = 8;

    Shortlist shortlist(const LevelModel& model, std::size_t q, std::int64_t most,
                        std::vector<std::int32_t>& weights,
                        std::vector<std::int32_t>& order) const {
        const std::size_t all = classes_.groups.sizes.size();
        order.resize(all);
        std::iota(order.begin(), order.end(), 0);
        if (std::ssize(order) > most) {
            weigh(model, q, weights);
            const auto heavier = [&](std::int32_t a, std::int32_t b) {
                const std::int32_t wa = weights[static_cast<std::size_t>(a)];
                const std::int32_t wb = weights[static_cast<std::size_t>(b)];
                return wa != wb ? wa > wb : a < b;
            };
            std::nth_element(order.begin(), order.begin() + most, order.end(), heavier);
            order.resize(static_cast<std::size_t>(most));
            std::sort(order.begin(), order.end());
        }
        Shortlist list;
        for (const std::int32_t c : order) {
            list.rows.push_back(
                static_cast<double>(classes_.groups.sizes[static_cast<std::size_t>(c)]));
            for (std::size_t k = 0; k < views_.size(); ++k) {
                const std::int32_t code = classes_.codes[k][static_cast<std::size_t>(c)];
                list.levels.push_back(
                    static_cast<std::uint8_t>(views_[k].level(views_[k].queries()[q], code)));
            }
        }
        return list;
    }

    void weigh(const LevelModel& model, std::size_t query,
               std::vector<std::int32_t>& weights) const {
        std::fill(weights.begin(), weights.end(), 0);
        for (std::size_t k = 0; k < views_.size(); ++k) {
            std::vector<std::int32_t> by_level;
            for (std::size_t l = 0; l < model.m[k].size(); ++l) {
                by_level.push_back(static_cast<std::int32_t>(
                    std::lround(1024 * std::log2(model.m[k][l] / model.u[k][l]))));
            }
            views_[k].add_weights(views_[k].queries()[query], classes_.codes[k], by_level, weights);
        }
    }

    // The expected number of links at each level.
    Figures expect(const LevelModel& model) const {
        Figures odds = model.m;
        Figures zero = model.m;
        // No product of all columns leaves the range of double.
        const double limit = std::exp2(1000 / static_cast<double>(odds.size()));
        for (std::size_t k = 0; k < odds.size(); ++k) {
            for (std::size_t l = 0; l < odds[k].size(); ++l) {
                odds[k][l] = std::clamp(odds[k][l] / model.u[k][l], 1 / limit, limit);
            }
            std::fill(zero[k].begin(), zero[k].end(), 0.0);
        }
        // Whoever is looked for and has no record counts as one more candidate of odds 1 each.
        const double found = totals_.matches() / totals_.people;
        const double nobody = totals_.candidates * (1 - found) / found;
        return parallel_reduce(
            context_, std::ssize(lists_), zero,
            [&](std::int64_t begin, std::int64_t end) {
                Figures counts = zero;
                std::vector<double> weights;
                for (std::int64_t q = begin; q < end; ++q) {
                    share_out(lists_[static_cast<std::size_t>(q)], odds, nobody, weights, counts);
                }
                return counts;
            },
            [](Figures& total, const Figures& part) {
                for (std::size_t k = 0; k < total.size(); ++k) {
                    for (std::size_t l = 0; l < total[k].size(); ++l) total[k][l] += part[k][l];
                }
            },
            kChunk);
    }

    static void share_out(const Shortlist& list, const Figures& odds, double nobody,
                          std::vector<double>& weights, Figures& counts) {
        const std::size_t columns = odds.size();
        weights = list.rows;
        double total = nobody;
        const std::uint8_t* level = list.levels.data();
        for (double& weight : weights) {
            for (std::size_t k = 0; k < columns; ++k) weight *= odds[k][*level++];
            total += weight;
        }
        if (!(total > 0) || !std::isfinite(total)) return;
        level = list.levels.data();
        for (const double weight : weights) {
            const double share = weight / total;
            if (share < 1e-12) {
                level += columns;
                continue;
            }
            for (std::size_t k = 0; k < columns; ++k) counts[k][*level++] += share;
        }
    }

    const Context& context_;
    std::span<const LevelView> views_;
    const LevelClasses& classes_;
    const LevelTotals& totals_;
    std::vector<Shortlist> lists_;
};

}  // namespace

std::vector<std::vector<std::int64_t>> LevelModel::weights() const {
    std::vector<std::vector<std::int64_t>> result;
    for (std::size_t k = 0; k < m.size(); ++k) {
        std::vector<std::int64_t>& own = result.emplace_back();
        for (std::size_t l = 0; l < m[k].size(); ++l) {
            own.push_back(std::llround(kParts * std::log2(m[k][l] / u[k][l])));
            // Levels that were pooled are equal but for rounding; searches rely on the order.
            if (m[k].size() > 2 && l > 0) own[l] = std::min(own[l], own[l - 1]);
        }
    }
    return result;
}

LevelModel known_level_model(const LevelTotals& totals,
                             const std::vector<std::vector<std::int64_t>>& links) {
    LevelModel model;
    for (std::size_t k = 0; k < links.size(); ++k) {
        std::vector<double> u;
        std::vector<double> counts(links[k].begin(), links[k].end());
        for (std::size_t l = 0; l < counts.size(); ++l) {
            u.push_back(std::max(static_cast<double>(totals.pairs[k][l] - links[k][l]), 0.25));
        }
        const double sum = std::accumulate(u.begin(), u.end(), 0.0);
        for (double& share : u) share /= sum;
        model.m.push_back(shares_of(counts, u));
        model.u.push_back(std::move(u));
    }
    model.converged = true;
    return model;
}

LevelModel fit_level_model(const Context& context, std::span<const LevelView> views,
                           std::span<const std::int64_t> queries, const LevelClasses& classes,
                           const LevelTotals& totals, std::int64_t most) {
    LevelModel model = start(totals);
    if (totals.people < 1 || totals.candidates < 1 || views.empty()) return model;
    const Fit fit(context, views, queries, classes, totals, most);
    while (!model.converged && model.iterations < kMostEmRounds) {
        ++model.iterations;
        model.converged = fit.improve(model) < kLevelTolerance;
    }
    return model;
}

}  // namespace lethe
