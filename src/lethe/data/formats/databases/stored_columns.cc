#include "lethe/data/formats/databases/stored_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/notation.h"

namespace lethe::formats {
namespace {

bool is_truth(const Column& column) {
    const bool was = column.description() && column.description()->stored == StoredAs::truth;
    return was && std::ranges::all_of(column.dictionary(), [](const std::string& text) {
               return text == "true" || text == "false";
           });
}

StoredColumn stored_date(const DatePattern& dates) {
    switch (dates.quantity()) {
        case Quantity::date:
            return StoredColumn::date;
        case Quantity::time:
            return StoredColumn::time;
        case Quantity::duration:
            return StoredColumn::duration;
        case Quantity::moment:
        case Quantity::number:
            break;
    }
    const std::string& pattern = dates.pattern();
    const bool zoned = pattern.ends_with("+00") || pattern.ends_with("Z");
    return zoned ? StoredColumn::zoned : StoredColumn::moment;
}

bool has_decimals(const Column& column) {
    return column.spelling() && column.spelling()->decimals > 0 &&
           (column.notation() == nullptr || column.notation()->marks().usual());
}

bool all_integers(const Column& column) {
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const double value = column.numbers()[static_cast<std::size_t>(row)];
        const bool integer = value == std::floor(value) && std::fabs(value) <= 0x1p53 &&
                             !(value == 0 && std::signbit(value));
        if (column.valid(row) && !integer) return false;
    }
    return column.missing() < column.size();
}

// Of whole seconds, or days.
const Notation& written_as(StoredColumn stored) {
    static const NotationPtr date = Notation::of_dates("%Y-%m-%d", Quantity::date);
    static const NotationPtr time = Notation::of_dates("%H:%M:%S", Quantity::time);
    static const NotationPtr moment = Notation::of_dates("%Y-%m-%d %H:%M:%S", Quantity::moment);
    static const NotationPtr duration = Notation::of_dates("%H:%M:%S", Quantity::duration);
    switch (stored) {
        case StoredColumn::date:
            return *date;
        case StoredColumn::time:
            return *time;
        case StoredColumn::duration:
            return *duration;
        default:
            return *moment;
    }
}

// Microseconds apart from the seconds, so that none is lost of a moment far from 1970.
std::string text_of_seconds(double value, StoredColumn stored) {
    const bool negative = stored == StoredColumn::duration && value < 0;
    const double size = negative ? -value : value;
    double whole = std::floor(size);
    auto microseconds = static_cast<int>(std::round((size - whole) * 1e6));
    if (microseconds == 1000000) {
        whole += 1;
        microseconds = 0;
    }
    std::string text = (negative ? "-" : "") + written_as(stored).text(whole);
    if (microseconds > 0) {
        text += fmt::format(".{:06}", microseconds);
        text.erase(text.find_last_not_of('0') + 1);
    }
    return stored == StoredColumn::zoned ? text + "+00" : text;
}

}  // namespace

StoredColumn stored_column(const Column& column) {
    if (!column.is_numeric()) return is_truth(column) ? StoredColumn::truth : StoredColumn::text;
    if (column.notation() && column.notation()->dates() != nullptr) {
        return stored_date(*column.notation()->dates());
    }
    if (has_decimals(column)) return StoredColumn::decimal;
    return all_integers(column) ? StoredColumn::integer : StoredColumn::number;
}

std::string stored_text(const Column& column, StoredColumn stored, std::int64_t row) {
    switch (stored) {
        case StoredColumn::truth:
        case StoredColumn::text:
        case StoredColumn::decimal:
            return column.text(row);
        case StoredColumn::integer:
        case StoredColumn::number:
            return number_text(column.numbers()[static_cast<std::size_t>(row)]);
        case StoredColumn::date:
            return written_as(stored).text(column.numbers()[static_cast<std::size_t>(row)]);
        default:
            return text_of_seconds(column.numbers()[static_cast<std::size_t>(row)], stored);
    }
}

}  // namespace lethe::formats
