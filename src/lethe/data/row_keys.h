// Rows as keys: the chosen columns of a row packed into one 64-bit number, without loss.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/groups.h"
#include "lethe/data/table.h"

namespace lethe {

// The values of one column as codes below `bound()`, which is at most 2^32: the same value has the
// same code and no other value has it; missing has a code of its own. Refers to the column, which
// must outlive it.
class ColumnCodes {
  public:
    // Categories keep their dictionary's codes. Whole numbers whose range is below 2^32 are coded
    // by their distance from the smallest; other numbers are grouped, which takes 4 bytes a row.
    ColumnCodes(const Context& context, const Column& column);
    // Several columns as one, from the classes of their rows.
    explicit ColumnCodes(Groups groups);

    std::uint64_t bound() const { return bound_; }
    // Which rows hold a value; null where all do.
    const Validity* validity() const { return validity_; }
    bool has_missing() const { return validity_ != nullptr; }
    // Whether no two rows share a value, as far as the coding found out: known for grouped numbers.
    bool tells_all_apart() const;

    // keys[i] = keys[i] * bound() + code of row begin + i
    void append(std::int64_t begin, std::span<std::uint64_t> keys) const;

  private:
    struct WholeNumbers {
        std::span<const double> numbers;
        double smallest;
    };
    using Categories = std::span<const std::int32_t>;
    using Classes = std::vector<std::int32_t>;

    std::variant<Categories, WholeNumbers, Classes> source_;
    const Validity* validity_ = nullptr;
    std::uint64_t bound_ = 0;
};

// Codes of the columns. Where one column alone tells all rows apart, it stands for all of them.
std::vector<ColumnCodes> column_codes(const Context& context, const Table& table,
                                      std::span<const std::string> columns);

struct RowKeys {
    std::unique_ptr<std::uint64_t[]> keys;
    std::size_t rows = 0;

    operator std::span<const std::uint64_t>() const { return {keys.get(), rows}; }
};

// Two rows have the same key exactly when they agree on every column (missing being a value of its
// own). Linear in rows x columns, parallel, 8 bytes a row.
RowKeys row_keys(const Context& context, std::span<const ColumnCodes> columns, std::int64_t rows);

}  // namespace lethe
