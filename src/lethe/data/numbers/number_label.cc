#include "lethe/data/numbers/number_label.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "lethe/data/numbers/number_text.h"

namespace lethe {
namespace {

// A number with blanks before it, as in "[20, 25)" and "< 18".
std::optional<double> end_in_label(std::string_view text) {
    return parse_number(text.substr(std::min(text.find_first_not_of(' '), text.size())));
}

}  // namespace

double NumberInterval::reading() const {
    if (std::isinf(low)) return high;
    if (std::isinf(high)) return low;
    return (low + high) / 2;
}

std::optional<NumberInterval> interval_of_label(std::string_view label) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (const auto number = parse_number(label)) return NumberInterval{*number, *number};
    constexpr std::string_view kOpening = "[(]";  // "]20, 30]" and "[20, 30[" as ISO writes them
    constexpr std::string_view kClosing = ")][";
    if (label.size() > 2 && kOpening.find(label.front()) != std::string_view::npos &&
        kClosing.find(label.back()) != std::string_view::npos) {
        const auto comma = label.find(',');
        if (comma == std::string_view::npos) return std::nullopt;
        const auto low = end_in_label(label.substr(1, comma - 1));
        const auto high = end_in_label(label.substr(comma + 1, label.size() - comma - 2));
        if (low && high) return NumberInterval{*low, *high};
        return std::nullopt;
    }
    const auto digits = label.find_first_not_of("<>=");
    if (digits == 0 || digits == std::string_view::npos) return std::nullopt;
    const auto end = end_in_label(label.substr(digits));
    if (!end) return std::nullopt;
    return label.front() == '<' ? NumberInterval{-kInfinity, *end}
                                : NumberInterval{*end, kInfinity};
}

ColumnPtr numbers_of_labels(const Column& column) {
    std::vector<double> number_of_code;
    for (const std::string& label : column.dictionary()) {
        const auto interval = interval_of_label(label);
        if (!interval || !std::isfinite(interval->reading())) return nullptr;
        number_of_code.push_back(interval->reading());
    }
    std::vector<double> numbers(static_cast<std::size_t>(column.size()), 0.0);
    auto spelling = std::make_shared<Column::Spelling>();
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        if (!column.valid(row)) continue;
        numbers[i] = number_of_code[static_cast<std::size_t>(column.codes()[i])];
        spelling->add(row, column.text(row));
    }
    return Column::numeric(column.name(), std::move(numbers), column.validity(),
                           std::move(spelling));
}

}  // namespace lethe
