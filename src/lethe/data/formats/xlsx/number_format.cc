#include "lethe/data/formats/xlsx/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "lethe/core/error.h"

namespace lethe::formats {
namespace {

struct BuiltIn {
    int number;
    std::string_view code;
};

// ECMA-376, part 1, 18.8.30. Those of 37 to 44 have the sign of the reader's country: none here.
constexpr std::array kBuiltIn{
    BuiltIn{1, "0"},          BuiltIn{2, "0.00"},        BuiltIn{3, "#,##0"},
    BuiltIn{4, "#,##0.00"},   BuiltIn{9, "0%"},          BuiltIn{10, "0.00%"},
    BuiltIn{11, "0.00E+00"},  BuiltIn{12, "# ?/?"},      BuiltIn{13, "# \?\?/\?\?"},
    BuiltIn{14, "mm-dd-yy"},  BuiltIn{15, "d-mmm-yy"},   BuiltIn{16, "d-mmm"},
    BuiltIn{17, "mmm-yy"},    BuiltIn{18, "h:mm AM/PM"}, BuiltIn{19, "h:mm:ss AM/PM"},
    BuiltIn{20, "h:mm"},      BuiltIn{21, "h:mm:ss"},    BuiltIn{22, "m/d/yy h:mm"},
    BuiltIn{37, "#,##0"},     BuiltIn{38, "#,##0"},      BuiltIn{39, "#,##0.00"},
    BuiltIn{40, "#,##0.00"},  BuiltIn{41, "#,##0"},      BuiltIn{42, "#,##0"},
    BuiltIn{43, "#,##0.00"},  BuiltIn{44, "#,##0.00"},   BuiltIn{45, "mm:ss"},
    BuiltIn{46, "[h]:mm:ss"}, BuiltIn{47, "mm:ss.0"},    BuiltIn{48, "##0.0E+0"},
    BuiltIn{49, "@"},
};
constexpr std::array kOfTheCountry{14, 22};

// A piece of a code: a run of one letter or digit place, or a literal.
struct FormatPiece {
    enum class Sort { letters, digits, literal, elapsed, currency, percent };
    Sort sort = Sort::literal;
    std::string text;
};

char folded_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_date_letter(char c) { return std::string_view("ymdhs").find(c) != std::string_view::npos; }

std::size_t size_of_character(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// The signs of currencies, in UTF-8: $, ¢ to ¥, and the block U+20A0 to U+20CF.
bool has_currency_sign(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        if (rest.front() == '$') return true;
        if (rest.size() > 1 && rest[0] == '\xC2' && rest[1] >= '\xA2' && rest[1] <= '\xA5') {
            return true;
        }
        if (rest.starts_with("\xE2\x82") && rest.size() > 2 &&
            static_cast<unsigned char>(rest[2]) >= 0xA0) {
            return true;
        }
        if (rest.starts_with("\xE2\x83") && rest.size() > 2 &&
            static_cast<unsigned char>(rest[2]) <= 0x8F) {
            return true;
        }
    }
    return false;
}

// "EUR" in quotes
bool is_currency_code(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text.size() == 3 &&
           std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

// [$€-407], [h], [Red], [>100]: the first two say something.
void cut_bracket(std::string_view inside, std::vector<FormatPiece>& pieces) {
    using Sort = FormatPiece::Sort;
    if (inside.starts_with('$')) {
        inside.remove_prefix(1);
        const std::string_view sign = inside.substr(0, inside.rfind('-'));
        if (!sign.empty()) pieces.push_back({Sort::currency, std::string(sign)});
        return;
    }
    std::string letters(inside);
    std::ranges::transform(letters, letters.begin(), folded_letter);
    if (letters.empty() || letters.find_first_not_of(letters.front()) != std::string::npos) return;
    if (std::string_view("hms").find(letters.front()) == std::string_view::npos) return;
    pieces.push_back({Sort::elapsed, std::move(letters)});
}

// The first section of a code.
std::vector<FormatPiece> cut_format(std::string_view code) {
    using Sort = FormatPiece::Sort;
    std::vector<FormatPiece> pieces;
    const auto add_literal = [&](std::string_view text) {
        if (pieces.empty() || pieces.back().sort != Sort::literal) {
            pieces.push_back({Sort::literal, {}});
        }
        pieces.back().text += text;
    };
    for (std::size_t i = 0; i < code.size();) {
        const char c = code[i];
        const std::size_t next = i + 1;
        if (c == ';') break;
        if (c == '"') {
            const std::size_t end = std::min(code.find('"', next), code.size());
            add_literal(code.substr(next, end - next));
            i = end + 1;
        } else if (c == '\\' || c == '_' || c == '*') {
            const std::size_t size = next < code.size() ? size_of_character(code[next]) : 0;
            if (c == '\\') add_literal(code.substr(next, size));
            i = next + size;
        } else if (c == '[') {
            const std::size_t end = std::min(code.find(']', next), code.size());
            cut_bracket(code.substr(next, end - next), pieces);
            i = end + 1;
        } else if (c == '%') {
            pieces.push_back({Sort::percent, "%"});
            i = next;
        } else if (code.substr(i).starts_with("General")) {
            pieces.push_back({Sort::digits, "0"});
            i += 7;
        } else if (code.substr(i, 5) == "AM/PM" || code.substr(i, 5) == "am/pm") {
            pieces.push_back({Sort::letters, "ap"});
            i += 5;
        } else if (is_date_letter(folded_letter(c))) {
            std::size_t end = i;
            while (end < code.size() && folded_letter(code[end]) == folded_letter(c)) ++end;
            pieces.push_back({Sort::letters, std::string(end - i, folded_letter(c))});
            i = end;
        } else if (std::string_view("0#?").find(c) != std::string_view::npos) {
            const std::size_t end = std::min(code.find_first_not_of("0#?.,", i), code.size());
            pieces.push_back({Sort::digits, std::string(code.substr(i, end - i))});
            i = end;
        } else if (c == '.' && next < code.size() && code[next] == '0') {
            const std::size_t end = std::min(code.find_first_not_of('0', next), code.size());
            pieces.push_back({Sort::digits, std::string(code.substr(i, end - i))});
            i = end;
        } else {
            const std::size_t size = size_of_character(c);
            add_literal(code.substr(i, size));
            i += size;
        }
    }
    return pieces;
}

bool is_letters(const FormatPiece& piece, char letter) {
    return piece.sort == FormatPiece::Sort::letters && piece.text.front() == letter;
}

// Whether the m of piece `i` are minutes: behind hours or before seconds.
bool are_minutes(const std::vector<FormatPiece>& pieces, std::size_t i) {
    for (std::size_t j = i; j-- > 0;) {
        if (pieces[j].sort == FormatPiece::Sort::elapsed) return pieces[j].text.front() == 'h';
        if (pieces[j].sort != FormatPiece::Sort::letters || pieces[j].text == "ap") continue;
        if (is_letters(pieces[j], 'h')) return true;
        break;
    }
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
        if (pieces[j].sort != FormatPiece::Sort::letters) continue;
        return is_letters(pieces[j], 's');
    }
    return false;
}

struct DateParts {
    bool date = false;
    bool time = false;
    bool elapsed = false;

