// Matrix Market, the exchange format of NIST. The first line says what the file is:
//
//   %%MatrixMarket matrix coordinate real general
//
// then comments (%), a line with the numbers of rows, columns and entries, and a line an entry: row
// and column from 1, in any order, and the value (none in a `pattern`). Blank lines may stand
// anywhere after the first.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "lethe/data/numbers/number_text.h"
#include "lethe/language/characters.h"
#include "lethe/vectors/make/vector_lines.h"

namespace lethe::vectors {
namespace {

enum class MarketField { real, integer, pattern };

struct MarketEntry {
    std::int32_t row;
    std::int32_t column;
    double value;
};

bool before(const MarketEntry& a, const MarketEntry& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
}

// A whole number that is not negative; -1 for anything else.
std::int64_t whole(std::string_view word) {
    std::int64_t value = -1;
    const char* end = word.data() + word.size();
    const auto [stop, failed] = std::from_chars(word.data(), end, value);
    return failed == std::errc() && stop == end && value >= 0 ? value : -1;
}

class MatrixMarketReader {
  public:
    MatrixMarketReader(const Context& context, LineSource& lines)
        : context_(context), lines_(lines) {}

    SparseRows read() {
        read_first_line();
        read_sizes();
        while (next_line()) read_entry();
        if (std::ssize(entries_) < promised_) {
            throw lines_.wrong(fmt::format("the file has {} entries, its line of sizes says {}",
                                           entries_.size(), promised_),
                               size_line_);
        }
        check_size("rows", rows_);
        check_size("columns", columns_);
        return made();
    }

  private:
    // The next line that is neither blank nor, before the sizes, a comment.
    bool next_line() {
        while (lines_.next()) {
            std::string_view rest = lines_.line();
            const std::string_view word = next_word(rest);
            if (word.empty() || (size_line_ == 0 && word.starts_with('%'))) continue;
            return true;
        }
        return false;
    }

    void read_first_line() {
        constexpr std::string_view kWanted =
            "\"%%MatrixMarket matrix coordinate real general\" (or integer, or pattern)";
        if (!lines_.next()) throw lines_.wrong("is empty");
        const std::string lower = language::lower_case(lines_.line());
        std::string_view rest = lower;
        if (next_word(rest) != "%%matrixmarket") {
            throw lines_.wrong(fmt::format("a Matrix Market file begins with {}", kWanted));
        }
        const std::string_view object = next_word(rest);
        const std::string_view format = next_word(rest);
        const std::string_view field = next_word(rest);
        const std::string_view symmetry = next_word(rest);
        if (format == "array") {
            throw lines_.wrong("is a matrix with all its zeros (array); only coordinate is read");
        }
        if (symmetry == "symmetric" || symmetry == "skew-symmetric" || symmetry == "hermitian") {
            throw lines_.wrong(
                fmt::format("is {}, which documents by terms are not; only general "
                            "is read",
                            symmetry));
        }
        if (field == "complex") {
            throw lines_.wrong("has complex numbers; only real, integer and pattern are read");
        }
        const bool known =
            field == "real" || field == "double" || field == "integer" || field == "pattern";
        if (object != "matrix" || format != "coordinate" || !known || symmetry != "general" ||
            !next_word(rest).empty()) {
            throw lines_.wrong(fmt::format("is not {}", kWanted));
        }
        field_ = field == "pattern"   ? MarketField::pattern
                 : field == "integer" ? MarketField::integer
                                      : MarketField::real;
    }

    void read_sizes() {
        if (!next_line()) {
            throw lines_.wrong("ends before its line of sizes: rows, columns and entries", 0);
        }
        std::string_view rest = lines_.line();
        rows_ = whole(next_word(rest));
        columns_ = whole(next_word(rest));
        promised_ = whole(next_word(rest));
        if (rows_ < 0 || columns_ < 0 || promised_ < 0 || !next_word(rest).empty()) {
            throw lines_.wrong("is not a line of sizes: rows, columns and entries");
        }
        constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max() - 1;
        if (rows_ > kMost || columns_ > kMost) {
            throw lines_.wrong(fmt::format("says more than {} rows or columns", kMost));
        }
        size_line_ = lines_.number();
        constexpr std::int64_t kTaken = 1'000'000;  // on trust
        entries_.reserve(static_cast<std::size_t>(std::min(promised_, kTaken)));
    }

