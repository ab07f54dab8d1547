#include "lethe/algo/evolve/genetic_operators.h"

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/limits.h"

namespace lethe {
namespace {

auto better(std::span<const double> scores) {
    return [scores](std::int64_t first, std::int64_t second) {
        const double a = scores[at(first)], b = scores[at(second)];
        return a != b ? a < b : first < second;
    };
}

}  // namespace

std::uint64_t from_gray(std::uint64_t gray) {
    for (int shift = 1; shift < 64; shift *= 2) gray ^= gray >> shift;
    return gray;
}

std::vector<std::int64_t> crossover_points(Draws& draws, std::int64_t size, std::int64_t count) {
    std::vector<std::int64_t> points = distinct_loci(draws, size - 1, count);
    for (std::int64_t& point : points) ++point;
    return points;
}

std::vector<Segment> crossover_segments(std::span<const std::int64_t> points, std::int64_t size) {
    std::vector<Segment> segments;
    for (std::size_t i = 0; i < points.size(); i += 2) {
        segments.push_back({points[i], i + 1 < points.size() ? points[i + 1] : size});
    }
    return segments;
}

std::vector<std::uint8_t> bernoulli_mask(Draws& draws, std::int64_t size, double rate) {
    std::vector<std::uint8_t> mask(at(size));
    for (std::uint8_t& bit : mask) bit = draws.uniform() < rate ? 1 : 0;
    return mask;
}

std::vector<Segment> mask_segments(std::span<const std::uint8_t> stay) {
    std::vector<Segment> segments;
    for (std::int64_t i = 0; i < std::ssize(stay); ++i) {
        if (stay[at(i)] != 0) continue;
        if (!segments.empty() && segments.back().end == i) {
            ++segments.back().end;
        } else {
            segments.push_back({i, i + 1});
        }
    }
    return segments;
}

// Knuth's product of uniform numbers, in pieces of a mean of at most 16, so that it never
// underflows.
std::int64_t poisson(Draws& draws, double mean) {
    std::int64_t count = 0;
    for (; mean > 0; mean -= 16) {
        const double limit = std::exp(-std::min(mean, 16.0));
        for (double product = draws.uniform_open(); product > limit;
             product *= draws.uniform_open()) {
            ++count;
        }
    }
    return count;
}

// Floyd: the last value is taken whenever the one drawn is there already.
std::vector<std::int64_t> distinct_loci(Draws& draws, std::int64_t size, std::int64_t count) {
    count = std::clamp<std::int64_t>(count, 0, std::max<std::int64_t>(0, size));
    std::vector<std::int64_t> loci;
    for (std::int64_t last = size - count; last < size; ++last) {
        const auto drawn =
            static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(last) + 1));
        const auto place = std::lower_bound(loci.begin(), loci.end(), drawn);
        if (place == loci.end() || *place != drawn) {
            loci.insert(place, drawn);
        } else {
            loci.push_back(last);
        }
    }
    return loci;
}

std::vector<std::int64_t> mutation_loci(Draws& draws, std::int64_t size, double mean) {
    return distinct_loci(draws, size, poisson(draws, mean));
}

std::int64_t other_allele(Draws& draws, std::int64_t current, std::int64_t alleles) {
    const auto drawn =
        static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(alleles - 1)));
    return drawn < current ? drawn : drawn + 1;
}

std::int64_t near_allele(Draws& draws, std::int64_t current, std::int64_t alleles) {
    if (current == 0) return 1;
    if (current == alleles - 1) return current - 1;
    return draws.below(2) == 0 ? current - 1 : current + 1;
}

Roulette::Roulette(std::span<const double> scores) : ends_(scores.size()) {
    const double least = scores.empty() ? 0 : *std::min_element(scores.begin(), scores.end());
    double sum = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        if (least == 0 || least == kInfinity) {
            sum += scores[i] == least ? 1 : 0;
        } else {
            sum += least / scores[i];
        }
        ends_[i] = sum;
    }
}

double Roulette::probability(std::int64_t individual) const {
    const double begin = individual == 0 ? 0 : ends_[at(individual - 1)];
    return (ends_[at(individual)] - begin) / ends_.back();
}

std::int64_t Roulette::choose(Draws& draws) const {
    const double point = draws.uniform() * ends_.back();
    const auto found = std::upper_bound(ends_.begin(), ends_.end(), point);
    // The product may round up to the sum: then the last individual that has a share is meant.
    if (found == ends_.end()) {
        return std::lower_bound(ends_.begin(), ends_.end(), ends_.back()) - ends_.begin();
    }
    return found - ends_.begin();
}

std::vector<std::int64_t> tournament(Draws& draws, std::span<const double> scores,
                                     std::int64_t size) {
    std::vector<std::int64_t> drawn = distinct_loci(draws, std::ssize(scores), size);
    std::sort(drawn.begin(), drawn.end(), better(scores));
    return drawn;
}

std::vector<std::int64_t> leaders(std::span<const double> scores, std::int64_t count) {
    std::vector<std::int64_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::int64_t{0});
    const auto end = order.begin() + std::clamp<std::int64_t>(count, 0, std::ssize(scores));
    std::partial_sort(order.begin(), end, order.end(), better(scores));
    order.erase(end, order.end());
    return order;
}

}  // namespace lethe
