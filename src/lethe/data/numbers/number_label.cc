#include "lethe/data/numbers/number_label.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/date_units.h"
#include "lethe/data/written/notation.h"

namespace lethe {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::optional<double> number_in_label(std::string_view text, const Notation* notation) {
    return notation == nullptr ? parse_number(text) : notation->parse(text);
}

// A number with blanks before it, as in "[20, 25)" and "< 18".
std::optional<double> end_in_label(std::string_view text, const Notation* notation) {
    return number_in_label(text.substr(std::min(text.find_first_not_of(' '), text.size())),
                           notation);
}

// What stands between two ends. A mark may be part of the numbers of a notation: then it is the
// place at which both sides are numbers, and a semicolon goes before a comma.
std::optional<NumberInterval> interval_of_ends(std::string_view ends, const Notation* notation) {
    for (const char mark : {';', ','}) {
        if (notation == nullptr && mark == ';') continue;
        for (std::size_t at = ends.find(mark); at != std::string_view::npos;
             at = ends.find(mark, at + 1)) {
            const auto low = end_in_label(ends.substr(0, at), notation);
            const auto high = end_in_label(ends.substr(at + 1), notation);
            if (low && high) return NumberInterval{*low, *high};
            if (notation == nullptr) return std::nullopt;
        }
    }
    return std::nullopt;
}

// Whether a number may hold a comma: between groups or decimals, or in a pattern of dates.
bool holds_comma(const Notation& notation) {
    const NumberMarks& marks = notation.marks();
    const std::string& texts = notation.dates() != nullptr
                                   ? notation.dates()->pattern()
                                   : marks.decimal + marks.group + marks.before + marks.after;
    return texts.find(',') != std::string::npos;
}

}  // namespace

NumberLabels::NumberLabels(NotationPtr notation) : notation_(std::move(notation)) {
    if (notation_) between_ = holds_comma(*notation_) ? "; " : ", ";
}

std::string NumberLabels::number(double value) const {
    return notation_ ? notation_->text(value) : number_text(value);
}

std::string NumberLabels::interval(double low, double high, char closing,
                                   std::string_view between) const {
    std::string text = "[" + number(low);
    text += notation_ ? between_ : between;
    text += number(high);
    return text + closing;
}

double NumberLabels::edge(double value) const {
    if (!notation_ || notation_->is_number() || !std::isfinite(value)) return value;
    const double step = notation_->step();
    return std::ceil(value / step) * step;
}

double NumberInterval::reading() const {
    if (std::isinf(low)) return high;
    if (std::isinf(high)) return low;
    return (low + high) / 2;
}

std::optional<NumberInterval> interval_of_label(std::string_view label, const Notation* notation) {
    if (const auto number = number_in_label(label, notation)) {
        return NumberInterval{*number, *number};
    }
    constexpr std::string_view kOpening = "[(]";  // "]20, 30]" and "[20, 30[" as ISO writes them
    constexpr std::string_view kClosing = ")][";
    if (label.size() > 2 && kOpening.find(label.front()) != std::string_view::npos &&
        kClosing.find(label.back()) != std::string_view::npos) {
        return interval_of_ends(label.substr(1, label.size() - 2), notation);
    }
    if (notation != nullptr && notation->is_of_calendar()) {
        if (const auto span = span_of_label(label, notation->quantity())) {
            return NumberInterval{span->begin, span->end - notation->step()};
        }
    }
    const auto digits = label.find_first_not_of("<>=");
    if (digits == 0 || digits == std::string_view::npos) return std::nullopt;
    const auto end = end_in_label(label.substr(digits), notation);
    if (!end) return std::nullopt;
    return label.front() == '<' ? NumberInterval{-kInfinity, *end}
                                : NumberInterval{*end, kInfinity};
}

ColumnPtr numbers_of_labels(const Column& column, const NotationPtr& notation) {
    std::vector<double> number_of_code;
    for (const std::string& label : column.dictionary()) {
        const auto interval = interval_of_label(label, notation.get());
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
    const ColumnPtr made =
        Column::numeric(column.name(), std::move(numbers), column.validity(), std::move(spelling));
    return notation ? made->with_notation(notation) : made;
}

}  // namespace lethe
