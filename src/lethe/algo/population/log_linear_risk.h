// The risk of a sample's unique records by a log-linear model (Skinner and Holmes 1998; Elamir and
// Skinner 2006; Skinner and Shlomo 2008), and which model to believe.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "lethe/algo/population/log_linear.h"

namespace lethe {

// Of one unique record whose cell has `expected` records in a sample of the share `fraction`.
double chance_of_population_unique(double expected, double fraction);  // P(F = 1 | f = 1)
double expected_match(double expected, double fraction);               // E(1/F | f = 1)

// One figure over all sample uniques.
struct GlobalRisk {
    double sum = 0;
    // 95 %: what the population may be if the terms of the model are the right ones. It reaches
    // from the sum less a bias above 0 to the sum and twice a bias below 0, and 1.96 deviations
    // beyond: of the population given the model, and of the bias. What terms the model lacks is not
    // in it.
    std::array<double, 2> interval{};
    // Estimated, of `sum`: above 0 the model is too simple and overstates, below 0 it is too rich
    // and understates.
    double bias = 0;
    double z = 0;  // the bias by its standard error under the model
};

struct LogLinearRisk {
    double sample_uniques = 0;
    GlobalRisk population_uniques;  // tau 1: sample uniques that are unique in the population
    GlobalRisk matches;             // tau 2: sample uniques that are rightly linked
    double largest_chance = 0;      // of the worst record: P(F = 1 | f = 1)
    double largest_match = 0;       //                      E(1/F | f = 1)

    double worse_z() const;  // the larger one, by its size
};

// `fractions`: the share of the population that was sampled, by cell, or one for all; above 0 and
// at most 1. Linear in the cells.
LogLinearRisk log_linear_risk(const CrossTable& table, std::span<const double> expected,
                              std::span<const double> fractions);

struct TriedModel {
    LogLinearModel model;
    double deviance = 0;
    double freedom = 0;
    LogLinearRisk risk;
};

struct ChosenModel {
    std::vector<TriedModel> path;       // each with one term more than the one before
    std::size_t chosen = 0;             // of the path
    std::vector<double> expected = {};  // by cell, of the chosen one
};

constexpr double kTrustedZ = 2;

// Forward from independence: of the terms of two variables that which makes worse_z() smallest, and
// after these the terms of three (`largest_term` = 3). The first model with worse_z() < kTrustedZ
// is chosen, else that of the path where it is smallest. Terms are tried in parallel.
ChosenModel choose_log_linear(const Context& context, const CrossTable& table,
                              std::span<const double> fractions, std::size_t largest_term = 3);

}  // namespace lethe
