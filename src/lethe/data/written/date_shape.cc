// Every text is cut into numbers, names of months, AM or PM, and what stands between them. Texts
// of one column must agree in all but the numbers and names; of those the widest ranges are kept.
// What each number is follows at the end from its place, its width and its largest value, so that
// a column is looked at once, whatever the patterns that could be meant.
#include "lethe/data/written/date_shape.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lethe {
namespace {

constexpr std::array<std::string_view, 12> kMonthNames{
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};
constexpr std::size_t kLongestNumber = 9;  // digits
constexpr std::size_t kShortName = 3;

bool is_date_digit(char c) { return c >= '0' && c <= '9'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_capital(c) || (c >= 'a' && c <= 'z'); }

std::string lower_case(std::string_view word) {
    std::string lower(word);
    for (char& c : lower) c = is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

// A literal in a pattern.
std::string quoted(const std::string& literal) {
    std::string out;
    for (const char c : literal) out += c == '%' ? std::string("%%") : std::string(1, c);
    return out;
}

}  // namespace

std::vector<DateShape::Part> DateShape::parts_of(std::string_view text) {
    std::vector<Part> parts;
    const auto add_literal = [&](std::string_view literal) {
        if (parts.empty() || parts.back().token != Token::literal) parts.emplace_back();
        parts.back().literal += literal;
    };
    while (!text.empty()) {
        std::size_t size = 1;
        Part part;
        if (is_date_digit(text.front())) {
            size = std::min(text.find_first_not_of("0123456789"), text.size());
            if (size > kLongestNumber) return {};
            part.token = Token::number;
            part.least = part.most = size;
            for (const char c : text.substr(0, size)) part.largest = 10 * part.largest + (c - '0');
        } else if (is_letter(text.front())) {
            size = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_letter) -
                                            text.begin());
            const std::string_view written = text.substr(0, size);
            const std::string word = lower_case(written);
            const auto month = std::ranges::find_if(kMonthNames, [&](std::string_view name) {
                return word == name || word == name.substr(0, kShortName);
            });
            if (month != kMonthNames.end()) {
                part.token = Token::month;
                part.short_names = word.size() == kShortName;
                part.long_names = word == *month;
                part.capital = std::ranges::all_of(written, is_capital);
            } else if (word == "am" || word == "pm") {
                part.token = Token::half;
            }
        }
        if (part.token == Token::literal) {
            add_literal(text.substr(0, size));
        } else {
            parts.push_back(std::move(part));
        }
        text.remove_prefix(size);
    }
    return parts;
}

bool DateShape::add(std::string_view text) {
    constexpr std::size_t kLongest = 40;  // characters: "Wednesday" is none of them
    if (text.empty() || text.size() > kLongest) return false;
    if (text.front() == '-') {
        negative_ = true;
        text.remove_prefix(1);
    }
    std::vector<Part> parts = parts_of(text);
    if (!std::exchange(seen_, true)) {
        parts_ = std::move(parts);
        return std::ranges::find(parts_, Token::number, &Part::token) != parts_.end();
    }
    if (parts.size() != parts_.size()) return false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Part& kept = parts_[i];
        const Part& part = parts[i];
        if (kept.token != part.token || kept.literal != part.literal) return false;
        kept.least = std::min(kept.least, part.least);
        kept.most = std::max(kept.most, part.most);
        kept.largest = std::max(kept.largest, part.largest);
        kept.short_names = kept.short_names && part.short_names;
        kept.long_names = kept.long_names && part.long_names;
        kept.capital = kept.capital && part.capital;
    }
    return true;
}

std::string DateShape::number_field(const Part& part, char field) const {
    return part.least == 1 ? std::string("%-") + field : std::string("%") + field;
}

