// Numbers as text, independent of the locale: the shortest digits that read back as the same
// double, written out ("100000", "0.00025") for 1e-6 <= |value| < 1e16 and zero, with an exponent
// beyond.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lethe {

constexpr std::size_t kNumberTextSize = 32;  // no text of a number is longer

std::string number_text(double value);
char* write_number(char* out, double value);  // the same into a buffer; returns the end

// With exactly `decimals` decimals, as prices and measures are written; for a finite value. Text of
// at most 15 digits that was read as `value` comes back as it was.
std::string fixed_number_text(double value, int decimals);
char* write_fixed_number(char* out, char* end, double value, int decimals);

// The whole of `text` as a number; nothing otherwise. Accepts what number_text writes and the usual
// decimal forms ("-1", "2.50", "1e6", "+3"), infinities and NaN ("inf", "nan", any case) too: the
// caller decides whether they are allowed.
std::optional<double> parse_number(std::string_view text);

// Whether number_text(value) == text, for a text that parse_number read as `value`.
bool is_canonical_number(std::string_view text, double value);

}  // namespace lethe
