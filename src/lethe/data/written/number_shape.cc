// Each text is taken apart: a sign of currency or percent before or behind, a minus, and the body
// of digits and marks. The body allows some of the few pairs of decimal and group that people use;
// a column allows those that all of its texts allow. "1,5" allows the decimal comma alone, "1,234"
// also thousands, "1.234,5" only both together.
//
// Codes look like numbers with groups: "612 345 678" is a telephone. Where a column has nothing but
// groups, and all of its texts are equally long with several of them, it is not taken for numbers.
#include "lethe/data/written/number_shape.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "lethe/data/numbers/number_text.h"

namespace lethe {
namespace {

constexpr std::array<std::string_view, 2> kDecimals{".", ","};
constexpr std::array<std::string_view, 9> kGroups{"",  ".",      ",",      "'",     "\u2019",
                                                  " ", "\u00a0", "\u202f", "\u2009"};
constexpr std::array<std::string_view, 4> kBlanks{" ", "\u00a0", "\u202f", "\u2009"};
// Longer signs before those that they contain.
constexpr std::array<std::string_view, 36> kSigns{
    "\u20ac", "R$",  "$",   "\u00a3", "\u00a5",  "%",       "\u2030", "\u20b9", "\u20ba",
    "\u20bd", "EUR", "USD", "GBP",    "CHF",     "JPY",     "SEK",    "NOK",    "DKK",
    "PLN",    "CZK", "HUF", "RON",    "BGN",     "CAD",     "AUD",    "BRL",    "INR",
    "CNY",    "TRY", "Fr.", "kr",     "z\u0142", "K\u010d", "Ft",     "lei",    "\u043b\u0432"};

bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }

struct NumberParts {
    std::string_view before, body, after;
    std::string_view minus;
    bool minus_behind = false;
};

std::string_view blank_at(std::string_view text, bool front) {
    for (const std::string_view blank : kBlanks) {
        if (front ? text.starts_with(blank) : text.ends_with(blank)) return blank;
    }
    return {};
}

// A sign of currency or percent at one end, with the blank between it and the number.
std::string_view take_sign(std::string_view& text, bool front) {
    for (const std::string_view sign : kSigns) {
        if (!(front ? text.starts_with(sign) : text.ends_with(sign))) continue;
        const std::string_view rest =
            front ? text.substr(sign.size()) : text.substr(0, text.size() - sign.size());
        const std::size_t size = sign.size() + blank_at(rest, front).size();
        const std::string_view taken =
            front ? text.substr(0, size) : text.substr(text.size() - size);
        front ? text.remove_prefix(size) : text.remove_suffix(size);
        return taken;
    }
    return {};
}

void take_minus(std::string_view& text, bool front, NumberParts& parts) {
    for (const std::string_view minus : {std::string_view("-"), kMinusSign}) {
        if (!parts.minus.empty()) return;
        if (!(front ? text.starts_with(minus) : text.ends_with(minus))) continue;
        parts.minus = minus;
        parts.minus_behind = !front;
        front ? text.remove_prefix(minus.size()) : text.remove_suffix(minus.size());
    }
}

std::optional<NumberParts> parts_of(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    NumberParts parts;
    if (text.size() > kLongest) return std::nullopt;
    take_minus(text, true, parts);
    parts.before = take_sign(text, true);
    take_minus(text, true, parts);
    take_minus(text, false, parts);
    parts.after = take_sign(text, false);
    take_minus(text, false, parts);
    parts.body = text;
    if (text.empty() || !is_decimal_digit(text.back())) return std::nullopt;
    const bool code = text.size() > 1 && text.front() == '0' && is_decimal_digit(text[1]);
    if (code) return std::nullopt;
    return parts;
}

// What all texts of a column have in common.
class NumberColumn {
  public:
    bool add(std::string_view text) {
        const auto parts = parts_of(text);
        if (!parts) return false;
        if (count_++ == 0) {
            marks_.before = parts->before;
            marks_.after = parts->after;
            size_ = text.size();
        }
        if (marks_.before != parts->before || marks_.after != parts->after) return false;
        same_size_ = same_size_ && text.size() == size_;
        if (!parts->minus.empty()) {
            const bool known = negative_;
            negative_ = true;
            if (!known) {
                marks_.minus = parts->minus;
                marks_.minus_behind = parts->minus_behind;
            }
            if (marks_.minus != parts->minus || marks_.minus_behind != parts->minus_behind) {
                return false;
            }
        }
        return see_marks(parts->body);
    }