    void read_entry() {
        constexpr std::size_t kStopEvery = std::size_t{1} << 16;
        if (entries_.size() % kStopEvery == 0) context_.check_stop();
        if (std::ssize(entries_) == promised_) {
            throw lines_.wrong(
                fmt::format("is one entry more than the {} of the line of sizes", promised_));
        }
        std::string_view rest = lines_.line();
        const std::int64_t row = whole(next_word(rest));
        const std::int64_t column = whole(next_word(rest));
        const double value = read_value(rest);
        if (row < 0 || column < 0 || !next_word(rest).empty()) {
            throw lines_.wrong(field_ == MarketField::pattern
                                   ? "is not an entry: row, column"
                                   : "is not an entry: row, column, value");
        }
        if (row < 1 || row > rows_ || column < 1 || column > columns_) {
            throw lines_.wrong(
                fmt::format("is outside the matrix: rows are 1 to {}, columns 1 to "
                            "{}",
                            rows_, columns_));
        }
        const std::int64_t skipped = lines_.number() - size_line_ - 1 - std::ssize(entries_);
        if (skipped != (skips_.empty() ? 0 : skips_.back().second)) {
            skips_.emplace_back(std::ssize(entries_), skipped);
        }
        entries_.push_back(
            {static_cast<std::int32_t>(row - 1), static_cast<std::int32_t>(column - 1), value});
    }

    double read_value(std::string_view& rest) const {
        if (field_ == MarketField::pattern) return 1;
        const auto value = parse_number(next_word(rest));
        if (!value) throw lines_.wrong("is not an entry: row, column, value");
        if (!std::isfinite(*value)) throw lines_.wrong("has a value that is not finite");
        if (field_ == MarketField::integer && *value != std::floor(*value)) {
            throw lines_.wrong("has a value that is no whole number in a matrix of integers");
        }
        return *value;
    }

    // Rows and columns without an entry are made out of nothing that the file holds.
    void check_size(std::string_view what, std::int64_t size) const {
        if (size <= most_for(std::ssize(entries_))) return;
        throw lines_.wrong(fmt::format("says {} {}, nearly all of them empty: there are {} entries",
                                       size, what, entries_.size()),
                           size_line_);
    }

    std::int64_t line_of(std::int64_t entry) const {
        std::int64_t skipped = 0;
        for (const auto& [first, lines] : skips_) {
            if (first <= entry) skipped = lines;
        }
        return size_line_ + 1 + entry + skipped;
    }

    [[noreturn]] void refuse_duplicate(const MarketEntry& entry) const {
        std::int64_t second = -1;
        for (std::size_t i = 0; i < unsorted_.size(); ++i) {
            if (unsorted_[i] == std::pair(entry.row, entry.column)) {
                second = static_cast<std::int64_t>(i);
            }
        }
        throw lines_.wrong("is there twice: another line has the same row and column",
                           line_of(second));
    }

    SparseRows made() {
        const auto repeats = [](const MarketEntry& a, const MarketEntry& b) {
            return a.row == b.row && a.column == b.column;
        };
        if (!std::is_sorted(entries_.begin(), entries_.end(), before) ||
            std::adjacent_find(entries_.begin(), entries_.end(), repeats) != entries_.end()) {
            for (const MarketEntry& entry : entries_)
                unsorted_.emplace_back(entry.row, entry.column);
            std::sort(entries_.begin(), entries_.end(), before);
            const auto twice = std::adjacent_find(entries_.begin(), entries_.end(), repeats);
            if (twice != entries_.end()) refuse_duplicate(*twice);
        }
        SparseRows result(static_cast<std::int32_t>(columns_));
        result.reserve(rows_, std::ssize(entries_));
        std::int32_t row = 0;
        for (const MarketEntry& entry : entries_) {
            for (; row < entry.row; ++row) result.end_row();
            if (entry.value != 0) result.add(entry.column, entry.value);
        }
        for (; row < rows_; ++row) result.end_row();
        return result;
    }

    const Context& context_;
    LineSource& lines_;
    MarketField field_ = MarketField::real;
    std::int64_t rows_ = 0;
    std::int64_t columns_ = 0;
    std::int64_t promised_ = 0;
    std::int64_t size_line_ = 0;
    std::vector<MarketEntry> entries_;
    // From which entry on how many lines were blank.
    std::vector<std::pair<std::int64_t, std::int64_t>> skips_;
    std::vector<std::pair<std::int32_t, std::int32_t>> unsorted_;  // places as they came
};

}  // namespace

SparseRows read_matrix_market(const Context& context, LineSource& lines) {
    return MatrixMarketReader(context, lines).read();
}

}  // namespace lethe::vectors
