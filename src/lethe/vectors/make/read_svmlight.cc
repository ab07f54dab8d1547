// LIBSVM and SVMlight: a line a document, its class (a number) and its entries, and what follows a
// # is a comment:
//
//   1 4:0.25 17:1.5 # the first document
//
// Terms are numbered from 1; they ascend in files of those programs, but are read in any order.
// Blank lines are left out; a class alone is a document without terms.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "lethe/data/numbers/number_text.h"
#include "lethe/vectors/make/vector_lines.h"

namespace lethe::vectors {
namespace {

using SvmlightEntry = std::pair<std::int32_t, double>;

class SvmLineReader {
  public:
    SvmLineReader(const LineSource& lines, std::int64_t columns)
        : lines_(lines), columns_(columns) {}

    // Into `entries`, in the order of columns; gives the class, empty for a blank line.
    std::string_view read(std::vector<SvmlightEntry>& entries) const {
        entries.clear();
        std::string_view rest = lines_.line().substr(0, lines_.line().find('#'));
        const std::string_view label = next_word(rest);
        if (label.empty()) return {};
        const auto number = parse_number(label);
        if (!number || !std::isfinite(*number)) {
            throw lines_.wrong("does not begin with a class, which is a number");
        }
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            entries.push_back(entry(word));
        }
        const auto by_column = [](const SvmlightEntry& a, const SvmlightEntry& b) {
            return a.first < b.first;
        };
        std::sort(entries.begin(), entries.end(), by_column);
        const auto equal = [](const SvmlightEntry& a, const SvmlightEntry& b) {
            return a.first == b.first;
        };
        const auto twice = std::adjacent_find(entries.begin(), entries.end(), equal);
        if (twice != entries.end()) {
            throw lines_.wrong(fmt::format("has term {} twice", twice->first + 1));
        }
        return label;
    }

  private:
    SvmlightEntry entry(std::string_view word) const {
        const std::size_t colon = word.find(':');
        if (word.substr(0, colon) == "qid") {
            throw lines_.wrong("has a qid: queries to be ranked are not documents");
        }
        std::int64_t term = -1;
        const std::string_view before = word.substr(0, colon);
        const char* end = before.data() + before.size();
        const auto [stop, failed] = std::from_chars(before.data(), end, term);
        const bool beyond = failed == std::errc::result_out_of_range ||
                            term > std::numeric_limits<std::int32_t>::max() - 1;
        if (colon == std::string_view::npos || stop != end || (term < 0 && !beyond)) {
            throw lines_.wrong("has an entry that is not \"term:weight\"");
        }
        if (beyond) throw lines_.wrong("has a term beyond 2147483646");
        if (term == 0) throw lines_.wrong("has a term 0; terms are numbered from 1");
        if (columns_ >= 0 && term > columns_) {
            throw lines_.wrong(
                fmt::format("has term {}; the file of terms has {}", term, columns_));
        }
        const auto value = parse_number(word.substr(colon + 1));
        if (!value) throw lines_.wrong("has an entry that is not \"term:weight\"");
        if (!std::isfinite(*value)) throw lines_.wrong("has a weight that is not finite");
        return {static_cast<std::int32_t>(term - 1), *value};
    }

    const LineSource& lines_;
    std::int64_t columns_;
};

}  // namespace

SvmLines read_svmlight(const Context& context, LineSource& lines, std::int64_t columns) {
    constexpr std::int32_t kAny = std::numeric_limits<std::int32_t>::max();
    SvmLines result{SparseRows(columns >= 0 ? static_cast<std::int32_t>(columns) : kAny), {}};
    const SvmLineReader reader(lines, columns);
    std::vector<SvmlightEntry> entries;
    std::int32_t largest = 0;
    std::int64_t largest_line = 0;
    while (lines.next()) {
        context.check_stop();
        const std::string_view label = reader.read(entries);
        if (label.empty()) continue;
        const auto number = parse_number(label);  // "+1", "1" and "1.0" are one class
        result.classes.push_back(number ? number_text(*number) : std::string(label));
        for (const auto& [column, value] : entries) {
            if (column >= largest) {
                largest = column + 1;
                largest_line = lines.number();
            }
            if (value != 0) result.rows.add(column, value);
        }
        result.rows.end_row();
    }
    if (result.classes.empty()) throw lines.wrong("has no documents", 0);
    if (columns >= 0) return result;
    if (largest > most_for(result.rows.entries())) {
        throw lines.wrong(
            fmt::format("has term {}, but nearly all before it are in no document", largest),
            largest_line);
    }
    SparseRows narrow(largest);
    narrow.reserve(result.rows.rows(), result.rows.entries());
    for (std::int64_t r = 0; r < result.rows.rows(); ++r) narrow.append(result.rows[r]);
    result.rows = std::move(narrow);
    return result;
}

}  // namespace lethe::vectors
