// Choosing the passes of blocking. True pairs are imagined: on each field both values are there as
// often as in the files, and equal, partly equal or different as often as in practice. A pass is
// judged by the imagined pairs that it finds and no earlier one did, for the pairs it costs.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/table/linkage/blocking.h"

namespace lethe::linkage {
namespace {

constexpr std::size_t kImagined = 4096;
constexpr double kEqual = 0.8;     // values of a true pair that are equal
constexpr double kEnough = 0.001;  // share of missed pairs that ends the choice
constexpr std::size_t kMostPasses = 14;
constexpr std::size_t kMostKeys = 48;

using Found = std::array<std::uint64_t, kImagined / 64>;  // a bit an imagined pair

// How often a key agrees where the values do not.
double agrees_partly(KeyKind kind) {
    switch (kind) {
        case KeyKind::value:
            return 0;
        case KeyKind::sound:
        case KeyKind::start:
        case KeyKind::year:
            return 0.55;
        case KeyKind::end:
        case KeyKind::day:
            return 0.45;
        case KeyKind::near:
            return 0.5;
        case KeyKind::about:
            return 0.7;
        case KeyKind::inside:
            return 0.5;
    }
    return 0;
}

// Of the left records with a value, the share whose value occurs in the other file: no more can be
// equal. Masked numbers hardly ever are.
double overlap(const Field& field, bool self) {
    if (self || field.pair.comparator == Comparator::label) return 1;
    double present = 0;
    double shared = 0;
    for (std::size_t i = 0; i < field.values(); ++i) {
        const auto count = static_cast<double>(field.left_counts[i]);
        present += count;
        if (field.right_counts[i] > 0) shared += count;
    }
    return present > 0 ? shared / present : 0;
}

double present_share(const std::vector<std::int64_t>& counts, std::int64_t rows) {
    double sum = 0;
    for (const std::int64_t count : counts) sum += static_cast<double>(count);
    return rows > 0 ? sum / static_cast<double>(rows) : 0;
}

std::vector<Found> imagine(const PreparedFiles& files, const std::vector<Key>& keys) {
    std::vector<Found> found(keys.size(), Found{});
    const Random random(1);
    for (std::size_t f = 0; f < files.fields.size(); ++f) {
        const Field& field = files.fields[f];
        // Files of the same people miss values together more often than not; the product is on
        // the safe side.
        const double present = present_share(field.left_counts, files.left.rows) *
                               present_share(field.right_counts, files.other().rows);
        const double equal = std::min(kEqual, overlap(field, files.self));
        const Stream stream = random.stream(std::to_string(f));
        for (std::size_t i = 0; i < kImagined; ++i) {
            Draws draws = stream.at(static_cast<std::int64_t>(i));
            if (draws.uniform() >= present) continue;
            const bool is_equal = draws.uniform() < equal;
            for (std::size_t k = 0; k < keys.size(); ++k) {
                if (keys[k].field != f) continue;
                const double part = draws.uniform();
                if (is_equal || part < agrees_partly(keys[k].kind)) {
                    found[k][i / 64] |= std::uint64_t{1} << (i % 64);
                }
            }
        }
    }
    return found;
}

struct Candidate {
    std::vector<std::size_t> keys;
    double cost = 0;
    Found found{};
};

std::size_t newly_found(const Found& found, const Found& before) {
    std::size_t count = 0;
    for (std::size_t w = 0; w < found.size(); ++w) {
        count += static_cast<std::size_t>(std::popcount(found[w] & ~before[w]));
    }
    return count;
}

// All sets of one, two or three keys of different fields that make no more than `most` pairs.
std::vector<Candidate> possible_passes(const std::vector<Key>& keys,
                                       const std::vector<Found>& found, double all, double most) {
    std::vector<Candidate> list;
    const auto extend = [&](const Candidate& from, std::size_t k) {
        Candidate next = from;
        next.keys.push_back(k);
        next.cost *= keys[k].collisions;
        for (std::size_t w = 0; w < next.found.size(); ++w) next.found[w] &= found[k][w];
        return next;
    };
    Candidate none;
    none.cost = all;
    none.found.fill(~std::uint64_t{0});
    const auto grow = [&](const auto& self, const Candidate& from, std::size_t next) -> void {
        for (std::size_t k = next; k < keys.size(); ++k) {
            const bool same_field = std::ranges::any_of(
                from.keys, [&](std::size_t other) { return keys[other].field == keys[k].field; });
            if (same_field) continue;
            const Candidate wider = extend(from, k);
            // What is small enough needs no further key.
            if (wider.cost <= most) {
                list.push_back(wider);
            } else if (wider.keys.size() < 4 && (wider.keys.size() < 3 || keys.size() <= 24)) {
                self(self, wider, k + 1);
            }
        }
    };
    grow(grow, none, 0);
    return list;
}

std::vector<std::vector<std::size_t>> chosen_passes(const std::vector<Candidate>& list,
                                                    double budget, double& missed) {
    std::vector<std::vector<std::size_t>> chosen;
    Found before{};
    double spent = 0;
    std::size_t found = 0;
    while (chosen.size() < kMostPasses) {
        const Candidate* best = nullptr;
        double best_rate = 0;
        std::size_t best_gain = 0;
        for (const Candidate& candidate : list) {
            if (spent + candidate.cost > budget) continue;
            const std::size_t gain = newly_found(candidate.found, before);
            const double rate = static_cast<double>(gain) / (candidate.cost + budget / 50);
            if (rate > best_rate) {
                best = &candidate;
                best_rate = rate;
                best_gain = gain;
            }
        }
        if (best == nullptr || best_gain < 3) break;
        chosen.push_back(best->keys);
        spent += best->cost;
        found += best_gain;
        for (std::size_t w = 0; w < before.size(); ++w) before[w] |= best->found[w];
        if (static_cast<double>(found) >= (1 - kEnough) * kImagined) break;
    }
    missed = 1 - static_cast<double>(found) / kImagined;
    return chosen;
}

// Keys in use, renumbered.
std::vector<Key> used_keys(const std::vector<Key>& keys,
                           std::vector<std::vector<std::size_t>>& passes) {
    std::vector<Key> used;
    std::vector<std::size_t> number(keys.size(), keys.size());
    for (auto& pass : passes) {
        for (std::size_t& k : pass) {
            if (number[k] == keys.size()) {
                number[k] = used.size();
                used.push_back(keys[k]);
            }
            k = number[k];
        }
    }
    return used;
}

}  // namespace

Blocking make_blocking(const Context& context, const PreparedFiles& files,
                       const BlockingOptions& options) {
    const double all = files.all_pairs();
    if (all <= options.pairs_for_all) return Blocking(context, files, {}, {}, 0);
    const auto records = static_cast<double>(files.left.rows + files.right.rows);
    const double budget = std::max(options.least_pairs, options.pairs_per_record * records);
    std::vector<Key> keys = possible_keys(files);
    std::ranges::stable_sort(keys, {}, &Key::collisions);
    if (keys.size() > kMostKeys) keys.resize(kMostKeys);
    const std::vector<Candidate> list =
        possible_passes(keys, imagine(files, keys), all, budget / 4);
    double missed = 1;
    std::vector<std::vector<std::size_t>> passes = chosen_passes(list, budget, missed);
    if (missed > options.most_missed && all <= options.pairs_at_worst) {
        return Blocking(context, files, {}, {}, 0);
    }
    if (passes.empty()) passes = {{0}};
    const std::vector<Key> used = used_keys(keys, passes);
    Blocking blocking(context, files, used, passes, options.block_share * budget);
    // Keys that depend on each other make more pairs than was expected.
    while (blocking.pairs() > 2 * budget && passes.size() > 1) {
        const auto& made = blocking.passes();
        const auto worst = std::ranges::max_element(made, {}, &Pass::pairs) - made.begin();
        passes.erase(passes.begin() + worst);
        blocking = Blocking(context, files, used, passes, options.block_share * budget);
    }
    return blocking;
}

}  // namespace lethe::linkage
