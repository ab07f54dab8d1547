// The shape that dates and times of a column have in common: numbers, names of months and what
// stands between them. Only for recognise_notation.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/written/recognise_notation.h"

namespace lethe {

class DateShape {
  public:
    // Whether the text has the shape of those before it. The first text gives the shape.
    bool add(std::string_view text);
    // The notations that the shape allows: none, one, or several that nothing told apart. That all
    // values are days of the calendar is for the caller to see.
    std::vector<NotationPtr> notations(DayOrder order) const;

  private:
    enum class Token : unsigned char { number, month, half, literal };
    struct Part {
        Token token = Token::literal;
        std::string literal;    // what it is in the first text, or a literal
        std::size_t least = 0;  // digits, of numbers
        std::size_t most = 0;
        std::int64_t largest = 0;  // of the numbers
        bool short_names = true;   // of months: all have three letters
        bool long_names = true;    // all are written out
        bool capital = true;       // all are in capitals
    };

    static std::vector<Part> parts_of(std::string_view text);
    std::vector<std::string> dates(std::size_t from, std::size_t to, DayOrder order) const;
    std::string time(std::size_t from, bool& duration) const;
    std::string number_field(const Part& part, char field) const;

    std::vector<Part> parts_;
    bool seen_ = false;
    bool negative_ = false;  // some text begins with a minus
};

}  // namespace lethe
