// As scan_number: almost every text is written as its notation writes the number, with at most 15
// digits, so that one division gives the right double and the digits alone tell that the text comes
// back. All else goes to Notation::parse. A date of digits is a walk along its pattern; whether it
// comes back shows in its leading zeros.
#include "lethe/data/formats/scan_notation.h"

#include <array>
#include <optional>
#include <utility>

#include "lethe/data/written/date_pattern.h"

namespace lethe::formats {
namespace {

constexpr std::uint64_t kExactMantissa = 1'000'000'000'000'000ULL;
constexpr std::size_t kMostDigits = 18;
constexpr std::array<double, 19> kPowersOfTen{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
                                              1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
                                              1e14, 1e15, 1e16, 1e17, 1e18};

bool is_marked_digit(char c) { return c >= '0' && c <= '9'; }

bool take(std::string_view& text, const std::string& mark, bool front) {
    if (!(front ? text.starts_with(mark) : text.ends_with(mark))) return false;
    front ? text.remove_prefix(mark.size()) : text.remove_suffix(mark.size());
    return true;
}

// Days since 1 January 1970 of a day from the year 1 on; the calendar repeats after 400 years.
// Years begin in March here, so that a leap day is the last of its year.
std::optional<std::int64_t> civil_days(std::int64_t year, std::int64_t month, std::int64_t day) {
    constexpr std::array<std::int64_t, 13> kDays{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < 1 || month < 1 || month > 12 || day < 1) return std::nullopt;
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    const std::int64_t last = kDays[static_cast<std::size_t>(month)] + (leap && month == 2 ? 1 : 0);
    if (day > last) return std::nullopt;
    const std::int64_t from_march = (month + 9) % 12;
    const std::int64_t y = month <= 2 ? year - 1 : year;
    const std::int64_t of_year = (153 * from_march + 2) / 5 + day - 1;
    constexpr std::int64_t kBefore1970 = 719468;
    return 365 * y + y / 4 - y / 100 + y / 400 + of_year - kBefore1970;
}

}  // namespace

NotationScanner::NotationScanner(NotationPtr notation) : notation_(std::move(notation)) {
    const DatePattern* dates = notation_->dates();
    if (dates == nullptr || dates->quantity() == Quantity::duration) return;
    std::string_view rest = dates->pattern();
    while (!rest.empty()) {
        Field field;
        if (!rest.starts_with('%') || rest.starts_with("%%")) {
            if (fields_.empty() || fields_.back().field != 0) fields_.emplace_back();
            fields_.back().literal += rest.front();
            rest.remove_prefix(rest.starts_with('%') ? 2 : 1);
            continue;
        }
        rest.remove_prefix(1);
        field.bare = rest.starts_with('-');
        if (field.bare) rest.remove_prefix(1);
        field.field = rest.front();
        rest.remove_prefix(1);
        if (std::string_view("YmdHMS").find(field.field) == std::string_view::npos ||
            (field.bare && field.field == 'Y')) {
            fields_.clear();
            return;
        }
        fields_.push_back(std::move(field));
    }
}

NumberScan NotationScanner::scan(std::string_view text) const {
    if (notation_->is_number()) return scan_marked(text);
    return fields_.empty() ? scan_slowly(text) : scan_date(text);
}

NumberScan NotationScanner::scan_slowly(std::string_view text) const {
    const std::optional<double> value = notation_->parse(text);
    return value ? NumberScan{NumberForm::other, 0, *value} : NumberScan{};
}

NumberScan NotationScanner::scan_marked(std::string_view text) const {
    const NumberMarks& marks = notation_->marks();
    constexpr std::size_t kGroup = 3;
    const std::string_view whole_text = text;
    bool negative = false;
    if (!marks.minus_behind) negative = take(text, marks.minus, true);
    if (!take(text, marks.before, true) || !take(text, marks.after, false)) {
        return scan_slowly(whole_text);
    }
    if (marks.minus_behind) negative = take(text, marks.minus, false);
    const char* at = text.data();
    const char* const end = at + text.size();
    std::uint64_t mantissa = 0;
    std::size_t digits = 0;
    std::size_t since = 0;  // digits of this group
    bool grouped = false;
    const bool zero = at != end && *at == '0';
    while (at != end) {
        if (is_marked_digit(*at)) {
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(*at++ - '0');
            ++since;
            if (++digits > kMostDigits) return scan_slowly(whole_text);
            continue;
        }
        const std::string_view rest(at, static_cast<std::size_t>(end - at));
        if (marks.group.empty() || !rest.starts_with(marks.group)) break;
        if (since == 0 || since > kGroup || (grouped && since != kGroup)) {
            return scan_slowly(whole_text);
        }
        grouped = true;
        since = 0;
        at += marks.group.size();
    }
    // Groups stand wherever there are more than three digits, or the text is another's.
    const bool groups = marks.group.empty() || (grouped ? since == kGroup : since <= kGroup);
    if (!groups || digits == 0 || (zero && digits > 1)) return scan_slowly(whole_text);
    int decimals = 0;
    if (at != end) {
        const std::string_view rest(at, static_cast<std::size_t>(end - at));
        if (!rest.starts_with(marks.decimal)) return scan_slowly(whole_text);
        at += marks.decimal.size();
        for (; at != end && is_marked_digit(*at); ++at, ++decimals) {
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(*at - '0');
            if (++digits > kMostDigits) return scan_slowly(whole_text);
        }
        if (at != end || decimals == 0) return scan_slowly(whole_text);
    }
    if (mantissa >= kExactMantissa) return scan_slowly(whole_text);
    const double size =
        static_cast<double>(mantissa) / kPowersOfTen[static_cast<std::size_t>(decimals)];
    return {NumberForm::plain, decimals, negative ? -size : size};
}

NumberScan NotationScanner::scan_date(std::string_view text) const {
    constexpr std::int64_t kHours = 24;
    constexpr std::int64_t kSixty = 60;
    std::int64_t year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0;
    bool canonical = true;
    for (const Field& field : fields_) {
        if (field.field == 0) {
            if (!take(text, field.literal, true)) return {};
            continue;
        }
        const std::size_t width = field.field == 'Y' ? 4 : 2;
        std::size_t count = 0;
        std::int64_t value = 0;
        while (count < width && count < text.size() && is_marked_digit(text[count])) {
            value = 10 * value + (text[count++] - '0');
        }
        if (count == 0 || (!field.bare && count < width)) return {};
        canonical = canonical && !(field.bare && count > 1 && text.front() == '0');
        text.remove_prefix(count);
        switch (field.field) {
            case 'Y':
                year = value;
                break;
            case 'm':
                month = value;
                break;
            case 'd':
                day = value;
                break;
            case 'H':
                hour = value;
                break;
            case 'M':
                minute = value;
                break;
            default:
                second = value;
        }
    }
    if (!text.empty() || hour >= kHours || minute >= kSixty || second >= kSixty) return {};
    const std::int64_t seconds = 3600 * hour + 60 * minute + second;
    const NumberForm form = canonical ? NumberForm::plain : NumberForm::other;
    if (notation_->quantity() == Quantity::time) return {form, 0, static_cast<double>(seconds)};
    const auto days = civil_days(year, month, day);
    if (!days) return {};
    constexpr std::int64_t kSecondsOfDay = 86400;
    const bool date = notation_->quantity() == Quantity::date;
    return {form, 0, static_cast<double>(date ? *days : *days * kSecondsOfDay + seconds)};
}

bool NotationScanner::is_canonical_plain(std::string_view text, const NumberScan& scan) const {
    if (scan.decimals == 0) return true;
    const NumberMarks& marks = notation_->marks();
    take(text, marks.after, false);
    if (marks.minus_behind) take(text, marks.minus, false);
    return formats::is_canonical_plain(text, scan);
}

}  // namespace lethe::formats
