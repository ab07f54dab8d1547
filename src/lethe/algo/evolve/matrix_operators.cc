// The invariance-preserving mutation. A matrix R is invariant when T R = T. With rows k, m and
// columns i, j, and an amount d of records,
//
//              column i     column j
//   row k      + d / T_k    - d / T_k
//   row m      - d / T_m    + d / T_m
//
// leaves the sum of each row as it was, and of each column weighted by T too: what row k sends
// more to i, row m sends less. So nothing has to be repaired. The amount is drawn from the interval
// in which no entry falls below 0 and no diagonal entry leaves its bounds. Categories that do not
// occur have no say in T R, and their rows are left alone.
#include "lethe/algo/evolve/matrix_operators.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lethe/algo/evolve/genetic_operators.h"
#include "lethe/core/index.h"

namespace lethe {
namespace {

using Eigen::Index;

std::int64_t scaled_entry(double entry, std::int64_t scale) {
    return static_cast<std::int64_t>(std::nearbyint(entry * static_cast<double>(scale)));
}

double share(std::int64_t value, std::int64_t scale) {
    return static_cast<double>(value) / static_cast<double>(scale);
}

Index random_index(Draws& draws, Index size) {
    return static_cast<Index>(draws.below(static_cast<std::uint64_t>(size)));
}

// Two different numbers below the size, which is at least 2.
std::pair<Index, Index> random_pair(Draws& draws, Index size) {
    const Index first = random_index(draws, size);
    return {first, other_allele(draws, first, size)};
}

// Amounts d that keep entry + d * slope within its limits.
struct Amounts {
    double least = -std::numeric_limits<double>::infinity();
    double greatest = std::numeric_limits<double>::infinity();

    void keep(double entry, double slope, double lower, double upper) {
        const double to_lower = (lower - entry) / slope, to_upper = (upper - entry) / slope;
        least = std::max(least, std::min(to_lower, to_upper));
        greatest = std::min(greatest, std::max(to_lower, to_upper));
    }
};

}  // namespace

std::vector<std::int64_t> apportion(std::span<const double> weights, std::int64_t total) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<std::int64_t> result(weights.size());
    std::vector<double> remainder(weights.size());
    std::int64_t left = total;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double part = static_cast<double>(total) *
                            (sum > 0 ? weights[i] / sum : 1 / static_cast<double>(weights.size()));
        result[i] = static_cast<std::int64_t>(std::floor(part));
        remainder[i] = part - std::floor(part);
        left -= result[i];
    }
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return remainder[i] > remainder[j]; });
    for (std::size_t i = 0; left > 0; i = (i + 1) % order.size(), --left) ++result[order[i]];
    // Rounding may have given one too many: where there is something to take.
    for (std::size_t i = order.size(); left < 0; i = i == 0 ? order.size() : i) {
        if (result[order[--i]] > 0) {
            --result[order[i]];
            ++left;
        }
    }
    return result;
}

TransitionMatrix rounded_rows(const TransitionMatrix& matrix, std::int64_t scale) {
    TransitionMatrix result(matrix.rows(), matrix.cols());
    for (Index k = 0; k < matrix.rows(); ++k) {
        const auto row = apportion({matrix.row(k).data(), at(matrix.cols())}, scale);
        for (Index l = 0; l < matrix.cols(); ++l) result(k, l) = share(row[at(l)], scale);
    }
    return result;
}

void set_entry(TransitionMatrix& matrix, Index k, Index l, std::int64_t value, std::int64_t scale) {
    std::vector<double> others;
    for (Index j = 0; j < matrix.cols(); ++j) {
        if (j != l) others.push_back(static_cast<double>(scaled_entry(matrix(k, j), scale)));
    }
    if (others.empty()) return;
    const auto rest = apportion(others, scale - value);
    for (Index j = 0, i = 0; j < matrix.cols(); ++j) {
        matrix(k, j) = share(j == l ? value : rest[at(i++)], scale);
    }
}

