// Texts of a table as values of Arrow types, as DuckDB writes them, and texts of Arrow arrays. Only
// for data/formats/arrow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/formats/arrow/arrow_abi.h"

namespace lethe::formats {

// "2024-02-29": days since 1970.
std::optional<std::int64_t> days_of_text(std::string_view text);

// "2024-02-29 12:30:00.25", with "+00" behind it where it has a zone: units since 1970, where a
// second has `units` (1, 1000, ...). Nothing where the unit cannot say it.
std::optional<std::int64_t> moment_of_text(std::string_view text, std::int64_t units);

// A whole number, as it would be written: no spaces, no leading zeros, no plus.
std::optional<std::int64_t> integer_of_text(std::string_view text);
std::optional<std::uint64_t> unsigned_of_text(std::string_view text);

// "12:30:00.25": units since midnight, where a second has `units`. Nothing where the unit cannot
// say it.
std::optional<std::int64_t> time_of_text(std::string_view text, std::int64_t units);

__extension__ using WideInteger = __int128;  // 38 digits

// "12.50" times ten to the power of `scale`; nothing where digits are lost or there are more than
// `precision` of them (at most 38).
std::optional<WideInteger> decimal_of_text(std::string_view text, int precision, int scale);

// All values of an array of texts or whole numbers that was checked (arrow_type.h), as texts; a
// missing one is empty.
std::vector<std::string> arrow_texts(const ArrowArray& array, std::string_view format);

}  // namespace lethe::formats
