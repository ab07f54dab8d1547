#include "lethe/data/written/date_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

#include "lethe/core/error.h"

namespace lethe {
namespace {

constexpr std::array<std::string_view, 5> kQuantities{"number", "date", "time", "moment",
                                                      "duration"};
constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
constexpr std::string_view kNumbers = "YymdHMSIj";
constexpr double kSecondsOfDay = 86400;
constexpr double kSecondsOfHour = 3600;
constexpr int kFirstYear = 1;
constexpr int kLastYear = 9999;
constexpr int kPivot = 69;               // as POSIX has it
constexpr double kExactHalves = 0x1p52;  // below it doubles are exact to the half

// How many steps a value is, half up. The whole seconds of a moment and what is beyond them are
// exact by themselves; divided by a tenth of a thousand together they would not be.
double rounded_steps(double value, double step) {
    if (step >= 1) return std::floor(value / step + 0.5);
    const double per_unit = std::round(1 / step);
    const double whole = std::floor(value);
    return whole * per_unit + std::floor((value - whole) * per_unit + 0.5);
}

char lower_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper_letter(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool starts_alike(std::string_view text, std::string_view word) {
    return text.size() >= word.size() &&
           std::ranges::equal(text.substr(0, word.size()), word, {}, lower_letter, lower_letter);
}

std::size_t width_of(char field) {
    if (field == 'Y') return 4;
    return field == 'j' ? 3 : 2;
}

// So many digits, or as many as there are but no more; -1 where there are none.
std::int64_t take_digits(std::string_view& text, std::size_t width, bool bare) {
    std::size_t count = 0;
    std::int64_t value = 0;
    while (count < text.size() && count < width && text[count] >= '0' && text[count] <= '9') {
        value = 10 * value + (text[count++] - '0');
    }
    if (count == 0 || (!bare && count < width)) return -1;
    text.remove_prefix(count);
    return value;
}

}  // namespace

std::string_view name(Quantity quantity) { return kQuantities[static_cast<std::size_t>(quantity)]; }

std::optional<Quantity> quantity_named(std::string_view name) {
    const auto place = std::ranges::find(kQuantities, name);
    if (place == kQuantities.end()) return std::nullopt;
    return static_cast<Quantity>(place - kQuantities.begin());
}

std::optional<std::int64_t> days_of(CivilDay day) {
    const std::chrono::year_month_day civil{
        std::chrono::year(day.year), std::chrono::month(day.month), std::chrono::day(day.day)};
    if (!civil.ok()) return std::nullopt;
    return std::chrono::sys_days(civil).time_since_epoch().count();
}

CivilDay civil_day(std::int64_t days) {
    const std::chrono::year_month_day civil{
        std::chrono::sys_days(std::chrono::days(static_cast<int>(days)))};
    return {static_cast<int>(civil.year()), static_cast<unsigned>(civil.month()),
            static_cast<unsigned>(civil.day())};
}

struct DatePattern::Fields {
    std::int64_t year = 1970, month = 1, day = 1, day_of_year = 0;
    std::int64_t hour = 0, minute = 0, second = 0;
    std::int64_t parts = 0;      // of a second
    double parts_of_second = 1;  // how many it has
    std::optional<bool> afternoon;
    bool negative = false;
};

DatePattern::DatePattern(std::string pattern, Quantity quantity)
    : pattern_(std::move(pattern)), quantity_(quantity) {
    compile();
    const bool day =
        (has('Y') || has('y')) && (has('j') || (has('d') && (has('m') || has('b') || has('B'))));
    const bool any_day =
        std::ranges::any_of(std::string_view("YymdbBj"), [&](char field) { return has(field); });
    const bool time = has('H') || (has('I') && has('p'));
    const bool any_time =
        std::ranges::any_of(std::string_view("HMSIpf"), [&](char field) { return has(field); });
    const bool of_day = quantity_ == Quantity::date || quantity_ == Quantity::moment;
    const bool of_time = quantity_ != Quantity::date;
    const bool whole = (!of_day || day) && (of_day || !any_day) && (!of_time || time) &&
                       (of_time || !any_time) && quantity_ != Quantity::number &&
                       (!has('S') || has('M')) && (!has('f') || has('S')) &&
                       !(quantity_ == Quantity::duration && has('I'));
    if (!whole) {
        throw Error(ErrorKind::usage,
                    fmt::format("\"{}\" is no pattern of a {}: a date needs year, month and day "
                                "(%Y, %m or %b, %d), a time or duration hours (%H, or %I with %p, "
                                "then %M, then %S), a moment both; nothing else may be in it",
                                pattern_, name(quantity_)));
    }
    for (const auto& [field, step] :
         {std::pair{'H', kSecondsOfHour}, std::pair{'M', 60.0}, std::pair{'S', 1.0}}) {
        if (of_time && has(field)) step_ = step;
    }
    if (of_time && !has('H') && !has('M')) step_ = kSecondsOfHour;
    for (const Part& part : parts_) {
        if (part.field == 'f') step_ = std::pow(10.0, -part.digits);
    }
}

bool DatePattern::has(char field) const {
    return std::ranges::any_of(parts_, [&](const Part& part) { return part.field == field; });
}

void DatePattern::compile() {
    const auto fail = [&](std::string_view why) {
        throw Error(ErrorKind::usage, fmt::format("the pattern \"{}\" {}", pattern_, why));
    };
    std::string_view rest = pattern_;
    const auto add_literal = [&](char c) {
        if (parts_.empty() || parts_.back().field != 0) parts_.emplace_back();
        parts_.back().literal += c;
    };
    while (!rest.empty()) {
        const char c = rest.front();
        rest.remove_prefix(1);
        if (c != '%') {
            add_literal(c);
            continue;
        }
        Part part;
        for (; !rest.empty() && (rest.front() == '-' || rest.front() == '^');
             rest.remove_prefix(1)) {
            (rest.front() == '-' ? part.bare : part.capital) = true;
        }
        if (!rest.empty() && rest.front() >= '1' && rest.front() <= '9') {
            part.digits = rest.front() - '0';
            rest.remove_prefix(1);
        }
        if (rest.empty()) fail("ends in the middle of a field");
        part.field = rest.front();
        rest.remove_prefix(1);
        if (part.field == '%') {
            add_literal('%');
            continue;
        }
        if (part.field == 'f' && part.digits == 0) part.digits = 6;
        if ((kNumbers.find(part.field) == std::string_view::npos && part.field != 'b' &&
             part.field != 'B' && part.field != 'p' && part.field != 'f') ||
            (part.field != 'f' && part.digits > 0)) {
            fail(
                fmt::format("has a field %{}, which is none of %Y %y %m %d %b %B %j %H %M %S %I "
                            "%p %f",
                            part.field));
        }
        if (has(part.field)) fail(fmt::format("has %{} twice", part.field));
        parts_.push_back(std::move(part));
    }
}

bool DatePattern::parse_part(const Part& part, std::string_view& text, Fields& fields) const {
    if (part.field == 0) {
        if (!text.starts_with(part.literal)) return false;
        text.remove_prefix(part.literal.size());
        return true;
    }
    if (part.field == 'b' || part.field == 'B') {
        for (std::size_t i = 0; i < kMonths.size(); ++i) {
            const std::string_view month = part.field == 'B' ? kMonths[i] : kMonths[i].substr(0, 3);
            if (!starts_alike(text, month)) continue;
            text.remove_prefix(month.size());
            fields.month = static_cast<std::int64_t>(i) + 1;
            return true;
        }
        return false;
    }
    if (part.field == 'p') {
        if (!starts_alike(text, "am") && !starts_alike(text, "pm")) return false;
        fields.afternoon = lower_letter(text.front()) == 'p';
        text.remove_prefix(2);
        return true;
    }
    if (part.field == 'f') {
        const std::int64_t value = take_digits(text, static_cast<std::size_t>(part.digits), false);
        fields.parts = value;
        fields.parts_of_second = std::pow(10.0, part.digits);
        return value >= 0;
    }
    const bool hours = quantity_ == Quantity::duration && part.field == 'H';
    constexpr std::size_t kDigitsOfHours = 9;
    std::size_t width = width_of(part.field);
    if (hours) {
        std::size_t digits = 0;
        while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
        if (digits > kDigitsOfHours) return false;
        width = std::max(width, digits);
    }
    const std::int64_t value = take_digits(text, width, part.bare);
    switch (part.field) {
        case 'Y':
            fields.year = value;
            break;
        case 'y':
            fields.year = value + (value < kPivot ? 2000 : 1900);
            break;
        case 'm':
            fields.month = value;
            break;
        case 'd':
            fields.day = value;
            break;
        case 'j':
            fields.day_of_year = value;
            break;
        case 'H':
            fields.hour = value;
            break;
        case 'I':
            fields.hour = value;
            break;
        case 'M':
            fields.minute = value;
            break;
        default:
            fields.second = value;
    }
    return value >= 0 && !(part.field == 'j' && value == 0);
}

std::optional<double> DatePattern::value_of(const Fields& fields) const {
    constexpr std::int64_t kHours = 24;
    constexpr std::int64_t kSixty = 60;
    std::int64_t hour = fields.hour;
    if (fields.afternoon) {
        if (hour < 1 || hour > kHours / 2) return std::nullopt;
        hour = hour % (kHours / 2) + (*fields.afternoon ? kHours / 2 : 0);
    }
    if (fields.minute >= kSixty || fields.second >= kSixty) return std::nullopt;
    if (hour >= kHours && quantity_ != Quantity::duration) return std::nullopt;
    const auto whole = static_cast<double>(3600 * hour + 60 * fields.minute + fields.second);
    // Rounded once, so that moments of the same parts are the same number whatever wrote them.
    const auto with_parts = [&](double whole_seconds) {
        const double all = whole_seconds * fields.parts_of_second;
        const auto parts = static_cast<double>(fields.parts);
        if (std::fabs(all) < kExactHalves) return (all + parts) / fields.parts_of_second;
        return whole_seconds + parts / fields.parts_of_second;
    };
    const double seconds = with_parts(whole);
    if (quantity_ == Quantity::time) return seconds;
    if (quantity_ == Quantity::duration) return fields.negative ? -seconds : seconds;
    if (fields.year < kFirstYear || fields.year > kLastYear) return std::nullopt;
    const auto year = static_cast<int>(fields.year);
    std::optional<std::int64_t> days;
    if (fields.day_of_year > 0) {
        days = *days_of({year, 1, 1}) + fields.day_of_year - 1;
        if (civil_day(*days).year != year) return std::nullopt;
    } else {
        days =
            days_of({year, static_cast<unsigned>(fields.month), static_cast<unsigned>(fields.day)});
    }
    if (!days) return std::nullopt;
    const auto day = static_cast<double>(*days);
    return quantity_ == Quantity::date ? day : with_parts(day * kSecondsOfDay + whole);
}

std::optional<double> DatePattern::parse(std::string_view text) const {
    Fields fields;
    if (quantity_ == Quantity::duration && text.starts_with('-')) {
        fields.negative = true;
        text.remove_prefix(1);
    }
    for (const Part& part : parts_) {
        if (!parse_part(part, text, fields)) return std::nullopt;
    }
    if (!text.empty()) return std::nullopt;
    return value_of(fields);
}

std::string DatePattern::text(double value) const {
    const bool negative = quantity_ == Quantity::duration && value < 0;
    const double rounded = rounded_steps(negative ? -value : value, step_);
    double days = rounded;
    double seconds = 0;
    double parts_of_second = 0;
    if (quantity_ != Quantity::date) {
        const double in_day = quantity_ == Quantity::duration ? 0 : kSecondsOfDay;
        const double steps_of_second = step_ < 1 ? std::round(1 / step_) : 1;
        const double whole = step_ < 1 ? std::floor(rounded / steps_of_second) : rounded * step_;
        parts_of_second = step_ < 1 ? rounded - whole * steps_of_second : 0;
        days = in_day > 0 ? std::floor(whole / in_day) : 0;
        seconds = whole - days * in_day;
        // The last half of a step of the day is written as its last step: a day has 24 hours.
        if (quantity_ == Quantity::time && days > 0) {
            seconds = kSecondsOfDay - std::max(step_, 1.0);
            parts_of_second = step_ < 1 ? steps_of_second - 1 : 0;
        }
    }
    const bool of_day = quantity_ == Quantity::date || quantity_ == Quantity::moment;
    static const double kLeast = static_cast<double>(*days_of({kFirstYear, 1, 1}));
    static const double kMost = static_cast<double>(*days_of({kLastYear, 12, 31}));
    const CivilDay day =
        of_day ? civil_day(static_cast<std::int64_t>(std::clamp(days, kLeast, kMost))) : CivilDay{};
    const auto second = static_cast<std::int64_t>(seconds);
    const std::int64_t hour = second / 3600;
    std::string out = negative && rounded > 0 ? "-" : "";
    const auto number = [&](const Part& part, std::int64_t written) {
        const auto width = part.bare ? 1 : width_of(part.field);
        fmt::format_to(std::back_inserter(out), "{:0{}}", written, width);
    };
    const auto word = [&](const Part& part, std::string_view text) {
        for (const char c : text) out += part.capital ? upper_letter(c) : c;
    };
    for (const Part& part : parts_) {
        switch (part.field) {
            case 0:
                out += part.literal;
                break;
            case 'Y':
                number(part, day.year);
                break;
            case 'y':
                number(part, day.year % 100);
                break;
            case 'm':
                number(part, day.month);
                break;
            case 'd':
                number(part, day.day);
                break;
            case 'b':
                word(part, kMonths[day.month - 1].substr(0, 3));
                break;
            case 'B':
                word(part, kMonths[day.month - 1]);
                break;
            case 'j':
                number(part, *days_of(day) - *days_of({day.year, 1, 1}) + 1);
                break;
            case 'H':
                number(part, hour);
                break;
            case 'I':
                number(part, (hour + 11) % 12 + 1);
                break;
            case 'p':
                word(part, hour < 12 ? "AM" : "PM");
                break;
            case 'M':
                number(part, second / 60 % 60);
                break;
            case 'S':
                number(part, second % 60);
                break;
            default:
                fmt::format_to(std::back_inserter(out), "{:0{}}",
                               static_cast<std::int64_t>(parts_of_second), part.digits);
        }
    }
    return out;
}

}  // namespace lethe
