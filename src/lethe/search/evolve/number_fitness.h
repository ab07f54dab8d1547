// How good a protected version of a file of numbers is, computed anew only as far as the version
// differs from one that was computed before: the twin of file_fitness.h.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "lethe/algo/branch_and_cut/linkage_tree.h"
#include "lethe/algo/evolve/number_figures.h"
#include "lethe/algo/evolve/number_file.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/search/evolve/file_fitness.h"
#include "lethe/table/attack/combined_risk.h"

namespace lethe::search {

// All in percent.
struct NumberScore {
    std::array<double, 5> losses{};  // IL1 to IL5; below 0 where there is nothing to compare
    double interval_disclosure = 0;
    double distance_linkage = 0;
    double probabilistic_linkage = 0;

    double loss() const;  // the mean of those that there are
    double risk() const {
        return *attack::combined_risk(distance_linkage, probabilistic_linkage, interval_disclosure);
    }
};

Json to_json(const NumberScore& score);

// Immutable; versions share what they have in common.
class ProtectedNumbers {
  public:
    const FileCodes& codes() const { return codes_; }
    const NumberScore& score() const { return score_; }

  private:
    friend class NumberFitness;
    ProtectedNumbers(FileCodes codes, NumberFigures figures, LinkageTree tree)
        : codes_(std::move(codes)), figures_(std::move(figures)), tree_(std::move(tree)) {}

    FileCodes codes_;
    NumberFigures figures_;
    LinkageTree tree_;
    NumberScore score_;
};

class NumberFitness {
  public:
    // Errors as of NumberFile. Distances are taken with the deviations of the original in both
    // files; probabilistic linkage is that of FileFitness, numbers agreeing when they are equal.
    NumberFitness(const Context& context, const Table& table, std::span<const std::string> columns);
    NumberFitness(const NumberFitness&) = delete;
    NumberFitness& operator=(const NumberFitness&) = delete;

    const NumberFile& original() const { return original_; }
    // From an original record to a masked one; only the order of distances matters.
    std::int64_t distance(std::int64_t row, std::span<const CellCode> masked) const {
        return linkage_.distance(row, masked);
    }

    ProtectedNumbers evaluate(FileCodes codes) const;
    // The file with some cells changed, in ascending order.
    ProtectedNumbers change(const ProtectedNumbers& file,
                            std::span<const CellChange> changes) const;
    // The cells begin .. end - 1 of `inside`, all others of `outside`.
    ProtectedNumbers splice(const ProtectedNumbers& outside, const ProtectedNumbers& inside,
                            std::int64_t begin, std::int64_t end) const;

  private:
    void score(ProtectedNumbers& file) const;

    NumberFile original_;
    NumberFigures figures_;  // of the original
    NumberLinkage linkage_;
};

}  // namespace lethe::search
