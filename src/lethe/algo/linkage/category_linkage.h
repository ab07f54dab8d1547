// Categories for record linkage against files that change.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/branch_and_cut/linkage_tree.h"
#include "lethe/algo/evolve/coded_file.h"

namespace lethe {

// Distances are those of the space of categories, in parts of the file's `whole`; values agree when
// they are equal and not missing.
class CategoryLinkage final : public LinkageFrame {
  public:
    // `patterned`: at most 16 columns, whose agreements make up the patterns; the i-th of them is
    // bit i. Holds 6 bytes a record and category.
    CategoryLinkage(const CodedFile& original, std::vector<std::size_t> patterned);

    const std::vector<std::size_t>& columns() const { return patterned_; }

    void distances(std::span<const CellCode> masked, std::int32_t* out) const override;
    void patterns(std::span<const CellCode> masked, std::uint16_t* out) const override;
    std::int32_t distance(std::int64_t row, std::span<const CellCode> masked) const override;
    std::uint16_t pattern(std::int64_t row, std::span<const CellCode> masked) const override;

  private:
    const std::int32_t* distances_of(std::size_t column, CellCode code) const {
        return distance_.data() + (first_[column] + code) * records_;
    }
    const std::uint16_t* agreements_of(std::size_t column, CellCode code) const {
        return agree_.data() + (first_[column] + code) * records_;
    }

    std::vector<std::size_t> patterned_;
    std::size_t records_;
    std::vector<std::size_t> first_;      // of each column: its first category among all
    std::vector<std::int32_t> distance_;  // by category, then original record
    std::vector<std::uint16_t> agree_;    // the column's bit where the record has the category
};

}  // namespace lethe
