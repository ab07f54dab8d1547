// Log-linear models of a contingency table: hierarchical models fitted by iterative proportional
// fitting (Deming and Stephan 1940).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"

namespace lethe {

// All combinations of the categories of some variables. The last variable changes fastest.
struct CrossTable {
    std::vector<std::int32_t> levels;  // categories of each variable, at least 1
    std::vector<double> counts;        // by cell

    std::size_t cells() const { return counts.size(); }
};

// How many cells variables of these levels have; as a double, for it may be very many.
double cross_table_cells(std::span<const std::int32_t> levels);

// Counts records by their codes (below the levels), one list for each variable.
CrossTable cross_table(std::span<const std::int32_t> levels,
                       std::span<const std::vector<std::int32_t>> codes);

// Places of variables, ascending; what a model knows of them together, with all of its parts.
using Term = std::vector<std::size_t>;

// A hierarchical model by its largest terms (generators): none is part of another.
class LogLinearModel {
  public:
    static LogLinearModel independence(std::size_t variables);

    // With this term and its parts.
    LogLinearModel with(const Term& term) const;
    bool has(const Term& term) const;  // itself, or as part of a larger one
    const std::vector<Term>& terms() const { return terms_; }

    // Free parameters, the constant included.
    double parameters(std::span<const std::int32_t> levels) const;

    friend bool operator==(const LogLinearModel&, const LogLinearModel&) = default;

  private:
    std::vector<Term> terms_;  // by size, then by place
};

struct LogLinearFit {
    std::vector<double> expected;  // by cell
    double deviance = 0;           // 2 sum f log(f / u)
    double freedom = 0;            // cells less parameters
    int rounds = 0;
    double farthest = 0;  // relative difference of a margin from that of the table
};

// The maximum of the likelihood under Poisson sampling: margins of all generators are those of the
// table, to 1e-8 relative, or 1,000 rounds have passed (a sparse table with many terms
// may approach its margins slowly). A round costs cells x generators; holds
// 4 bytes for each of these. Asks for a stop once a round.
LogLinearFit fit_log_linear(const Context& context, const CrossTable& table,
                            const LogLinearModel& model);

}  // namespace lethe
