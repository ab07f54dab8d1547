// Probabilities of pairs where every record has one match at most: marginals of the distribution of
// matchings in which one with pairs P has the weight of the product of odds(p), p in P (the
// monomer-dimer model), by belief propagation, which converges for it.
//
// The message of a record to one of its candidates is the chance that it is free of all others,
// 1 / (1 + the sum of odds x message over its other candidates). A pair has then the odds
// odds x message of the left record x message of the right one. Sums leave one term out by sums
// from both ends, as a difference would lose what is small beside what is certain.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "lethe/table/linkage/decide_links.h"

namespace lethe::linkage {
namespace {

constexpr int kMostRounds = 200;
constexpr double kStill = 1e-7;

// Lists of places of pairs, one a record.
struct CompetingGroups {
    std::vector<std::size_t> places;
    std::vector<std::size_t> begin;
};

template <class RecordOf>
CompetingGroups grouped(const std::vector<WeighedPair>& pairs, RecordOf&& record_of) {
    CompetingGroups groups;
    groups.places.resize(pairs.size());
    std::iota(groups.places.begin(), groups.places.end(), std::size_t{0});
    std::ranges::stable_sort(groups.places, {}, [&](std::size_t i) { return record_of(pairs[i]); });
    for (std::size_t at = 0; at < groups.places.size(); ++at) {
        if (at == 0 ||
            record_of(pairs[groups.places[at]]) != record_of(pairs[groups.places[at - 1]])) {
            groups.begin.push_back(at);
        }
    }
    groups.begin.push_back(groups.places.size());
    return groups;
}

// Messages to the other side, from those that came from there; the largest change.
template <class BaseOf>
double pass_messages(const CompetingGroups& groups, const std::vector<double>& odds,
                     const std::vector<double>& received, std::vector<double>& sent,
                     BaseOf&& base_of) {
    double moved = 0;
    std::vector<double> after;
    for (std::size_t g = 0; g + 1 < groups.begin.size(); ++g) {
        const std::size_t begin = groups.begin[g];
        const std::size_t count = groups.begin[g + 1] - begin;
        after.assign(count + 1, 0);
        for (std::size_t k = count; k > 0; --k) {
            const std::size_t i = groups.places[begin + k - 1];
            after[k - 1] = after[k] + odds[i] * received[i];
        }
        double before = 1 + base_of(groups.places[begin]);
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t i = groups.places[begin + k];
            const double message = 1 / (before + after[k + 1]);
            moved = std::max(moved, std::fabs(message - sent[i]) / std::max(message, sent[i]));
            sent[i] = message;
            before += odds[i] * received[i];
        }
    }
    return moved;
}

}  // namespace

void compete_for_records(std::vector<WeighedPair>& pairs, double prior_bits,
                         const std::vector<double>& left_odds) {
    std::vector<double> odds;
    odds.reserve(pairs.size());
    std::vector<double> kept(left_odds.size(), 0);
    for (const WeighedPair& pair : pairs) {
        odds.push_back(std::exp2(std::min(kMostBits, static_cast<double>(pair.bits) + prior_bits)));
        kept[static_cast<std::size_t>(pair.left)] += odds.back();
    }
    const CompetingGroups by_left =
        grouped(pairs, [](const WeighedPair& pair) { return pair.left; });
    const CompetingGroups by_right =
        grouped(pairs, [](const WeighedPair& pair) { return pair.right; });
    std::vector<double> from_left(pairs.size(), 1), from_right(pairs.size(), 1);
    for (int round = 0; round < kMostRounds; ++round) {
        // Candidates that were not kept compete as well; rounding makes none of nothing.
        const double left = pass_messages(by_left, odds, from_right, from_left, [&](std::size_t i) {
            const auto l = static_cast<std::size_t>(pairs[i].left);
            const double rest = left_odds[l] - kept[l];
            return rest > 1e-9 * left_odds[l] ? rest : 0.0;
        });
        const double right =
            pass_messages(by_right, odds, from_left, from_right, [](std::size_t) { return 0.0; });
        if (std::max(left, right) < kStill) break;
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const double joint = odds[i] * from_left[i] * from_right[i];
        pairs[i].probability = joint / (1 + joint);
    }
}

}  // namespace lethe::linkage
