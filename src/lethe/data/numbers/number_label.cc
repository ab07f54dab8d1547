#include "lethe/data/numbers/number_label.h"

#include <cmath>
#include <limits>

#include "lethe/data/numbers/number_text.h"

namespace lethe {

double NumberInterval::reading() const {
    if (std::isinf(low)) return high;
    if (std::isinf(high)) return low;
    return (low + high) / 2;
}

std::optional<NumberInterval> interval_of_label(std::string_view label) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (const auto number = parse_number(label)) return NumberInterval{*number, *number};
    if (label.size() > 2 && (label.front() == '[' || label.front() == '(') &&
        (label.back() == ')' || label.back() == ']')) {
        const auto comma = label.find(',');
        if (comma == std::string_view::npos) return std::nullopt;
        const auto low = parse_number(label.substr(1, comma - 1));
        const auto high = parse_number(label.substr(comma + 1, label.size() - comma - 2));
        if (low && high) return NumberInterval{*low, *high};
        return std::nullopt;
    }
    const auto digits = label.find_first_not_of("<>=");
    if (digits == 0 || digits == std::string_view::npos) return std::nullopt;
    const auto end = parse_number(label.substr(digits));
    if (!end) return std::nullopt;
    return label.front() == '<' ? NumberInterval{-kInfinity, *end}
                                : NumberInterval{*end, kInfinity};
}

}  // namespace lethe
