#include "lethe/data/formats/arrow/arrow_column.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

#include "lethe/data/formats/arrow/arrow_values.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/iso_dates.h"

namespace lethe::formats {
namespace {

using Bytes = std::vector<char>;
using Made = ArrowColumn;

void add_buffer(Made& made, Bytes bytes) {
    if (bytes.empty()) bytes.resize(1);  // a buffer that is there
    made.own.push_back(std::make_shared<const Bytes>(std::move(bytes)));
    made.buffers.push_back(made.own.back()->data());
}

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
    Bytes bytes(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

Made begun(const ColumnPtr& column, std::string format) {
    Made made;
    made.name = column->name();
    made.format = std::move(format);
    made.length = column->size();
    made.nulls = column->missing();
    made.column = column;
    if (!column->has_missing()) {
        made.buffers.push_back(nullptr);
        return made;
    }
    Bytes mask(static_cast<std::size_t>((column->size() + 7) / 8));
    for (std::int64_t row = 0; row < column->size(); ++row) {
        if (column->valid(row)) {
            mask[static_cast<std::size_t>(row / 8)] =
                static_cast<char>(mask[static_cast<std::size_t>(row / 8)] | (1 << (row % 8)));
        }
    }
    add_buffer(made, std::move(mask));
    return made;
}

// One value a row by `value_of(row)`; nothing where a row that is not missing has none.
template <class T, class Value>
std::optional<Made> with_values(const ColumnPtr& column, const std::string& format,
                                const Value& value_of) {
    std::vector<T> values(static_cast<std::size_t>(column->size()));
    for (std::int64_t row = 0; row < column->size(); ++row) {
        if (!column->valid(row)) continue;
        const std::optional<T> value = value_of(row);
        if (!value) return std::nullopt;
        values[static_cast<std::size_t>(row)] = *value;
    }
    Made made = begun(column, format);
    add_buffer(made, bytes_of(values));
    return made;
}

// What lies below a missing value may be what was suppressed: numbers go out as they lie there only
// where none is missing.
Made as_doubles(const ColumnPtr& column) {
    if (column->has_missing()) {
        return *with_values<double>(column, "g", [&](std::int64_t row) {
            return std::optional(column->numbers()[static_cast<std::size_t>(row)]);
        });
    }
    Made made = begun(column, "g");
    if (column->size() == 0) {
        add_buffer(made, {});
    } else {
        made.buffers.push_back(column->numbers().data());
    }
    return made;
}

// The values of a dictionary's texts, each looked at once; nothing where one that is used has none.
template <class T, class Value>
std::optional<Made> from_texts(const ColumnPtr& column, const std::string& format,
                               const Value& value_of) {
    const Dictionary& texts = column->dictionary();
    std::vector<std::optional<T>> values;
    values.reserve(texts.size());
    for (const std::string& text : texts) values.push_back(value_of(text));
    const auto codes = column->codes();
    return with_values<T>(column, format, [&](std::int64_t row) {
        return values[static_cast<std::size_t>(codes[static_cast<std::size_t>(row)])];
    });
}

template <class T>
std::optional<T> whole_of(double number) {
    // Ends are powers of two, which a double holds; the upper one is excluded.
    const double low = static_cast<double>(std::numeric_limits<T>::min());
    const double high = std::ldexp(1.0, std::numeric_limits<T>::digits);
    if (!(number >= low && number < high) || number != std::floor(number)) return std::nullopt;
    return static_cast<T>(number);
}

template <class T>
std::optional<T> whole_of_text(const std::string& text) {
    if constexpr (std::is_signed_v<T>) {
        const auto number = integer_of_text(text);
        if (!number || !std::in_range<T>(*number)) return std::nullopt;
        return static_cast<T>(*number);
    } else {
        const auto number = unsigned_of_text(text);
        if (!number || !std::in_range<T>(*number)) return std::nullopt;
        return static_cast<T>(*number);
    }
}

double number_at(const ColumnPtr& column, std::int64_t row) {
    return column->numbers()[static_cast<std::size_t>(row)];
}

template <class T>
std::optional<Made> as_integers(const ColumnPtr& column, const std::string& format) {
    if (!column->is_numeric()) {
        return from_texts<T>(column, format,
                             [](const std::string& t) { return whole_of_text<T>(t); });
    }
    return with_values<T>(column, format,
                          [&](std::int64_t row) { return whole_of<T>(number_at(column, row)); });
}

// Doubles of categories that are all numbers.
std::optional<Made> as_parsed_doubles(const ColumnPtr& column) {
    if (column->is_numeric()) return as_doubles(column);
    return from_texts<double>(column, "g",
                              [](const std::string& text) { return parse_number(text); });
}

std::optional<Made> as_floats(const ColumnPtr& column) {
    const auto single = [](double number) -> std::optional<float> {
        if (std::fabs(number) > std::numeric_limits<float>::max()) return std::nullopt;
        const auto value = static_cast<float>(number);
        return static_cast<double>(value) == number ? std::optional(value) : std::nullopt;
    };
    if (column->is_numeric()) {
        return with_values<float>(column, "f",
                                  [&](std::int64_t row) { return single(number_at(column, row)); });
    }
    return from_texts<float>(column, "f", [&](const std::string& text) -> std::optional<float> {
        const auto number = parse_number(text);
        return number ? single(*number) : std::nullopt;
    });
}

std::optional<Made> as_decimals(const ColumnPtr& column, const std::string& format) {
    int precision = 0, scale = 0;
    const char* const end = format.data() + format.size();
    const auto first = std::from_chars(format.data() + 2, end, precision);
    std::from_chars(first.ptr + 1, end, scale);
    const auto wide = [&](const std::string& text) {
        return decimal_of_text(text, precision, scale);
    };
    if (!column->is_numeric()) return from_texts<WideInteger>(column, format, wide);
    // As they were written, which may be with more digits than a double has.
    return with_values<WideInteger>(column, format,
                                    [&](std::int64_t row) { return wide(column->text(row)); });
}

std::optional<Made> as_truths(const ColumnPtr& column) {
    if (column->is_numeric()) return std::nullopt;
    std::optional<Made> bytes =
        from_texts<char>(column, "b", [](const std::string& text) -> std::optional<char> {
            if (text == "true") return char{1};
            return text == "false" ? std::optional(char{0}) : std::nullopt;
        });
    if (!bytes) return std::nullopt;
    const Bytes& each = *bytes->own.back();
    Bytes bits(static_cast<std::size_t>((column->size() + 7) / 8));
    for (std::int64_t row = 0; row < column->size(); ++row) {
        if (each[static_cast<std::size_t>(row)] == 0) continue;
        char& byte = bits[static_cast<std::size_t>(row / 8)];
        byte = static_cast<char>(byte | (1 << (row % 8)));
    }
    Made made = begun(column, "b");
    add_buffer(made, std::move(bits));
    return made;
}

// How many of them a second has.
std::int64_t units_of(char unit) {
    return unit == 's' ? 1 : unit == 'm' ? 1000 : unit == 'u' ? 1'000'000 : 1'000'000'000;
}

// Of a numeric column, what its notation says that its numbers are.
Quantity arrow_quantity_of(const Column& column) {
    return column.notation() ? column.notation()->quantity() : Quantity::number;
}

std::int64_t whole_days(double days) { return static_cast<std::int64_t>(std::floor(days + 0.5)); }

template <class T>
std::optional<Made> as_parts(const ColumnPtr& column, const std::string& format,
                             std::int64_t units) {
    return with_values<T>(column, format, [&](std::int64_t row) -> std::optional<T> {
        const auto parts =
            parts_of_seconds(number_at(column, row), column->notation()->step(), units);
        return parts ? std::optional(static_cast<T>(*parts)) : std::nullopt;
    });
}

std::optional<Made> as_number_moments(const ColumnPtr& column, const std::string& format) {
    constexpr std::int64_t kMillisecondsOfDay = 86'400'000;
    const bool days = format.starts_with("td");
    if (arrow_quantity_of(*column) != (days ? Quantity::date : Quantity::moment))
        return std::nullopt;
    if (format == "tdD") {
        return with_values<std::int32_t>(column, format, [&](std::int64_t row) {
            return std::optional(static_cast<std::int32_t>(whole_days(number_at(column, row))));
        });
    }
    if (days) {
        return with_values<std::int64_t>(column, format, [&](std::int64_t row) {
            return std::optional(whole_days(number_at(column, row)) * kMillisecondsOfDay);
        });
    }
    return as_parts<std::int64_t>(column, format, units_of(format[2]));
}

std::optional<Made> as_moments(const ColumnPtr& column, const std::string& format) {
    if (column->is_numeric()) return as_number_moments(column, format);
    if (format == "tdD") {
        return from_texts<std::int32_t>(
            column, format, [](const std::string& text) -> std::optional<std::int32_t> {
                const auto days = days_of_text(text);
                return days ? std::optional(static_cast<std::int32_t>(*days)) : std::nullopt;
            });
    }
    if (format == "tdm") {
        return from_texts<std::int64_t>(
            column, format, [](const std::string& text) -> std::optional<std::int64_t> {
                const auto days = days_of_text(text);
                return days ? std::optional(*days * 86'400'000) : std::nullopt;
            });
    }
    const std::int64_t units = units_of(format[2]);
    return from_texts<std::int64_t>(
        column, format, [&](const std::string& text) { return moment_of_text(text, units); });
}

// Of a day: 32 bits count seconds and milliseconds, 64 what is finer.
std::optional<Made> as_times(const ColumnPtr& column, const std::string& format) {
    const std::int64_t units = units_of(format[2]);
    if (column->is_numeric()) {
        if (arrow_quantity_of(*column) != Quantity::time) return std::nullopt;
        return units > 1000 ? as_parts<std::int64_t>(column, format, units)
                            : as_parts<std::int32_t>(column, format, units);
    }
    if (units > 1000) {
        return from_texts<std::int64_t>(
            column, format, [&](const std::string& text) { return time_of_text(text, units); });
    }
    return from_texts<std::int32_t>(
        column, format, [&](const std::string& text) -> std::optional<std::int32_t> {
            const auto time = time_of_text(text, units);
            return time ? std::optional(static_cast<std::int32_t>(*time)) : std::nullopt;
        });
}

// Texts end to end, with 32 or 64 bits for where they end.
template <class Offset>
void add_texts(Made& made, std::int64_t count,
               const std::function<std::string_view(std::int64_t)>& text_of) {
    std::vector<Offset> ends{0};
    ends.reserve(static_cast<std::size_t>(count) + 1);
    Bytes bytes;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::string_view text = text_of(i);
        bytes.insert(bytes.end(), text.begin(), text.end());
        ends.push_back(static_cast<Offset>(bytes.size()));
    }
    add_buffer(made, bytes_of(ends));
    add_buffer(made, std::move(bytes));
}

Made as_texts(const ColumnPtr& column, bool large) {
    const auto text_at = [&](std::int64_t row) -> std::string_view {
        if (!column->valid(row)) return {};
        return column->dictionary()[static_cast<std::size_t>(
            column->codes()[static_cast<std::size_t>(row)])];
    };
    std::int64_t size = 0;
    for (std::int64_t row = 0; row < column->size(); ++row) size += std::ssize(text_at(row));
    large = large || size > std::numeric_limits<std::int32_t>::max();
    Made made = begun(column, large ? "U" : "u");
    if (large) {
        add_texts<std::int64_t>(made, column->size(), text_at);
    } else {
        add_texts<std::int32_t>(made, column->size(), text_at);
    }
    return made;
}

// The categories that rows have, by their codes, and each row's place among them.
struct UsedCategories {
    std::vector<std::size_t> codes;
    std::vector<std::int32_t> place;  // by code; -1: no row has it

