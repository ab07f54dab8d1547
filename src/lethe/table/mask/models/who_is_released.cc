#include "lethe/table/mask/models/who_is_released.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <string_view>

namespace lethe::mask {
namespace {

enum class Said : std::uint8_t { no, yes, neither };

Said said_by_number(double value) {
    return value == 1 ? Said::yes : value == 0 ? Said::no : Said::neither;
}

Said said_by_text(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\n\v\f\r";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return Said::neither;
    text = text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
    std::string lower;
    for (const char c : text) {
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    constexpr std::array<std::string_view, 4> kYes{"yes", "y", "true", "t"};
    constexpr std::array<std::string_view, 4> kNo{"no", "n", "false", "f"};
    for (std::size_t i = 0; i < kYes.size(); ++i) {
        if (lower == kYes[i]) return Said::yes;
        if (lower == kNo[i]) return Said::no;
    }
    double value = 0;
    const char* end = lower.data() + lower.size();
    const auto read = std::from_chars(lower.data(), end, value);
    return read.ec == std::errc() && read.ptr == end ? said_by_number(value) : Said::neither;
}

// Of each row. Missing is no.
std::vector<Said> said_in(const Column& column) {
    std::vector<Said> of_code;
    if (!column.is_numeric()) {
        for (const std::string& text : column.dictionary()) of_code.push_back(said_by_text(text));
    }
    std::vector<Said> said;
    said.reserve(static_cast<std::size_t>(column.size()));
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        if (!column.valid(row)) {
            said.push_back(Said::no);
        } else if (column.is_numeric()) {
            said.push_back(said_by_number(column.numbers()[i]));
        } else {
            said.push_back(of_code[static_cast<std::size_t>(column.codes()[i])]);
        }
    }
    return said;
}

void tell_neither(const Column& column, const std::vector<Said>& said, const Place& place,
                  Problems& problems) {
    std::int64_t rows = 0;
    std::size_t first = 0;
    for (std::size_t row = 0; row < said.size(); ++row) {
        if (said[row] == Said::neither && rows++ == 0) first = row + 1;
    }
    if (rows == 0) return;
    problems.push_back(
        {fmt::format("column \"{}\" must say of everybody whether they are released: yes, y, true, "
                     "t or 1, or no, n, false, f or 0 (missing: no); {} of its {} values say "
                     "neither, row {} is the first",
                     column.name(), rows, said.size(), first),
         place, ErrorKind::input});
}

}  // namespace

void check_says_who(const Column& column, const Place& place, Problems& problems) {
    tell_neither(column, said_in(column), place, problems);
}

std::vector<std::int64_t> released_rows(const Table& table, const std::string& column,
                                        Problems& problems) {
    std::vector<std::int64_t> rows;
    const Column* flag = column.empty() ? nullptr : table.find(column);
    const std::vector<Said> said = flag == nullptr ? std::vector<Said>() : said_in(*flag);
    if (flag != nullptr) tell_neither(*flag, said, {}, problems);
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        if (flag == nullptr || said[static_cast<std::size_t>(row)] == Said::yes) {
            rows.push_back(row);
        }
    }
    return rows;
}

}  // namespace lethe::mask
