// A file of categories and numbers as codes, for searches that look at many versions of it: in each
// record first the categories, then the numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/branch_and_cut/linkage_tree.h"
#include "lethe/algo/evolve/coded_file.h"
#include "lethe/algo/evolve/number_file.h"
#include "lethe/algo/linkage/category_linkage.h"
#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe::search {

class MixedFile {
  public:
    struct Column {
        CellCode most = 0;
        CellCode largest_code() const { return most; }
    };

    // Columns of both kinds. Errors as of CodedFile and NumberFile.
    MixedFile(const Context& context, const Table& table, std::span<const std::string> columns);

    std::int64_t rows() const { return categories_.rows(); }
    std::int64_t width() const { return std::ssize(columns_); }
    std::int64_t cells() const { return rows() * width(); }
    const std::vector<Column>& columns() const { return columns_; }
    const FileCodes& codes() const { return codes_; }
    const CodedFile& categories() const { return categories_; }
    const NumberFile& numbers() const { return numbers_; }
    bool is_category(std::size_t column) const { return column < categories_.columns().size(); }

    // Another version, and a version as a table, as CodedFile and NumberFile do it.
    FileCodes coded(const Table& table) const;
    Table table(std::span<const CellCode> codes) const;

    // The cells of one kind, record by record.
    FileCodes category_codes(std::span<const CellCode> codes) const;
    FileCodes number_codes(std::span<const CellCode> codes) const;

  private:
    FileCodes part(std::span<const CellCode> codes, std::size_t begin, std::size_t end) const;

    CodedFile categories_;
    NumberFile numbers_;
    std::vector<Column> columns_;
    FileCodes codes_;
};

// The distance of two records is the sum of the distances of their categories, 0 to 1 each, and of
// half the squared differences of their numbers in deviations: two random records differ by about 1
// in every number. The patterns hold up to 16 columns, of the numbers at least half where there are
// so many.
class MixedLinkage final : public LinkageFrame {
  public:
    explicit MixedLinkage(const MixedFile& original);

    // Categories of the patterns; numbers follow.
    const std::vector<std::size_t>& patterned_categories() const { return categories_.columns(); }

    void distances(std::span<const CellCode> masked, std::int32_t* out) const override;
    void patterns(std::span<const CellCode> masked, std::uint16_t* out) const override;
    std::int32_t distance(std::int64_t row, std::span<const CellCode> masked) const override;
    std::uint16_t pattern(std::int64_t row, std::span<const CellCode> masked) const override;

  private:
    std::int32_t joined(std::int32_t category, std::int32_t number) const;

    std::size_t width_of_categories_;
    float part_;  // of a whole: one step of a category's distance
    CategoryLinkage categories_;
    NumberLinkage numbers_;
};

}  // namespace lethe::search
