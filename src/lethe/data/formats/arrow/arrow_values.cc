#include "lethe/data/formats/arrow/arrow_values.h"

#include <charconv>
#include <chrono>

namespace lethe::io {
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

template <class Offset>
void append_texts(const ArrowArray& array, std::vector<std::string>& texts) {
    const auto* const present = static_cast<const std::uint8_t*>(array.buffers[0]);
    const auto* const ends = static_cast<const Offset*>(array.buffers[1]);
    const auto* const letters = static_cast<const char*>(array.buffers[2]);
    for (std::int64_t i = array.offset; i < array.offset + array.length; ++i) {
        const bool is_there = present == nullptr || (present[i / 8] >> (i % 8) & 1) != 0;
        const auto size = static_cast<std::size_t>(ends[i + 1] - ends[i]);
        texts.emplace_back(is_there && size > 0 ? std::string(letters + ends[i], size) : "");
    }
}

}  // namespace

std::vector<std::string> arrow_texts(const ArrowArray& array, std::string_view format) {
    std::vector<std::string> texts;
    if (array.length == 0) return texts;
    if (format == "u") {
        append_texts<std::int32_t>(array, texts);
    } else {
        append_texts<std::int64_t>(array, texts);
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
    std::string_view rest = text.substr(space + 1);
    const std::size_t point = rest.find('.');
    const std::string_view fraction = point == rest.npos ? "" : rest.substr(point + 1);
    std::string clock(rest.substr(0, point));
    clock += ':';
    rest = clock;
    const std::int64_t hours = digits_until(rest, ':');
    const std::int64_t minutes = digits_until(rest, ':');
    const std::int64_t seconds = digits_until(rest, ':');
    const std::optional<std::int64_t> parts = fraction_of_text(fraction, units);
    if (!days || !parts || hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 ||
        seconds > 59 || !rest.empty()) {
        return std::nullopt;
    }
    const std::int64_t whole = ((*days * 24 + hours) * 60 + minutes) * 60 + seconds;
    std::int64_t moment = 0;
    if (__builtin_mul_overflow(whole, units, &moment)) return std::nullopt;
    if (__builtin_add_overflow(moment, *parts, &moment)) return std::nullopt;
    return moment;
}

std::optional<std::int64_t> integer_of_text(std::string_view text) {
    return whole_number<std::int64_t>(text);
}

std::optional<std::uint64_t> unsigned_of_text(std::string_view text) {
    return whole_number<std::uint64_t>(text);
}

std::optional<std::int64_t> decimal_of_text(std::string_view text, int scale) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    std::int64_t value = 0;
    int digits = 0, behind = -1;
    for (const char c : text) {
        if (c == '.' && behind < 0) {
            behind = 0;
            continue;
        }
        if (c < '0' || c > '9' || digits >= 18) return std::nullopt;
        if (behind >= scale) {
            if (c != '0') return std::nullopt;
            continue;
        }
        value = value * 10 + (c - '0');
        digits += value > 0 ? 1 : 0;
        if (behind >= 0) ++behind;
    }
    if (text.empty() || text == ".") return std::nullopt;
    for (int i = behind < 0 ? 0 : behind; i < scale; ++i) {
        if (__builtin_mul_overflow(value, 10, &value)) return std::nullopt;
    }
    return negative ? -value : value;
}

}  // namespace lethe::io