    explicit UsedCategories(const Column& column) : place(column.dictionary().size(), -1) {
        for (std::int64_t row = 0; row < column.size(); ++row) {
            const auto code = column.codes()[static_cast<std::size_t>(row)];
            if (column.valid(row)) place[static_cast<std::size_t>(code)] = 0;
        }
        for (std::size_t code = 0; code < place.size(); ++code) {
            if (place[code] < 0) continue;
            place[code] = static_cast<std::int32_t>(codes.size());
            codes.push_back(code);
        }
    }
};

// With the categories that rows have and no others, and nothing below a missing value: a category
// that masking removed stays unknown.
Made with_dictionary(const ColumnPtr& column, const UsedCategories& used,
                     std::unique_ptr<Made> values) {
    const auto codes = column->codes();
    Made made = begun(column, "i");
    if (column->size() > 0 && !column->has_missing() && used.codes.size() == used.place.size()) {
        made.buffers.push_back(codes.data());
    } else {
        std::vector<std::int32_t> written(static_cast<std::size_t>(column->size()));
        for (std::int64_t row = 0; row < column->size(); ++row) {
            const auto at = static_cast<std::size_t>(row);
            if (column->valid(row)) written[at] = used.place[static_cast<std::size_t>(codes[at])];
        }
        add_buffer(made, bytes_of(written));
    }
    made.dictionary = std::move(values);
    return made;
}

std::unique_ptr<Made> dictionary_values(std::string format, const UsedCategories& used) {
    auto values = std::make_unique<Made>();
    values->format = std::move(format);
    values->length = std::ssize(used.codes);
    values->buffers.push_back(nullptr);
    return values;
}

Made as_dictionary(const ColumnPtr& column) {
    const UsedCategories used(*column);
    auto values = dictionary_values("U", used);
    add_texts<std::int64_t>(*values, values->length, [&](std::int64_t i) -> std::string_view {
        return column->dictionary()[used.codes[static_cast<std::size_t>(i)]];
    });
    return with_dictionary(column, used, std::move(values));
}

// Whole numbers; those of an ordered dictionary stay in its order, which need not be that of their
// size.
template <class T>
std::optional<Made> as_integers(const ColumnPtr& column, const ArrowType& type) {
    if (!type.is_ordered() || column->is_numeric()) return as_integers<T>(column, type.format);
    const UsedCategories used(*column);
    std::vector<T> numbers;
    for (const std::size_t code : used.codes) {
        const std::optional<T> number = whole_of_text<T>(column->dictionary()[code]);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    auto values = dictionary_values(type.format, used);
    add_buffer(*values, bytes_of(numbers));
    return with_dictionary(column, used, std::move(values));
}

// Nothing but what is missing.
std::optional<Made> as_nulls(const ColumnPtr& column) {
    if (column->missing() != column->size()) return std::nullopt;
    Made made = begun(column, "n");
    made.buffers.clear();
    return made;
}

// A column without any value is read as numbers, whatever it was; it can be of every type.
ColumnPtr without_values(const ColumnPtr& column) {
    Validity none(column->size());
    for (std::int64_t row = 0; row < column->size(); ++row) none.set_missing(row);
    return Column::categories(column->name(), Kind::nominal,
                              std::vector<std::int32_t>(static_cast<std::size_t>(column->size())),
                              std::make_shared<const Dictionary>(1), std::move(none));
}

}  // namespace

std::optional<ArrowColumn> arrow_column_of_type(ColumnPtr column, const ArrowType& type) {
    const std::string& format = type.format;
    if (column->missing() == column->size()) column = without_values(column);
    if (type.is_text() && !column->is_numeric()) {
        return type.has_dictionary() ? as_dictionary(column) : as_texts(column, format != "u");
    }
    if (format == "b") return as_truths(column);
    if (format.starts_with("td") || format.starts_with("ts")) return as_moments(column, format);
    if (format.starts_with("tt")) return as_times(column, format);
    if (type.is_duration()) return as_integers<std::int64_t>(column, format);
    if (type.is_decimal()) return as_decimals(column, format);
    if (format.size() != 1) return std::nullopt;
    switch (format[0]) {
        case 'n':
            return as_nulls(column);
        case 'c':
            return as_integers<std::int8_t>(column, type);
        case 'C':
            return as_integers<std::uint8_t>(column, type);
        case 's':
            return as_integers<std::int16_t>(column, type);
        case 'S':
            return as_integers<std::uint16_t>(column, type);
        case 'i':
            return as_integers<std::int32_t>(column, type);
        case 'I':
            return as_integers<std::uint32_t>(column, type);
        case 'l':
            return as_integers<std::int64_t>(column, type);
        case 'L':
            return as_integers<std::uint64_t>(column, type);
        case 'f':
            return as_floats(column);
        case 'g':
            return as_parsed_doubles(column);
        default:
            return std::nullopt;
    }
}

ArrowColumn arrow_column(const ColumnPtr& column) {
    if (!column->is_numeric()) return as_texts(column, false);
    std::optional<ArrowColumn> made;
    switch (arrow_quantity_of(*column)) {
        case Quantity::date:
            made = as_moments(column, "tdD");
            break;
        case Quantity::moment:
            made = as_moments(column, column->notation()->dates()->pattern().ends_with("+00")
                                          ? "tsu:UTC"
                                          : "tsu:");
            break;
        case Quantity::time:
            made = as_times(column, "ttu");
            break;
        default:
            break;
    }
    return made ? *std::move(made) : as_doubles(column);
}

}  // namespace lethe::formats
