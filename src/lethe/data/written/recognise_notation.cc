#include "lethe/data/written/recognise_notation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/data/recognise/missing_codes.h"
#include "lethe/data/written/date_shape.h"
#include "lethe/data/written/number_shape.h"

namespace lethe {
namespace {

constexpr std::string_view kDayFirst = "day first";
constexpr std::string_view kMonthFirst = "month first";

bool all_parse(const Notation& notation, std::span<const std::string_view> texts) {
    return std::ranges::all_of(
        texts, [&](std::string_view text) { return notation.parse(text).has_value(); });
}

NotationGuess guess_dates(std::span<const std::string_view> texts, const NotationWishes& wishes) {
    NotationGuess guess;
    DateShape shape;
    for (const std::string_view text : texts) {
        if (!shape.add(text)) return guess;
    }
    std::vector<NotationPtr> found = shape.notations(wishes.order);
    std::erase_if(found, [&](const NotationPtr& one) { return !all_parse(*one, texts); });
    const bool decided =
        found.size() == 1 && found.front()->dates()->pattern().find("%y") == std::string::npos;
    if (decided) {
        guess.notation = found.front();
    } else {
        guess.candidates = std::move(found);
    }
    return guess;
}

// Whether every number is like 1.234, which may be thousands.
bool is_doubtful(const Column& column) {
    constexpr int kGroup = 3;
    constexpr double kThousand = 1000;
    if (!column.spelling() || column.spelling()->decimals != kGroup) return false;
    bool any = false;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        const double size = std::fabs(column.numbers()[static_cast<std::size_t>(row)]);
        if (size < 1 || size >= kThousand) return false;
        any = true;
    }
    return any;
}

}  // namespace

void NotationWishes::read_dates(const std::string& text) {
    if (text == kDayFirst || text == kMonthFirst) {
        order = text == kDayFirst ? DayOrder::day_first : DayOrder::month_first;
        return;
    }
    notation_of_pattern(text);
    dates = text;
}

std::string NotationWishes::dates_text() const {
    if (!dates.empty() || order == DayOrder::unknown) return dates;
    return std::string(order == DayOrder::day_first ? kDayFirst : kMonthFirst);
}

void NotationWishes::check() const {
    NumberMarks marks;
    if (!decimal.empty()) marks.decimal = decimal;
    marks.group = group;
    if (decimal.empty() && group == marks.decimal) marks.decimal = ",";
    Notation::of_numbers(marks);
}

NotationPtr notation_of_pattern(const std::string& pattern) {
    std::optional<Error> last;
    for (const Quantity quantity : {Quantity::date, Quantity::moment, Quantity::time}) {
        try {
            return Notation::of_dates(pattern, quantity);
        } catch (const Error& error) {
            // What is wrong with a pattern that is none is the same for all; what it lacks is told
            // of a date.
            if (!last) last = error;
        }
    }
    throw Error(*last);
}

NotationGuess recognise_notation(std::span<const std::string_view> texts,
                                 const NotationWishes& wishes) {
    if (texts.empty()) return {};
    if (!wishes.dates.empty()) {
        NotationGuess wished;
        wished.notation = notation_of_pattern(wishes.dates);
        if (all_parse(*wished.notation, texts)) return wished;
    }
    if (auto numbers = guess_numbers(texts, wishes)) return *std::move(numbers);
    return guess_dates(texts, wishes);
}

std::vector<NotationGuess> recognise_notations(
    std::span<const std::vector<std::string_view>> columns, const NotationWishes& wishes) {
    std::vector<NotationGuess> guesses;
    std::string decimal;
    bool one_mark = true;
    for (const std::vector<std::string_view>& texts : columns) {
        guesses.push_back(recognise_notation(texts, wishes));
        const std::string& proven = guesses.back().decimal;
        if (proven.empty()) continue;
        one_mark = one_mark && (decimal.empty() || decimal == proven);
        decimal = proven;
    }
    if (!wishes.decimal.empty() || decimal.empty() || !one_mark) return guesses;
    NotationWishes known = wishes;
    known.decimal = decimal;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const bool number = guesses[i].notation && guesses[i].notation->is_number();
        if (number || guesses[i].undecided() || guesses[i].doubtful) {
            guesses[i] = recognise_notation(columns[i], known);
        }
    }
    return guesses;
}

NotationGuess notation_of(const Column& column) {
    if (column.is_numeric()) {
        NotationGuess guess;
        guess.notation = column.notation();
        guess.doubtful = !guess.notation && is_doubtful(column);
        return guess;
    }
    std::vector<std::string_view> texts;
    for (const std::string& text : column.dictionary()) {
        if (recognise::missing_text(text) == recognise::MissingText::none) texts.push_back(text);
    }
    return recognise_notation(texts);
}

std::string notation_example(const Notation& notation) {
    constexpr double kDay = 10956;        // 31 December 1999
    constexpr double kSecond = 72929.25;  // of a day: 20:15:29.25
    constexpr double kLong = 100000;      // more seconds than a day has
    constexpr double kNumber = -1234.5;
    switch (notation.quantity()) {
        case Quantity::date:
            return notation.text(kDay);
        case Quantity::time:
            return notation.text(kSecond);
        case Quantity::moment:
            return notation.text(kDay * 86400 + kSecond);
        case Quantity::duration:
            return notation.text(kLong);
        case Quantity::number:
            break;
    }
    return notation.text(kNumber, 2);
}

}  // namespace lethe
