#include "lethe/data/formats/temporal_column.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "lethe/data/written/iso_dates.h"

namespace lethe::formats {
namespace {

constexpr std::int64_t kSecondsOfDay = 86'400;
constexpr std::int64_t kDaysOfEra = 146'097;  // 400 years
constexpr std::int64_t kYearsOfEra = 400;
constexpr double kExact = 0x1p52;

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

bool is_day(std::int64_t days) {
    static const std::int64_t kFirst = *days_of({1, 1, 1});
    static const std::int64_t kLast = *days_of({9999, 12, 31});
    return days >= kFirst && days <= kLast;
}

// As DuckDB writes them: years of four digits and more, those before the first one with "(BC)".
std::string day_text(std::int64_t days) {
    const std::int64_t era = floor_quotient(days, kDaysOfEra);
    const CivilDay day = civil_day(days - era * kDaysOfEra);  // of 1970 to 2369
    const std::int64_t year = day.year + era * kYearsOfEra;
    const std::int64_t shown = year > 0 ? year : 1 - year;
    return fmt::format("{:04}-{:02}-{:02}{}", shown, day.month, day.day, year > 0 ? "" : " (BC)");
}

std::string clock_text(std::int64_t in_day, std::int64_t per_second) {
    const std::int64_t seconds = in_day / per_second;
    std::string text =
        fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    std::int64_t parts = in_day % per_second;
    if (parts == 0) return text;
    text += '.';
    for (std::int64_t unit = per_second / 10; parts > 0; unit /= 10) {
        text += static_cast<char>('0' + parts / unit);
        parts %= unit;
    }
    return text;
}

bool is_infinite(std::int64_t value, const TemporalType& type) {
    const std::int64_t most = type.per_second == 0 ? std::numeric_limits<std::int32_t>::max()
                                                   : std::numeric_limits<std::int64_t>::max();
    return type.quantity != Quantity::time && (value == most || value == -most);
}

std::string text_of(std::int64_t value, const TemporalType& type) {
    if (is_infinite(value, type)) return value > 0 ? "infinity" : "-infinity";
    if (type.quantity == Quantity::date) return day_text(value);
    if (type.quantity == Quantity::time) return clock_text(value, type.per_second);
    const std::int64_t units = kSecondsOfDay * type.per_second;
    const std::int64_t days = floor_quotient(value, units);
    return day_text(days) + " " + clock_text(value - days * units, type.per_second) +
           (type.zone ? "+00" : "");
}

NotationPtr notation_of(const TemporalType& type, int digits) {
    const NotationPtr iso = iso_notation(type.quantity, digits);
    if (!type.zone) return iso;
    return Notation::of_dates(iso->dates()->pattern() + "+00", type.quantity);
}

}  // namespace

TemporalColumnBuilder::TemporalColumnBuilder(std::string name, TemporalType type,
                                             std::vector<std::string> missing)
    : name_(std::move(name)), type_(type), missing_(std::move(missing)) {}

void TemporalColumnBuilder::append(const Cells& cells) {
    const auto begin = static_cast<std::int64_t>(values_.size());
    values_.resize(values_.size() + static_cast<std::size_t>(cells.count));
    for (std::int64_t i = 0; i < cells.count; ++i) {
        if (!cells.valid(i)) {
            validity_.set_missing(begin + i);
            continue;
        }
        values_[static_cast<std::size_t>(begin + i)] =
            cells.type == CellType::int32 ? static_cast<const std::int32_t*>(cells.values)[i]
                                          : static_cast<const std::int64_t*>(cells.values)[i];
    }
}

// How many digits of the fraction of a second some value has.
int TemporalColumnBuilder::fraction_digits() const {
    int digits = 0;
    if (type_.per_second <= 1) return digits;
    std::int64_t unit = type_.per_second;  // a step of so many digits has as many parts
    for (const std::int64_t value : values_) {
        while (value % unit != 0) {
            unit /= 10;
            ++digits;
        }
    }
    return digits;
}

// Whether every value is a number that its notation writes.
bool TemporalColumnBuilder::fits() const {
    const double steps = std::pow(10.0, fraction_digits());
    const std::int64_t units = kSecondsOfDay * std::max<std::int64_t>(type_.per_second, 1);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (!validity_.valid(static_cast<std::int64_t>(i))) continue;
        const std::int64_t value = values_[i];
        if (type_.quantity == Quantity::date) {
            if (!is_day(value)) return false;
            continue;
        }
        if (type_.quantity == Quantity::time) {
            if (value < 0 || value >= units) return false;
            continue;
        }
        const double seconds = static_cast<double>(value) / static_cast<double>(type_.per_second);
        if (!is_day(floor_quotient(value, units)) || std::fabs(seconds) * steps > kExact) {
            return false;
        }
    }
    return true;
}

ColumnPtr TemporalColumnBuilder::as_texts() {
    constexpr std::int32_t kMissing = -1;
    Dictionary texts;
    std::unordered_map<std::int64_t, std::int32_t> code_of;
    std::vector<std::int32_t> codes(values_.size(), 0);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i);
        if (!validity_.valid(row)) continue;
        const auto [place, added] = code_of.try_emplace(values_[i], kMissing);
        if (added) {
            std::string text = text_of(values_[i], type_);
            if (!contains(missing_, text)) {
                place->second = static_cast<std::int32_t>(texts.size());
                texts.push_back(std::move(text));
            }
        }
        if (place->second == kMissing) {
            validity_.set_missing(row);
        } else {
            codes[i] = place->second;
        }
    }
    const auto rows = static_cast<std::int64_t>(values_.size());
    return Column::categories(std::move(name_), Kind::nominal, std::move(codes),
                              std::make_shared<const Dictionary>(std::move(texts)),
                              validity_.take(rows));
}

ColumnPtr TemporalColumnBuilder::finish() {
    if (!fits()) return as_texts();
    const int digits = fraction_digits();
    const double per_second = static_cast<double>(std::max<std::int64_t>(type_.per_second, 1));
    const NotationPtr notation = notation_of(type_, digits);
    std::vector<double> missing;
    for (const std::string& text : missing_) {
        if (const auto value = notation->parse(text)) missing.push_back(*value);
    }
    std::vector<double> numbers(values_.size(), 0.0);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i);
        if (!validity_.valid(row)) continue;
        const double value = static_cast<double>(values_[i]) / per_second;
        if (!missing.empty() && std::ranges::find(missing, value) != missing.end()) {
            validity_.set_missing(row);
        } else {
            numbers[i] = value;
        }
    }
    const auto rows = static_cast<std::int64_t>(numbers.size());
    values_ = {};
    return Column::numeric(std::move(name_), std::move(numbers), validity_.take(rows))
        ->with_notation(notation);
}

}  // namespace lethe::formats