void bound_diagonal(TransitionMatrix& matrix, const DiagonalBounds& bounds, std::int64_t scale) {
    const auto size = static_cast<double>(scale);
    const auto least = static_cast<std::int64_t>(std::ceil(bounds.least * size - 1e-9));
    const auto greatest = static_cast<std::int64_t>(std::floor(bounds.greatest * size + 1e-9));
    for (Index k = 0; k < matrix.rows(); ++k) {
        const std::int64_t value = scaled_entry(matrix(k, k), scale);
        const std::int64_t bounded = std::max(least, std::min(value, greatest));
        if (bounded != value) set_entry(matrix, k, k, bounded, scale);
    }
}

void mutate_entry(Draws& draws, TransitionMatrix& matrix, Reach reach, std::int64_t scale) {
    if (matrix.cols() < 2) return;
    const Index k = random_index(draws, matrix.rows()), l = random_index(draws, matrix.cols());
    const std::int64_t old = scaled_entry(matrix(k, l), scale);
    const std::int64_t step = std::max<std::int64_t>(1, scale / 20);
    const std::int64_t least = reach == Reach::near ? std::max<std::int64_t>(0, old - step) : 0;
    const std::int64_t greatest = reach == Reach::near ? std::min(scale, old + step) : scale;
    set_entry(matrix, k, l, least + other_allele(draws, old - least, greatest - least + 1), scale);
}

void swap_entries(Draws& draws, TransitionMatrix& matrix) {
    if (matrix.cols() < 2) return;
    const Index k = random_index(draws, matrix.rows());
    const auto [i, j] = random_pair(draws, matrix.cols());
    std::swap(matrix(k, i), matrix(k, j));
}

void exchange_rows(Draws& draws, std::span<TransitionMatrix> first,
                   std::span<TransitionMatrix> second) {
    for (std::size_t i = 0; i < first.size(); ++i) {
        for (Index k = 0; k < first[i].rows(); ++k) {
            if (draws.below(2) == 0) first[i].row(k).swap(second[i].row(k));
        }
    }
}

void mutate_invariant(Draws& draws, TransitionMatrix& matrix, const Frequencies& frequencies,
                      const DiagonalBounds& bounds) {
    std::vector<Index> present;
    for (Index k = 0; k < frequencies.size(); ++k) {
        if (frequencies[k] > 0) present.push_back(k);
    }
    if (present.size() < 2) return;
    const auto rows = random_pair(draws, std::ssize(present));
    const auto [i, j] = random_pair(draws, matrix.cols());
    const Index k = present[at(rows.first)], m = present[at(rows.second)];
    struct Change {
        Index row, column;
        double slope;
    };
    const Change changes[] = {{k, i, 1 / frequencies[k]},
                              {k, j, -1 / frequencies[k]},
                              {m, i, -1 / frequencies[m]},
                              {m, j, 1 / frequencies[m]}};
    Amounts amounts;
    for (const auto& [row, column, slope] : changes) {
        const bool diagonal = row == column;
        amounts.keep(matrix(row, column), slope, diagonal ? bounds.least : 0,
                     diagonal ? bounds.greatest : 1);
    }
    if (!(amounts.least < amounts.greatest)) return;
    const double amount = amounts.least + draws.uniform() * (amounts.greatest - amounts.least);
    for (const auto& [row, column, slope] : changes) {
        matrix(row, column) = std::max(0.0, matrix(row, column) + amount * slope);
    }
}

void mix(Draws& draws, std::span<TransitionMatrix> first, std::span<TransitionMatrix> second) {
    const double weight = draws.uniform();
    for (std::size_t i = 0; i < first.size(); ++i) {
        const TransitionMatrix one = first[i], other = second[i];
        first[i] = weight * one + (1 - weight) * other;
        second[i] = (1 - weight) * one + weight * other;
    }
}

}  // namespace lethe
