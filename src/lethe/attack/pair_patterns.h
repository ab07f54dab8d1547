// Agreement patterns of records and candidates in memory, for probabilistic record linkage: which
// columns of a pair agree, one bit a column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/agreement.h"
#include "lethe/core/context.h"

namespace lethe::attack {

// Which masked record goes to which known one.
enum class LinkRule {
    assignment,  // one to one, with the largest total weight
    heaviest,    // each masked record to its heaviest known one
};

// A column of the records (x) and of the candidates (y): values agree when they differ by at most
// `tolerance`. Categories and bins are there as their numbers; missing is NaN, which agrees with
// nothing.
struct Compared {
    std::vector<double> x;
    std::vector<double> y;
    double tolerance = 0;
};

using Pattern = std::uint16_t;  // column j is bit j

// All pairs, without looking twice at equal records. The columns must outlive it; at most 16.
class PairPatterns {
  public:
    PairPatterns(const Context& context, std::span<const Compared> columns);

    std::int64_t records() const { return static_cast<std::int64_t>(record_class_.size()); }
    std::int64_t candidates() const { return static_cast<std::int64_t>(candidate_class_.size()); }

    // Linear in memory, whatever the number of pairs.
    AgreementCounts counts(const Context& context) const;

    // The pattern of every pair, by record and candidate: 2 bytes a pair.
    std::vector<Pattern> matrix(const Context& context) const;

    // Each candidate is linked to its heaviest record. For each candidate the chance that the link
    // is right: one in as many as are equally heavy if record_of[candidate] is one of them; 0 if
    // not, or if it is -1. Weights that differ by less than 1e-9 are equal. Linear in memory.
    std::vector<double> heaviest(const Context& context, std::span<const double> weights,
                                 std::span<const std::int64_t> record_of) const;

  private:
    // Of the candidate of this class with every class of records.
    void look(std::size_t candidate, std::span<Pattern> patterns) const;

    std::span<const Compared> columns_;
    std::vector<std::int32_t> record_class_;
    std::vector<std::int32_t> candidate_class_;
    std::vector<std::int64_t> record_sizes_;
    std::vector<std::int64_t> candidate_sizes_;
    std::vector<std::vector<double>> x_;  // by column and class
    std::vector<std::vector<double>> y_;
};

}  // namespace lethe::attack
