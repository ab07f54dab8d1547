#include "lethe/table/linkage/decide_links.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "lethe/algo/linkage/assignment.h"

namespace lethe::linkage {
namespace {

constexpr std::int64_t kMostCells = 250'000;

// odds beyond are as good as certain

double odds_of(double bits) { return std::exp2(std::min(bits, kMostBits)); }

std::vector<WeighedPair> greedy(std::vector<WeighedPair> pairs) {
    std::ranges::stable_sort(pairs, std::greater<>(), &WeighedPair::probability);
    std::map<std::int32_t, bool> left, right;
    std::vector<WeighedPair> taken;
    for (const WeighedPair& pair : pairs) {
        if (left.contains(pair.left) || right.contains(pair.right)) continue;
        left[pair.left] = right[pair.right] = true;
        taken.push_back(pair);
    }
    return taken;
}

double log_odds(double probability) {
    return std::log2(probability) - std::log2(std::max(1e-300, 1 - probability));
}

std::vector<WeighedPair> optimal(const Context& context, const std::vector<WeighedPair>& pairs,
                                 double base) {
    std::map<std::int32_t, std::size_t> lefts, rights;
    for (const WeighedPair& pair : pairs) {
        lefts.try_emplace(pair.left, lefts.size());
        rights.try_emplace(pair.right, rights.size());
    }
    std::vector<double> weights(lefts.size() * rights.size(), 0);
    std::vector<std::size_t> place(weights.size(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::size_t at = lefts[pairs[i].left] * rights.size() + rights[pairs[i].right];
        weights[at] = std::max(1e-9, static_cast<double>(pairs[i].bits) - base);
        place[at] = i;
    }
    const auto rows = static_cast<std::int64_t>(lefts.size());
    const auto columns = static_cast<std::int64_t>(rights.size());
    const auto chosen = assign(context.single(), weights, rows, columns, Goal::maximise);
    std::vector<WeighedPair> taken;
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::int64_t column = chosen[static_cast<std::size_t>(row)];
        if (column < 0) continue;
        const std::size_t i = place[static_cast<std::size_t>(row * columns + column)];
        if (i < pairs.size()) taken.push_back(pairs[i]);
    }
    return taken;
}

class DisjointParts {
  public:
    explicit DisjointParts(std::size_t size) : parent_(size) {
        std::iota(parent_.begin(), parent_.end(), std::int32_t{0});
    }
    std::int32_t find(std::int32_t x) {
        while (parent_[static_cast<std::size_t>(x)] != x) {
            auto& up = parent_[static_cast<std::size_t>(x)];
            up = parent_[static_cast<std::size_t>(up)];
            x = up;
        }
        return x;
    }
    void join(std::int32_t a, std::int32_t b) {
        a = find(a);
        b = find(b);
        if (a != b) parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }

  private:
    std::vector<std::int32_t> parent_;
};

}  // namespace

void give_probabilities(std::vector<WeighedPair>& pairs, double prior_bits, bool compete,
                        const std::vector<double>& left_odds) {
    if (compete) return compete_for_records(pairs, prior_bits, left_odds);
    for (WeighedPair& pair : pairs) {
        pair.probability = 1 / (1 + odds_of(-static_cast<double>(pair.bits) - prior_bits));
    }
}

std::vector<WeighedPair> assign_pairs(const Context& context, std::vector<WeighedPair> pairs,
                                      Assignment assignment, double least, double prior_bits,
                                      std::int64_t rights, std::int64_t* greedy_parts) {
    std::erase_if(pairs, [&](const WeighedPair& pair) { return pair.probability < least; });
    if (assignment == Assignment::none || pairs.empty()) return pairs;
    std::int32_t lefts = 0;
    for (const WeighedPair& pair : pairs) lefts = std::max(lefts, pair.left + 1);
    DisjointParts parts(static_cast<std::size_t>(lefts) + static_cast<std::size_t>(rights));
    for (const WeighedPair& pair : pairs) parts.join(pair.left, lefts + pair.right);
    std::vector<std::pair<std::int32_t, std::size_t>> order;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        order.emplace_back(parts.find(pairs[i].left), i);
    }
    std::ranges::sort(order);
    std::vector<WeighedPair> taken;
    for (std::size_t begin = 0; begin < order.size();) {
        std::vector<WeighedPair> part;
        std::map<std::int32_t, bool> left, right;
        std::size_t end = begin;
        for (; end < order.size() && order[end].first == order[begin].first; ++end) {
            part.push_back(pairs[order[end].second]);
            left[part.back().left] = right[part.back().right] = true;
        }
        begin = end;
        if (part.size() == 1) {
            taken.push_back(part[0]);
            continue;
        }
        const bool small = static_cast<std::int64_t>(left.size() * right.size()) <= kMostCells;
        if (assignment == Assignment::optimal && !small && greedy_parts != nullptr) {
            ++*greedy_parts;
        }
        const auto chosen = assignment == Assignment::optimal && small
                                ? optimal(context, part, log_odds(least) - prior_bits)
                                : greedy(std::move(part));
        taken.insert(taken.end(), chosen.begin(), chosen.end());
    }
    std::ranges::sort(taken, {}, [](const WeighedPair& p) { return std::pair(p.left, p.right); });
    return taken;
}

double threshold_for(const std::vector<WeighedPair>& pairs, double precision) {
    std::vector<double> probabilities;
    for (const WeighedPair& pair : pairs) probabilities.push_back(pair.probability);
    std::ranges::sort(probabilities, std::greater<>());
    double sum = 0;
    double threshold = 2;
    for (std::size_t i = 0; i < probabilities.size(); ++i) {
        sum += probabilities[i];
        if (sum / static_cast<double>(i + 1) >= precision) threshold = probabilities[i];
    }
    return threshold;
}

}  // namespace lethe::linkage
