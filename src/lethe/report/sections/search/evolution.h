// Reading the result of an evolution, whatever was evolved: a file, PRAM matrices or a formula that
// makes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"

namespace lethe::report {

enum class Evolved { file, matrices, formula, other };
Evolved evolved_in(const Json& evolution);

// What made the best of the first population, or its formula; empty where the result does not tell.
std::string start_name(const Json& evolution);

// What was made small.
struct SearchAim {
    enum class Kind { mean, max, weighted, other };
    Kind kind = Kind::other;
    double loss_weight = 0.5;  // alpha, of mean and weighted; the risk has the rest

    std::string words() const;  // "the mean of risk and loss"; empty for other
};
SearchAim aim_of(const Json& evolution);

// The guarantee that every file of the search had to keep, and that it was; empty where none.
std::string kept_words(const Json& evolution);

// By risk and loss in percent; a candidate without both is left out.
struct Candidate {
    std::string label, method;  // empty where it was bred
    double risk = 0, loss = 0;
    std::optional<double> score;
};
std::optional<Candidate> candidate(const Json& one);
std::vector<Candidate> population(const Json& evolution, std::string_view key);

struct Generation {
    double number = 0;
    std::optional<double> best, mean, worst;
};
std::vector<Generation> generations(const Json& evolution);

// Of a formula those of its table, where it was tried on one.
std::vector<std::string> protected_columns(const Json& evolution);

// Scores are near each other at the end of a search: two decimals, or as many more as tell this one
// from the other.
std::string score_text(double score, std::optional<double> other = std::nullopt);

// "300 generations and 24,459 evaluations in 7.60 s; ended after the generations asked for".
std::string search_words(const Json& evolution);

// The score and what it is made of, before and after, the parts of a mean set in by `indent`. With
// fresh realisations where the result has them.
Grid parts_grid(const Json& evolution, std::string_view indent);
// Of a formula that was tried on several tables.
Grid tables_grid(const Json& evolution);
// How different the individuals were, at the start and at the end; where the share of mutations
// adapted, what it became. Empty where the result does not say it.
std::string diversity_words(const Json& evolution);
// How often categories occur before and after, a grid a column; of matrices, for their owner.
std::vector<Grid> frequency_grids(const Json& evolution);

struct MatrixShown {
    std::string column;
    std::vector<std::string> categories;
    std::vector<std::vector<double>> rows;  // square
};
// Of a formula those of its table, where it was tried on one.
std::vector<MatrixShown> best_matrices(const Json& evolution);
// Whether some category becomes one other more often than it stays. Attacks that do not know the
// matrix are misled by that.
bool turns_round(const MatrixShown& matrix);
std::string probability_text(double probability);  // "0.87", "0", "< .01"

// The formula as it is read best, and as it was bred where that differs.
struct FormulaShown {
    std::string simple, bred;
};
std::optional<FormulaShown> best_formula(const Json& evolution);
// What the letters of a formula stand for.
std::string_view formula_letters();

// Masking methods that could not make a file to begin with, those with the same reason together.
struct FailedStart {
    std::vector<std::string> labels;
    std::string error;

    std::string names() const;  // "pram p=0.1 and 8 more"
};
std::vector<FailedStart> failed_starts(const Json& evolution);

}  // namespace lethe::report
