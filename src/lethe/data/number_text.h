// Numbers as text, independent of the locale: the shortest text that reads back as the same double.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lethe {

std::string number_text(double value);

// The whole of `text` as a number; nothing otherwise. Accepts what to_chars writes and the usual
// decimal forms ("-1", "2.50", "1e6", "+3"), infinities and NaN ("inf", "nan", any case) too: the
// caller decides whether they are allowed.
std::optional<double> parse_number(std::string_view text);

// Whether number_text(value) == text, for a text that parse_number read as `value`.
bool is_canonical_number(std::string_view text, double value);

}  // namespace lethe
