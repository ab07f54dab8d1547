// What sentences about results are made of. Numbers for people: grouped thousands, few digits, and
// never a rounding that claims more than is true (99.97 % does not become 100 %, 0.02 % not 0 %).
// Plain ASCII, independent of the locale. Fields are read tolerantly: absent, null and non-finite
// are one case, a field of another type than expected is absent too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lethe/core/json.h"

namespace lethe::figures {

// The nearest integer, within plus or minus 10^15.
std::int64_t rounded(double value);

std::string count_text(std::int64_t count);  // 1,080

// About five significant digits: 56,223  3,173.1  12.345  0.00012346  1.2e-09
std::string figure_text(double value);

// A percentage given in percent: "38.1 %", "0.02 %", "99.97 %", "1,234 %".
std::string percent_text(double percent);

std::string seconds_text(double seconds);  // "0.12 s", "3 min 20 s", "2 h 5 min"

// As `figure_text` for an axis whose ticks are `step` apart: just the decimals that tell them
// apart, thousands and millions as "50k", "1.5M".
std::string tick_text(double value, double step);

std::string found_text(double found);  // so many people: "none", "hardly any", "1,080"

// A member, be it public, about the original or private (method/publication.h); null where there is
// none.
const Json& field(const Json& object, std::string_view key);
std::optional<double> number(const Json& value);
std::optional<double> number(const Json& object, std::string_view key);
std::optional<std::int64_t> count(const Json& object, std::string_view key);  // rounded
bool flag(const Json& object, std::string_view key);

}  // namespace lethe::figures