    // The pairs that every text allows, without those that have a mark to no purpose.
    std::vector<NumberMarks> pairs() const {
        std::vector<NumberMarks> found;
        for (const std::string_view decimal : kDecimals) {
            for (const std::string_view group : kGroups) {
                if (decimal == group || !allowed_[place(decimal, group)]) continue;
                if (!group.empty() && !seen(group)) continue;
                NumberMarks marks = marks_;
                marks.decimal = decimal;
                marks.group = group;
                found.push_back(std::move(marks));
            }
        }
        return found;
    }
    bool seen(std::string_view mark) const {
        return std::find(seen_.begin(), seen_.end(), mark) != seen_.end();
    }
    bool any_marks() const { return !seen_.empty(); }
    // Groups and nothing else, all alike.
    bool looks_like_codes() const {
        const bool only_groups = seen_.size() == 1 && marks_.before.empty() &&
                                 marks_.after.empty() && !negative_ && same_size_;
        return only_groups && (most_marks_ > 1 || is_blank(seen_.front()));
    }

  private:
    static bool is_blank(std::string_view mark) {
        return std::find(kBlanks.begin(), kBlanks.end(), mark) != kBlanks.end();
    }
    static std::size_t place(std::string_view decimal, std::string_view group) {
        const auto d = std::find(kDecimals.begin(), kDecimals.end(), decimal) - kDecimals.begin();
        const auto g = std::find(kGroups.begin(), kGroups.end(), group) - kGroups.begin();
        return static_cast<std::size_t>(d) * kGroups.size() + static_cast<std::size_t>(g);
    }

    // Of every pair of two marks.
    static const std::vector<NotationPtr>& notations() {
        static const std::vector<NotationPtr> all = [] {
            std::vector<NotationPtr> made;
            for (const std::string_view decimal : kDecimals) {
                for (const std::string_view group : kGroups) {
                    NumberMarks pair;
                    pair.decimal = decimal;
                    pair.group = group;
                    made.push_back(decimal == group ? nullptr : Notation::of_numbers(pair));
                }
            }
            return made;
        }();
        return all;
    }

    // Notes the marks of the body, and which pairs it allows.
    bool see_marks(std::string_view body) {
        std::size_t marks = 0;
        std::string_view rest = body;
        while (!rest.empty()) {
            if (is_decimal_digit(rest.front())) {
                rest.remove_prefix(1);
                continue;
            }
            const auto mark =
                std::find_if(kGroups.begin() + 1, kGroups.end(),
                             [&](std::string_view one) { return rest.starts_with(one); });
            if (mark == kGroups.end()) return false;
            if (!seen(*mark)) seen_.push_back(*mark);
            rest.remove_prefix(mark->size());
            ++marks;
        }
        most_marks_ = std::max(most_marks_, marks);
        if (marks == 0) return true;  // digits allow everything
        bool any = false;
        for (const std::string_view decimal : kDecimals) {
            for (const std::string_view group : kGroups) {
                bool& allowed = allowed_[place(decimal, group)];
                if (!allowed) continue;
                // A group does not begin with zero: "0.123" has decimals.
                const bool zero =
                    body.front() == '0' && !group.empty() && body.substr(1).starts_with(group);
                allowed = decimal != group && !zero &&
                          notations()[place(decimal, group)]->parse(body).has_value();
                any = any || allowed;
            }
        }
        return any;
    }

    NumberMarks marks_;
    std::array<bool, kDecimals.size() * kGroups.size()> allowed_ = filled();
    std::vector<std::string_view> seen_;
    std::size_t count_ = 0, size_ = 0, most_marks_ = 0;
    bool same_size_ = true, negative_ = false;