// The patterns of a date of parts_[from, to); none where it is none.
std::vector<std::string> DateShape::dates(std::size_t from, std::size_t to, DayOrder order) const {
    constexpr std::int64_t kDays = 31;
    constexpr std::int64_t kMonthsOfYear = 12;
    const auto is_number = [&](const Part& part, std::size_t most) {
        return part.token == Token::number && part.most <= most;
    };
    const auto is_year = [&](const Part& part) {
        return is_number(part, 4) && part.least == 4 && part.largest > 0;
    };
    const auto can_be = [&](const Part& part, char field) {
        return is_number(part, 2) && part.largest <= (field == 'd' ? kDays : kMonthsOfYear);
    };
    std::vector<Part> fields;  // without what stands between them
    std::vector<std::string> between(1);
    for (std::size_t i = from; i < to; ++i) {
        if (parts_[i].token == Token::literal) {
            between.back() += parts_[i].literal;
        } else {
            fields.push_back(parts_[i]);
            between.emplace_back();
        }
    }
    if (fields.size() != 3 || !between.front().empty() || !between.back().empty()) return {};
    const std::string first = between[1], second = between[2];
    const auto pattern = [&](const std::string& a, const std::string& b, const std::string& c) {
        return a + quoted(first) + b + quoted(second) + c;
    };

    const auto named = std::ranges::find(fields, Token::month, &Part::token);
    if (named != fields.end()) {
        const bool between_them = named == fields.begin() + 1;
        const Part& day = between_them ? fields[0] : fields[1];
        if (named == fields.begin() + 2 || !can_be(day, 'd') || !is_year(fields[2])) return {};
        for (const std::string& literal : {first, second}) {
            if (!is_one_of(literal, {"", " ", "-", ". ", ", ", ".", "/"})) return {};
        }
        if (!named->short_names && !named->long_names) return {};
        std::string month = named->capital ? "%^" : "%";
        month += named->short_names ? 'b' : 'B';
        const std::string number = number_field(day, 'd');
        return {between_them ? pattern(number, month, "%Y") : pattern(month, number, "%Y")};
    }

    if (first != second || !is_one_of(first, {"-", "/", ".", ". "})) return {};
    if (is_year(fields[0])) {
        if (!can_be(fields[1], 'm') || !can_be(fields[2], 'd')) return {};
        return {pattern("%Y", number_field(fields[1], 'm'), number_field(fields[2], 'd'))};
    }
    const bool full = is_year(fields[2]);
    if (!full && !(is_number(fields[2], 2) && fields[2].least == 2)) return {};
    const std::string year = full ? "%Y" : "%y";
    std::vector<std::string> found;
    if (order != DayOrder::month_first && can_be(fields[0], 'd') && can_be(fields[1], 'm')) {
        found.push_back(pattern(number_field(fields[0], 'd'), number_field(fields[1], 'm'), year));
    }
    const bool points = first.starts_with('.') && order == DayOrder::unknown && !found.empty();
    if (order != DayOrder::day_first && !points && can_be(fields[0], 'm') &&
        can_be(fields[1], 'd')) {
        found.push_back(pattern(number_field(fields[0], 'm'), number_field(fields[1], 'd'), year));
    }
    if (!full && is_number(fields[0], 2) && fields[0].least == 2 && can_be(fields[1], 'm') &&
        can_be(fields[2], 'd')) {
        found.push_back(pattern("%y", number_field(fields[1], 'm'), number_field(fields[2], 'd')));
    }
    return found;
}

// The pattern of a time of all parts from `from` on; empty where it is none.
std::string DateShape::time(std::size_t from, bool& duration) const {
    constexpr std::int64_t kLastHour = 23;
    constexpr std::int64_t kLastOfSixty = 59;
    const auto literal = [&](std::size_t i) {
        return i < parts_.size() && parts_[i].token == Token::literal ? parts_[i].literal
                                                                      : std::string();
    };
    const auto sixtieth = [&](std::size_t i) {
        return i < parts_.size() && parts_[i].token == Token::number && parts_[i].least == 2 &&
               parts_[i].most == 2 && parts_[i].largest <= kLastOfSixty;
    };
    std::size_t at = from;
    if (at >= parts_.size() || parts_[at].token != Token::number) return {};
    const Part& hours = parts_[at];
    if (literal(at + 1) != ":" || !sixtieth(at + 2)) return {};
    std::string rest = ":%M";
    at += 3;
    if (literal(at) == ":" && sixtieth(at + 1)) {
        rest += ":%S";
        at += 2;
        const std::string mark = literal(at);
        if ((mark == "." || mark == ",") && at + 1 < parts_.size() &&
            parts_[at + 1].token == Token::number && parts_[at + 1].least == parts_[at + 1].most) {
            rest += mark + "%" + std::to_string(parts_[at + 1].least) + "f";
            at += 2;
        }
    }
    bool twelve = false;
    const bool blank = literal(at) == " " && at + 2 == parts_.size();
    if (blank || at + 1 == parts_.size()) {
        const Part& last = parts_.back();
        twelve = last.token == Token::half;
        if (twelve) rest += blank ? " %p" : "%p";
        if (!twelve && (last.token != Token::literal || !is_one_of(last.literal, {"Z", " Z"}))) {
            return {};
        }
        if (!twelve) rest += last.literal;
        at = parts_.size();
    }
    if (at != parts_.size()) return {};
    duration = hours.largest > kLastHour || hours.most > 2 || negative_;
    if (duration && twelve) return {};
    return number_field(hours, twelve ? 'I' : 'H') + rest;
}

std::vector<NotationPtr> DateShape::notations(DayOrder order) const {
    std::size_t start = 0;  // of the time of the day
    while (start + 1 < parts_.size() &&
           !(parts_[start].token == Token::number && parts_[start + 1].token == Token::literal &&
             parts_[start + 1].literal == ":")) {
        ++start;
    }
    const bool timed = start + 1 < parts_.size();
    bool duration = false;
    std::string time_of_day;
    if (timed) {
        time_of_day = time(start, duration);
        if (time_of_day.empty()) return {};
    }
    if (timed && start == 0) {
        return {Notation::of_dates(time_of_day, duration ? Quantity::duration : Quantity::time)};
    }
    if (negative_ || duration) return {};
    std::string joint;
    std::size_t end = parts_.size();
    if (timed) {
        end = start - 1;
        joint = parts_[end].token == Token::literal ? parts_[end].literal : std::string();
        if (!is_one_of(joint, {"T", " ", ", "})) return {};
    }
    std::vector<NotationPtr> found;
    for (const std::string& date : dates(0, end, order)) {
        found.push_back(Notation::of_dates(date + joint + time_of_day,
                                           timed ? Quantity::moment : Quantity::date));
    }
    return found;
}

}  // namespace lethe
