// Is this field a number, and how is it written? Only for data/formats.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lethe::formats {

enum class NumberForm {
    plain,       // -?digits or -?digits.digits without leading zeros, short enough to be exact
    other,       // a finite number in another form: "+3", "1e5", ".5", " 7 ", many digits
    not_finite,  // "NaN", "-inf" and the like
    code,        // digits with leading zeros ("08191"): a code, not a number
    none,        // anything else, and integers beyond 2^53, which a double would change
};

struct NumberScan {
    NumberForm form = NumberForm::none;
    int decimals = 0;  // of a plain number
    double value = 0;
};

// Blanks around a number are allowed (form `other`).
NumberScan scan_number(std::string_view text);

// Whether number_text gives a plain number back as it was written.
bool is_canonical_plain(std::string_view text, const NumberScan& scan);

}  // namespace lethe::formats
