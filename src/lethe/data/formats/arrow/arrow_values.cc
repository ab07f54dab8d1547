#include "lethe/data/formats/arrow/arrow_values.h"

#include <charconv>
#include <chrono>
#include <cstring>
#include <limits>

namespace lethe::formats {
namespace {

// The digits before `until`, which is taken too; -1 where it is otherwise.
std::int64_t digits_until(std::string_view& text, char until) {
    const std::size_t end = text.find(until);
    if (end == 0 || end == std::string_view::npos || end > 9) return -1;
    std::int64_t number = 0;
    for (const char c : text.substr(0, end)) {
        if (c < '0' || c > '9') return -1;
        number = number * 10 + (c - '0');
    }
    text.remove_prefix(end + 1);
    return number;
}

template <class T>
std::optional<T> whole_number(std::string_view text) {
    T number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    if ((digits.size() > 1 && digits.front() == '0') || text == "-0") return std::nullopt;
    return number;
}

// Of a second, in parts of which it has `units`.
std::optional<std::int64_t> fraction_of_text(std::string_view digits, std::int64_t units) {
    std::int64_t parts = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        units /= 10;
        if (units == 0 && c != '0') return std::nullopt;
        parts += (c - '0') * units;
    }
    return parts;
}

bool is_there(const ArrowArray& array, std::int64_t i) {
    const auto* const present = static_cast<const std::uint8_t*>(array.buffers[0]);
    return present == nullptr || (present[i / 8] >> (i % 8) & 1) != 0;
}

template <class Offset>
void append_texts(const ArrowArray& array, std::vector<std::string>& texts) {
    const auto* const ends = static_cast<const Offset*>(array.buffers[1]);
    const auto* const letters = static_cast<const char*>(array.buffers[2]);
    for (std::int64_t i = array.offset; i < array.offset + array.length; ++i) {
        const auto size = static_cast<std::size_t>(ends[i + 1] - ends[i]);
        const bool shown = is_there(array, i) && size > 0;
        texts.emplace_back(shown ? std::string(letters + ends[i], size) : "");
    }
}

// Texts of up to 12 bytes lie in the view, longer ones in a buffer.
void append_views(const ArrowArray& array, std::vector<std::string>& texts) {
    for (std::int64_t i = array.offset; i < array.offset + array.length; ++i) {
        const char* const view = static_cast<const char*>(array.buffers[1]) + i * 16;
        std::int32_t size = 0, place[2] = {0, 0};
        std::memcpy(&size, view, sizeof size);
        std::memcpy(place, view + 8, sizeof place);
        const char* text = view + 4;
        if (size > 12 && is_there(array, i)) {
            text = static_cast<const char*>(array.buffers[2 + place[0]]) + place[1];
        }
        texts.emplace_back(is_there(array, i) ? std::string(text, static_cast<std::size_t>(size))
                                              : "");
    }
}

template <class T>
void append_numbers(const ArrowArray& array, std::vector<std::string>& texts) {
    const T* const values = static_cast<const T*>(array.buffers[1]);
    for (std::int64_t i = array.offset; i < array.offset + array.length; ++i) {
        texts.emplace_back(is_there(array, i) ? std::to_string(values[i]) : "");
    }
}

void append_integers(const ArrowArray& array, char format, std::vector<std::string>& texts) {
    switch (format) {
        case 'c':
            return append_numbers<std::int8_t>(array, texts);
        case 'C':
            return append_numbers<std::uint8_t>(array, texts);
        case 's':
            return append_numbers<std::int16_t>(array, texts);
        case 'S':
            return append_numbers<std::uint16_t>(array, texts);
        case 'i':
            return append_numbers<std::int32_t>(array, texts);
        case 'I':
            return append_numbers<std::uint32_t>(array, texts);
        case 'l':
            return append_numbers<std::int64_t>(array, texts);
        default:
            return append_numbers<std::uint64_t>(array, texts);
    }
}

// "12:30:00.25" in units of which a second has `units`.
std::optional<std::int64_t> clock_of_text(std::string_view text, std::int64_t units) {
    const std::size_t point = text.find('.');
    const std::string_view fraction = point == text.npos ? "" : text.substr(point + 1);
    std::string clock(text.substr(0, point));
    clock += ':';
    std::string_view rest = clock;
    const std::int64_t hours = digits_until(rest, ':');
    const std::int64_t minutes = digits_until(rest, ':');
    const std::int64_t seconds = digits_until(rest, ':');
    const std::optional<std::int64_t> parts = fraction_of_text(fraction, units);
    if (!parts || hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 ||
        seconds > 59 || !rest.empty()) {
        return std::nullopt;
    }
    return ((hours * 60 + minutes) * 60 + seconds) * units + *parts;
}

}  // namespace

