// A file of numbers as codes on a grid, for searches that look at many versions of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/branch_and_cut/linkage_tree.h"
#include "lethe/algo/evolve/coded_file.h"
#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe {

// A number is lower + code * step. Whole numbers stay whole where the range allows it.
struct NumberGrid {
    std::string name;
    double lower = 0;
    double step = 1;
    CellCode most = 0;     // the largest code
    double deviation = 0;  // of the original, in steps

    CellCode largest_code() const { return most; }
    CellCode code(double number) const;  // of the nearest point of the grid
    double number(CellCode code) const { return lower + step * code; }
};

class NumberFile {
  public:
    // The grid reaches a tenth of the range beyond the original on both sides. Error(usage) for a
    // column that is not numeric or for no column; Error(input) for one that has missing values, is
    // constant, or has a tenth of its values or more fall together on the grid.
    NumberFile(const Context& context, const Table& table, std::span<const std::string> columns);

    std::int64_t rows() const { return rows_; }
    std::int64_t width() const { return std::ssize(columns_); }
    std::int64_t cells() const { return rows_ * width(); }
    const std::vector<NumberGrid>& columns() const { return columns_; }
    const FileCodes& codes() const { return codes_; }

    // Another version; numbers beyond the grid are brought to its ends. Error(input) for a missing
    // value and for another number of rows.
    FileCodes coded(const Table& table) const;
    // The original with a version's numbers in its columns. They are points of the grid, never the
    // original's own digits: what is written is what was judged.
    Table table(std::span<const CellCode> codes) const;

  private:
    Table original_;
    std::int64_t rows_;
    std::vector<NumberGrid> columns_;
    FileCodes codes_;
};

// Squared Euclidean distances, columns divided by their deviations in the original (in both files
// alike, so that one changed value moves one record only); numbers agree when they are equal.
class NumberLinkage final : public LinkageFrame {
  public:
    // The first 16 columns make the patterns.
    explicit NumberLinkage(const NumberFile& original);

    void distances(std::span<const CellCode> masked, std::int32_t* out) const override;
    void patterns(std::span<const CellCode> masked, std::uint16_t* out) const override;
    std::int32_t distance(std::int64_t row, std::span<const CellCode> masked) const override;
    std::uint16_t pattern(std::int64_t row, std::span<const CellCode> masked) const override;

  private:
    std::vector<std::vector<CellCode>> codes_;  // by column
    std::vector<std::vector<float>> values_;    // the same, divided by the deviation
    std::vector<float> scale_;
};

}  // namespace lethe
