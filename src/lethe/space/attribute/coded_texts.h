// Texts as codes, and codes as a column of texts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "lethe/data/column.h"

namespace lethe {

// Each different value by its text, and the code of missing ones, which exists where one is
// missing.
class CodedTexts {
  public:
    explicit CodedTexts(std::vector<std::string>& texts) : texts_(texts) {}

    static constexpr std::int32_t kNoCode = -1;
    std::int32_t missing() const { return missing_; }
    std::int32_t missing_code();
    std::int32_t code(const std::string& text);
    // The codes of a column of categories.
    std::vector<std::int32_t> codes(const Column& column);

  private:
    std::vector<std::string>& texts_;
    std::unordered_map<std::string, std::int32_t> code_of_;
    std::int32_t missing_ = kNoCode;
};

// A column of the kind, name and meaning of `like` that holds the texts of these codes: what groups
// of nodes and of records publish. An ordinal one keeps its order, and what that lacks follows; the
// dictionary of others holds what is shown, in the order of the rows. `spelling`: of missing
// values; none: as an empty text.
ColumnPtr text_column(const Column& like, std::span<const std::int32_t> codes,
                      std::span<const std::string> texts, std::int32_t missing,
                      std::shared_ptr<const Column::Spelling> spelling = nullptr);

}  // namespace lethe