    Quantity quantity() const {
        return elapsed ? Quantity::duration
               : date  ? (time ? Quantity::moment : Quantity::date)
                       : Quantity::time;
    }
};

// The pattern of a date; empty where there is none that says as much.
std::string pattern_of(const std::vector<FormatPiece>& pieces, DateParts& parts) {
    using Sort = FormatPiece::Sort;
    const bool of_twelve =
        std::ranges::any_of(pieces, [](const FormatPiece& piece) { return piece.text == "ap"; });
    std::string pattern;
    bool says_all = true;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto& [sort, text] = pieces[i];
        const bool one = text.size() == 1;
        if (sort == Sort::elapsed) {
            parts.elapsed = true;
            says_all = says_all && text.front() == 'h';
            pattern += one ? "%-H" : "%H";
        } else if (sort == Sort::digits) {
            const bool fraction = text.starts_with('.') && i > 0 && is_letters(pieces[i - 1], 's');
            says_all = says_all && fraction;
            pattern += fmt::format(".%{}f", text.size() - 1);
        } else if (sort == Sort::literal) {
            for (const char c : text) pattern += c == '%' ? "%%" : std::string(1, c);
        } else if (sort != Sort::letters) {
            says_all = false;
        } else if (text == "ap") {
            pattern += "%p";
        } else if (text.front() == 'y') {
            parts.date = true;
            pattern += "%Y";
        } else if (text.front() == 'd') {
            parts.date = true;
            says_all = says_all && text.size() <= 2;
            pattern += one ? "%-d" : "%d";
        } else if (text.front() == 'h') {
            parts.time = true;
            pattern += of_twelve ? (one ? "%-I" : "%I") : (one ? "%-H" : "%H");
        } else if (text.front() == 's') {
            parts.time = true;
            pattern += one ? "%-S" : "%S";
        } else if (are_minutes(pieces, i)) {
            parts.time = true;
            pattern += one ? "%-M" : "%M";
        } else {
            parts.date = true;
            says_all = says_all && text.size() <= 4;
            pattern += one ? "%-m" : text.size() == 2 ? "%m" : text.size() == 3 ? "%b" : "%B";
        }
    }
    return says_all ? pattern : std::string();
}

NotationPtr notation_or_iso(std::string pattern, Quantity quantity) {
    try {
        if (!pattern.empty()) return Notation::of_dates(std::move(pattern), quantity);
    } catch (const Error&) {
        // A month without its day, minutes without hours.
    }
    return iso_notation(quantity, quantity == Quantity::date ? DateStep::day : DateStep::second);
}

int fixed_decimals(std::string_view digits) {
    const std::size_t point = digits.find('.');
    if (point == std::string_view::npos) return 0;
    const std::string_view behind = digits.substr(point + 1);
    if (behind.find_first_not_of('0') != std::string_view::npos) return -1;
    return static_cast<int>(std::min<std::size_t>(behind.size(), 15));
}

void take_marks(const std::vector<FormatPiece>& pieces, SheetNumberFormat& format) {
    using Sort = FormatPiece::Sort;
    NumberMarks marks;
    bool percent = false;
    bool currency = false;
    bool behind = false;
    int digits = 0;
    for (const auto& [sort, text] : pieces) {
        if (sort == Sort::digits) {
            behind = true;
            ++digits;
            format.decimals = fixed_decimals(text);
            continue;
        }
        percent = percent || sort == Sort::percent;
        currency = currency || sort == Sort::currency ||
                   (sort == Sort::literal && (has_currency_sign(text) || is_currency_code(text)));
        (behind ? marks.after : marks.before) += text;
    }
    // Fractions, exponents and "0.0.0" are plain numbers, shown in a way of their own.
    if (digits != 1) {
        format.decimals = -1;
        return;
    }
    if (percent == currency) return;
    if (percent) {
        marks.before.clear();
        marks.after = marks.after.starts_with(' ') ? " %" : "%";
    }
    try {
        format.notation = Notation::of_numbers(std::move(marks));
        format.shape =
            percent ? SheetNumberFormat::Shape::percent : SheetNumberFormat::Shape::currency;
    } catch (const Error&) {
        // Digits beside the number: it is shown in a way of its own.
    }
}

// A literal of a code, each character by itself.
std::string literal_code(std::string_view text) {
    std::string code;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t size = std::min(size_of_character(text[i]), text.size() - i);
        code += "\\";
        code += text.substr(i, size);
        i += size;
    }
    return code;
}

