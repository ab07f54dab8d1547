// The figures from which the losses of a protected file of numbers and its interval disclosure
// follow. Sums are of whole numbers (codes on the grid), so they are exact; what a column alone
// determines is computed anew only for columns that change.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lethe/algo/evolve/number_file.h"

namespace lethe {

class NumberFigures {
  public:
    static constexpr std::size_t kWidths = 10;  // of interval disclosure: 1 to 10 percent

    // Of the original, and of a version beside it. `original` null: the version is the original.
    NumberFigures(const NumberFile& file, std::span<const CellCode> codes);

    // The same file with other values in some columns.
    NumberFigures changed(const NumberFile& file, std::span<const CellCode> codes,
                          const std::vector<bool>& columns) const;

    // IL1 to IL5 in percent against the original's figures, IL1 divided by deviations (Yancey,
    // Winkler and Creecy); less than 0 where there is nothing to compare.
    std::array<double, 5> losses(const NumberFile& file, const NumberFigures& original) const;
    double interval_disclosure(const NumberFile& file) const;
    double kept(const NumberFile& file, std::size_t column) const;
    double agreeing(const NumberFile& file, std::size_t column) const;

  private:
    struct OfColumn {
        std::int64_t sum = 0;
        std::int64_t moved = 0;     // steps from the original, summed over the records
        std::int64_t kept = 0;      // records with the original's code
        std::int64_t agreeing = 0;  // pairs of an original and a masked record with equal codes
        std::array<std::int64_t, kWidths> disclosed{};
    };

    static std::shared_ptr<const OfColumn> of_column(const NumberFile& file,
                                                     std::span<const CellCode> codes,
                                                     std::size_t column);
    std::int64_t& product(std::size_t i, std::size_t j) {
        return products_[std::max(i, j) * (std::max(i, j) + 1) / 2 + std::min(i, j)];
    }
    double covariance(const NumberFile& file, std::size_t i, std::size_t j) const;

    std::vector<std::shared_ptr<const OfColumn>> columns_;
    std::vector<std::int64_t> products_;  // sums of products, of each pair i <= j
};

}  // namespace lethe