    static constexpr std::array<bool, kDecimals.size() * kGroups.size()> filled() {
        std::array<bool, kDecimals.size() * kGroups.size()> all{};
        all.fill(true);
        return all;
    }
};

// Whether the one mark is taken as the decimal or as that of groups.
bool uses(const NumberMarks& marks, const NumberColumn& column) {
    return column.seen(marks.decimal);
}

NotationGuess decided(const NumberMarks& marks, const NumberColumn& column) {
    NotationGuess guess;
    if (!marks.usual()) guess.notation = Notation::of_numbers(marks);
    // Groups of points prove that the decimals have none.
    if (uses(marks, column)) guess.decimal = marks.decimal;
    if (marks.group == "." || marks.group == ",") guess.decimal = marks.decimal;
    return guess;
}

// Of texts that are all plain numbers, which most are: quickly, and whether each may be thousands.
std::optional<NotationGuess> guess_plain(std::span<const std::string_view> texts) {
    constexpr std::size_t kGroup = 3;
    bool any_point = false;
    NotationGuess guess;
    for (std::string_view text : texts) {
        if (text.starts_with('-')) text.remove_prefix(1);
        const std::size_t whole = std::min(text.find_first_not_of("0123456789"), text.size());
        if (whole == 0 || (whole > 1 && text.front() == '0')) return std::nullopt;
        if (whole == text.size()) continue;
        const std::string_view decimals = text.substr(whole + 1);
        if (text[whole] != '.' || decimals.empty() ||
            !std::ranges::all_of(decimals, is_decimal_digit)) {
            return std::nullopt;
        }
        any_point = true;
        const bool group = decimals.size() == kGroup && whole <= kGroup && text.front() != '0';
        if (!group) guess.decimal = ".";
    }
    guess.doubtful = any_point && guess.decimal.empty();
    return guess;
}

}  // namespace

std::optional<NotationGuess> guess_numbers(std::span<const std::string_view> texts,
                                           const NotationWishes& wishes) {
    if (const auto plain = guess_plain(texts); plain && !plain->doubtful) return plain;
    NumberColumn column;
    bool plain = true;
    for (const std::string_view text : texts) {
        if (!column.add(text)) return std::nullopt;
        plain = plain && parse_number(text).has_value();
    }
    std::vector<NumberMarks> pairs = column.pairs();
    if (pairs.empty()) return std::nullopt;
    if (!column.any_marks()) {  // whole numbers with a sign
        // "2-" is a grade at school: only amounts have their minus behind them.
        if (pairs.front().minus_behind && pairs.front().before.empty() &&
            pairs.front().after.empty()) {
            return std::nullopt;
        }
        NumberMarks marks = pairs.front();
        marks.decimal = wishes.decimal.empty() ? "." : wishes.decimal;
        marks.group.clear();
        NotationGuess guess;
        if (!marks.usual()) guess.notation = Notation::of_numbers(marks);
        return guess;
    }
    if (column.looks_like_codes() && wishes.group.empty()) {
        std::erase_if(pairs, [&](const NumberMarks& one) { return !uses(one, column); });
    }
    std::erase_if(pairs, [&](const NumberMarks& one) {
        return (!wishes.group.empty() && !one.group.empty() && one.group != wishes.group) ||
               (!wishes.decimal.empty() && one.decimal != wishes.decimal);
    });
    if (pairs.empty()) return std::nullopt;
    // Where groups are seen and no decimals, any decimal mark would do: the file's, or a point.
    const bool only_groups =
        std::ranges::none_of(pairs, [&](const NumberMarks& one) { return uses(one, column); });
    if (only_groups || pairs.size() == 1) return decided(pairs.front(), column);
    NotationGuess guess;
    guess.doubtful = plain;
    if (plain) return guess;
    for (const NumberMarks& one : pairs) guess.candidates.push_back(Notation::of_numbers(one));
    return guess;
}

}  // namespace lethe
