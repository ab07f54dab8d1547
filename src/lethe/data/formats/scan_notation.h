// Reading texts of a notation fast: decimal commas, groups, signs of currency, and dates of digits.
// Only for data/formats.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/formats/scan_number.h"
#include "lethe/data/written/notation.h"

namespace lethe::formats {

class NotationScanner {
  public:
    explicit NotationScanner(NotationPtr notation);

    const Notation& notation() const { return *notation_; }
    const NotationPtr& notation_ptr() const { return notation_; }
    // The value is that of Notation::parse; `none` where that has none. A text is `plain` when
    // Notation::text with its number of decimals surely gives it back, `other` when that is for the
    // caller to see.
    NumberScan scan(std::string_view text) const;
    // Whether Notation::text without a number of decimals gives a plain text back.
    bool is_canonical_plain(std::string_view text, const NumberScan& scan) const;

  private:
    struct Field {
        char field = 0;     // 0: literal
        bool bare = false;  // without leading zeros
        std::string literal;
    };

    NumberScan scan_marked(std::string_view text) const;
    NumberScan scan_date(std::string_view text) const;
    NumberScan scan_slowly(std::string_view text) const;

    NotationPtr notation_;
    std::vector<Field> fields_;  // of a pattern of digits; empty: none
};

}  // namespace lethe::formats