std::vector<std::string> arrow_texts(const ArrowArray& array, std::string_view format) {
    std::vector<std::string> texts;
    if (array.length == 0) return texts;
    if (format == "u") {
        append_texts<std::int32_t>(array, texts);
    } else if (format == "U") {
        append_texts<std::int64_t>(array, texts);
    } else if (format == "vu") {
        append_views(array, texts);
    } else {
        append_integers(array, format.front(), texts);
    }
    return texts;
}

std::optional<std::int64_t> days_of_text(std::string_view text) {
    std::string padded(text);
    padded += '-';
    std::string_view rest = padded;
    const std::int64_t year = digits_until(rest, '-');
    const std::int64_t month = digits_until(rest, '-');
    const std::int64_t day = digits_until(rest, '-');
    if (year < 0 || year > 32767 || month < 0 || day < 0 || !rest.empty()) return std::nullopt;
    using namespace std::chrono;
    const year_month_day date{std::chrono::year(static_cast<int>(year)),
                              std::chrono::month(static_cast<unsigned>(month)),
                              std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return sys_days(date).time_since_epoch().count();
}

std::optional<std::int64_t> moment_of_text(std::string_view text, std::int64_t units) {
    if (text.ends_with("+00")) text.remove_suffix(3);
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    const std::optional<std::int64_t> days = days_of_text(text.substr(0, space));
    const std::optional<std::int64_t> clock = clock_of_text(text.substr(space + 1), units);
    if (!days || !clock) return std::nullopt;
    const WideInteger moment = WideInteger{*days} * 86'400 * units + *clock;
    if (moment < std::numeric_limits<std::int64_t>::min() ||
        moment > std::numeric_limits<std::int64_t>::max()) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(moment);
}

std::optional<std::int64_t> time_of_text(std::string_view text, std::int64_t units) {
    return clock_of_text(text, units);
}

std::optional<std::int64_t> integer_of_text(std::string_view text) {
    return whole_number<std::int64_t>(text);
}

std::optional<std::uint64_t> unsigned_of_text(std::string_view text) {
    return whole_number<std::uint64_t>(text);
}

std::optional<WideInteger> decimal_of_text(std::string_view text, int precision, int scale) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    WideInteger value = 0;
    int digits = 0, behind = -1;
    for (const char c : text) {
        if (c == '.' && behind < 0) {
            behind = 0;
            continue;
        }
        if (c < '0' || c > '9') return std::nullopt;
        if (behind >= scale) {
            if (c != '0') return std::nullopt;
            continue;
        }
        if (digits >= precision) return std::nullopt;
        value = value * 10 + (c - '0');
        digits += value > 0 ? 1 : 0;
        if (behind >= 0) ++behind;
    }
    if (text.empty() || text == ".") return std::nullopt;
    for (int i = behind < 0 ? 0 : behind; i < scale; ++i) {
        if (value > 0 && ++digits > precision) return std::nullopt;
        value *= 10;
    }
    return negative ? -value : value;
}

}  // namespace lethe::formats