std::string date_code(const DatePattern& dates) {
    const std::string& pattern = dates.pattern();
    std::string code;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool plain = pattern[i] != '%' || i + 1 == pattern.size();
        if (plain) {
            const bool usual = std::string_view("-/:. ").find(pattern[i]) != std::string_view::npos;
            const std::size_t size = std::min(size_of_character(pattern[i]), pattern.size() - i);
            const std::string_view one = std::string_view(pattern).substr(i, size);
            code += usual ? std::string(one) : literal_code(one);
            i += size - 1;
            continue;
        }
        bool bare = false;
        int digits = 0;
        for (++i; i < pattern.size(); ++i) {
            if (pattern[i] == '-') {
                bare = true;
            } else if (pattern[i] >= '1' && pattern[i] <= '9') {
                digits = std::min(pattern[i] - '0', 3);
            } else if (pattern[i] != '^') {
                break;
            }
        }
        const char field = i < pattern.size() ? pattern[i] : '%';
        const bool duration = dates.quantity() == Quantity::duration;
        switch (field) {
            case 'Y':
                code += "yyyy";
                break;
            case 'y':
                code += "yy";
                break;
            case 'm':
                code += bare ? "m" : "mm";
                break;
            case 'd':
                code += bare ? "d" : "dd";
                break;
            case 'b':
                code += "mmm";
                break;
            case 'B':
                code += "mmmm";
                break;
            case 'H':
                code += duration ? (bare ? "[h]" : "[hh]") : bare ? "h" : "hh";
                break;
            case 'I':
                code += bare ? "h" : "hh";
                break;
            case 'M':
                code += bare ? "m" : "mm";
                break;
            case 'S':
                code += bare ? "s" : "ss";
                break;
            case 'p':
                code += "AM/PM";
                break;
            // The point before it stands in the code already.
            case 'f':
                code += std::string(static_cast<std::size_t>(digits), '0');
                break;
            case '%':
                code += "\\%";
                break;
            default:
                return "yyyy-mm-dd";  // the day of the year
        }
    }
    return code;
}

}  // namespace

