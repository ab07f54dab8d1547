#include "lethe/data/written/notation.h"

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/numbers/number_text.h"

namespace lethe {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The digits of `text` without their marks of groups; nothing where these do not stand between
// groups of three.
std::optional<std::string> without_groups(std::string_view text, const std::string& group) {
    constexpr std::size_t kGroup = 3;
    std::string digits;
    std::size_t since = 0;  // digits of this group
    bool grouped = false;
    while (!text.empty()) {
        if (is_digit(text.front())) {
            digits += text.front();
            text.remove_prefix(1);
            if (++since > kGroup && grouped) return std::nullopt;
        } else if (!group.empty() && text.starts_with(group)) {
            if (since == 0 || since > kGroup || (grouped && since != kGroup)) return std::nullopt;
            text.remove_prefix(group.size());
            grouped = true;
            since = 0;
        } else {
            return std::nullopt;
        }
    }
    if (grouped && since != kGroup) return std::nullopt;
    return digits;
}

}  // namespace

NotationPtr Notation::of_numbers(NumberMarks marks) {
    const auto is_mark = [](const std::string& mark) {
        return std::ranges::none_of(mark, [](char c) {
            return is_digit(c) || c == '-' || c == '+' || c == 'e' || c == 'E';
        });
    };
    if (marks.decimal.empty() || !is_mark(marks.decimal) || !is_mark(marks.group) ||
        marks.decimal == marks.group) {
        throw Error(ErrorKind::usage,
                    "the marks of decimals and of thousands must be two, and neither a digit nor a "
                    "sign");
    }
    if (std::ranges::any_of(marks.before + marks.after, is_digit)) {
        throw Error(ErrorKind::usage, "what stands before and behind a number must have no digits");
    }
    if (marks.minus != "-" && marks.minus != kMinusSign) {
        throw Error(ErrorKind::usage, "the minus of numbers must be \"-\" or \"\u2212\"");
    }
    auto notation = std::shared_ptr<Notation>(new Notation());
    notation->marks_ = std::move(marks);
    return notation;
}

NotationPtr Notation::of_dates(std::string pattern, Quantity quantity) {
    auto notation = std::shared_ptr<Notation>(new Notation());
    notation->dates_.emplace(std::move(pattern), quantity);
    return notation;
}

std::optional<double> Notation::parse(std::string_view text) const {
    if (dates_) return dates_->parse(text);
    const auto drop = [](std::string_view& from, std::string_view mark, bool front) {
        if (mark.empty() || !(front ? from.starts_with(mark) : from.ends_with(mark))) return;
        front ? from.remove_prefix(mark.size()) : from.remove_suffix(mark.size());
    };
    // The sign stands before the number or before what stands before it: -€5, € -5.
    std::string_view sign;
    const auto take_sign = [&](bool front) {
        for (const std::string_view mark :
             {std::string_view("-"), std::string_view("+"), kMinusSign}) {
            if (!sign.empty() || !(front ? text.starts_with(mark) : text.ends_with(mark))) continue;
            sign = mark == "+" ? mark : "-";
            drop(text, mark, front);
        }
    };
    take_sign(true);
    drop(text, marks_.before, true);
    take_sign(true);
    if (marks_.minus_behind) take_sign(false);
    drop(text, marks_.after, false);
    if (marks_.minus_behind) take_sign(false);
    const std::size_t place = text.find(marks_.decimal);
    const auto whole = without_groups(text.substr(0, place), marks_.group);
    if (!whole) return std::nullopt;
    std::string plain(sign == "-" ? "-" : "");
    plain += *whole;
    if (place != std::string_view::npos) {
        const std::string_view decimals = text.substr(place + marks_.decimal.size());
        if (decimals.empty() || !std::ranges::all_of(decimals, is_digit)) return std::nullopt;
        if (whole->empty()) plain += '0';
        plain += '.';
        plain += decimals;
    } else if (whole->empty()) {
        return std::nullopt;
    }
    return parse_number(plain);
}

int Notation::decimals_of(std::string_view text) const {
    if (dates_) return -1;
    const std::size_t place = text.find(marks_.decimal);
    if (place == std::string_view::npos) return 0;
    const std::string_view behind = text.substr(place + marks_.decimal.size());
    return static_cast<int>(std::min(behind.find_first_not_of("0123456789"), behind.size()));
}

std::string Notation::text(double value, int decimals) const {
    if (dates_) return dates_->text(value);
    const std::string plain =
        decimals < 0 ? number_text(value) : fixed_number_text(value, decimals);
    std::string_view digits = plain;
    std::string out = marks_.before;
    const bool negative = digits.starts_with('-');
    if (negative) {
        if (!marks_.minus_behind) out = marks_.minus + out;
        digits.remove_prefix(1);
    }
    // Beyond 1e16 and below 1e-6 there is an exponent, which has no groups.
    const std::size_t whole = std::min(digits.find_first_not_of("0123456789"), digits.size());
    constexpr std::size_t kGroup = 3;
    for (std::size_t i = 0; i < whole; ++i) {
        if (i > 0 && (whole - i) % kGroup == 0) out += marks_.group;
        out += digits[i];
    }
    digits.remove_prefix(whole);
    if (digits.starts_with('.')) {
        out += marks_.decimal;
        digits.remove_prefix(1);
    }
    out += digits;
    if (negative && marks_.minus_behind) out += marks_.minus;
    return out + marks_.after;
}

bool operator==(const Notation& a, const Notation& b) {
    if (a.quantity() != b.quantity() || !(a.marks_ == b.marks_)) return false;
    return a.is_number() || a.dates_->pattern() == b.dates_->pattern();
}

}  // namespace lethe
