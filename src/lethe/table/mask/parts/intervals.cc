#include "lethe/table/mask/parts/intervals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "lethe/core/limits.h"
#include "lethe/data/numbers/number_text.h"

namespace lethe::mask {
namespace {

double to_15_digits(double value) {
    if (value == std::floor(value)) return value;
    return parse_number(fmt::format("{:.15g}", value)).value_or(value);
}

}  // namespace

Intervals Intervals::of_width(double width, double origin) {
    Intervals result;
    result.width_ = width;
    result.origin_ = origin;
    return result;
}

Intervals Intervals::between(std::vector<double> breaks) {
    Intervals result;
    result.breaks_ = std::move(breaks);
    return result;
}

Intervals Intervals::of_dates(DateUnit unit, const Notation& notation) {
    Intervals result;
    result.unit_ = unit;
    result.quantity_ = notation.quantity();
    result.step_ = notation.step();
    return result;
}

double Intervals::class_of(double value) const {
    if (unit_) return span_of(value, quantity_, *unit_).begin;
    if (!breaks_.empty()) {
        return static_cast<double>(std::upper_bound(breaks_.begin(), breaks_.end(), value) -
                                   breaks_.begin());
    }
    const double quotient = (value - origin_) / width_;
    const double nearest = std::nearbyint(quotient);
    if (std::fabs(quotient - nearest) > 1e-9 * std::max(1.0, std::fabs(nearest))) {
        return std::floor(quotient);
    }
    return value >= low(nearest) ? nearest : nearest - 1;
}

double Intervals::low(double number) const {
    if (unit_) return number;
    if (breaks_.empty()) return to_15_digits(origin_ + number * width_);
    return number == 0 ? -kInfinity : breaks_[static_cast<std::size_t>(number) - 1];
}

double Intervals::high(double number) const {
    if (unit_) return span_of(number, quantity_, *unit_).end;
    if (breaks_.empty()) return low(number + 1);
    const auto place = static_cast<std::size_t>(number);
    return place == breaks_.size() ? kInfinity : breaks_[place];
}

double Intervals::midpoint(double number) const {
    if (unit_) {
        const double steps = (high(number) - low(number)) / step_;
        return low(number) + std::floor((steps - 1) / 2) * step_;
    }
    if (low(number) == -kInfinity) return high(number);
    if (high(number) == kInfinity) return low(number);
    return to_15_digits(low(number) + (high(number) - low(number)) / 2);
}

std::string Intervals::label(double number, const NumberLabels& labels) const {
    if (unit_) return date_label(calendar_day(number, quantity_), *unit_);
    const double from = labels.edge(low(number));
    const double to = labels.edge(high(number));
    if (from == -kInfinity) return "<" + labels.number(to);
    if (to == kInfinity) return ">=" + labels.number(from);
    return labels.interval(from, to, ')');
}

}  // namespace lethe::mask