SheetNumberFormat sheet_number_format(const std::string& code) {
    using Sort = FormatPiece::Sort;
    SheetNumberFormat format;
    format.code = code;
    const std::vector<FormatPiece> pieces = cut_format(code);
    const bool dates = std::ranges::any_of(pieces, [](const FormatPiece& piece) {
        return piece.sort == Sort::elapsed || piece.sort == Sort::letters;
    });
    if (!dates) {
        take_marks(pieces, format);
        return format;
    }
    DateParts parts;
    std::string pattern = pattern_of(pieces, parts);
    const bool of_the_country = number_of_format(code) != 0;
    format.shape = SheetNumberFormat::Shape::dates;
    format.notation = notation_or_iso(of_the_country ? "" : std::move(pattern), parts.quantity());
    return format;
}

std::string built_in_format(int number) {
    const auto* const found = std::ranges::find(kBuiltIn, number, &BuiltIn::number);
    return found == kBuiltIn.end() ? "General" : std::string(found->code);
}

int number_of_format(std::string_view code) {
    for (const int number : kOfTheCountry) {
        if (built_in_format(number) == code) return number;
    }
    return 0;
}

std::string format_code(const Notation* notation, int decimals) {
    if (notation != nullptr && !notation->is_number()) return date_code(*notation->dates());
    std::string digits = "0";
    if (notation != nullptr && !notation->marks().group.empty()) digits = "#,##0";
    if (decimals > 0) {
        digits += '.' + std::string(static_cast<std::size_t>(std::min(decimals, 15)), '0');
    }
    const bool usual = notation == nullptr || notation->marks().usual();
    if (usual) return decimals > 0 ? digits : "General";
    const NumberMarks& marks = notation->marks();
    if (marks.after == "%" || marks.after == " %")
        return digits + (marks.after == "%" ? "%" : "\\ %");
    const bool bare = digits == "0" && decimals != 0;
    if (bare && marks.before.empty() && marks.after.empty()) return "General";
    // "General" shows as many decimals as there are.
    return literal_code(marks.before) + (bare ? "General" : digits) + literal_code(marks.after);
}

NotationPtr iso_notation(Quantity quantity, DateStep step) {
    std::string pattern;
    if (quantity == Quantity::date || quantity == Quantity::moment) pattern = "%Y-%m-%d";
    if (quantity == Quantity::moment) pattern += ' ';
    if (quantity != Quantity::date) pattern += "%H:%M:%S";
    if (quantity != Quantity::date && step == DateStep::millisecond) pattern += ".%3f";
    return Notation::of_dates(std::move(pattern), quantity);
}

}  // namespace lethe::formats
