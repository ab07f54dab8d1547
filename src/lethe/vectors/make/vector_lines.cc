#include "lethe/vectors/make/vector_lines.h"

#include <algorithm>
#include <array>
#include <utility>

#include "lethe/data/numbers/number_text.h"

namespace lethe::vectors {
namespace {

// Texts are handed on in pieces of this size.
class Pieces {
  public:
    explicit Pieces(const WriteText& write) : write_(write) {}

    void add(std::string_view text) {
        text_ += text;
        constexpr std::size_t kPiece = std::size_t{1} << 20;
        if (text_.size() >= kPiece) finish();
    }
    void add(double number) {
        std::array<char, kNumberTextSize> digits;
        const char* end = write_number(digits.data(), number);
        add(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
    }
    void add(std::int64_t number) { add(std::to_string(number)); }
    void finish() {
        write_(text_);
        text_.clear();
    }

  private:
    const WriteText& write_;
    std::string text_;
};

}  // namespace

bool LineSource::next() {
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    constexpr std::size_t kLongest = std::size_t{1} << 28;
    std::size_t searched = begin_;
    std::size_t end = buffer_.find('\n', searched);
    while (end == std::string::npos && !ended_) {
        if (buffer_.size() - begin_ > kLongest) {
            throw wrong("is longer than 256 MiB, the most that a line may be", number_ + 1);
        }
        buffer_.erase(0, begin_);
        begin_ = 0;
        searched = buffer_.size();
        buffer_.resize(searched + kBlock);
        const std::size_t got = read_(buffer_.data() + searched, kBlock);
        buffer_.resize(searched + got);
        ended_ = got < kBlock;
        end = buffer_.find('\n', searched);
    }
    if (end == std::string::npos) {
        if (begin_ == buffer_.size()) return false;
        end = buffer_.size();
    }
    line_ = std::string_view(buffer_).substr(begin_, end - begin_);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    begin_ = std::min(end + 1, buffer_.size());
    ++number_;
    return true;
}

Error LineSource::wrong(std::string message, std::int64_t line) const {
    return Error(ErrorKind::input, std::move(message), {file_, line, 0, {}});
}

std::int64_t most_for(std::int64_t entries) { return 1'000'000 + 10 * entries; }

std::string_view next_word(std::string_view& rest) {
    constexpr std::string_view kBlanks = " \t\f\v\r";
    const std::size_t begin = std::min(rest.find_first_not_of(kBlanks), rest.size());
    const std::size_t end = std::min(rest.find_first_of(kBlanks, begin), rest.size());
    const std::string_view word = rest.substr(begin, end - begin);
    rest.remove_prefix(end);
    return word;
}

void write_matrix_market(const Context& context, const SparseRows& rows, const WriteText& write) {
    Pieces out(write);
    out.add("%%MatrixMarket matrix coordinate real general\n");
    out.add(rows.rows());
    out.add(" ");
    out.add(std::int64_t{rows.columns()});
    out.add(" ");
    out.add(rows.entries());
    out.add("\n");
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        context.check_stop();
        const SparseRow row = rows[r];
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            out.add(r + 1);
            out.add(" ");
            out.add(std::int64_t{row.columns[i]} + 1);
            out.add(" ");
            out.add(row.values[i]);
            out.add("\n");
        }
    }
    out.finish();
}

void write_svmlight(const Context& context, const SparseRows& rows,
                    const std::vector<std::int32_t>& classes, const WriteText& write) {
    Pieces out(write);
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        context.check_stop();
        out.add(std::int64_t{classes.empty() ? 0 : classes[static_cast<std::size_t>(r)]});
        const SparseRow row = rows[r];
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            out.add(" ");
            out.add(std::int64_t{row.columns[i]} + 1);
            out.add(":");
            out.add(row.values[i]);
        }
        out.add("\n");
    }
    out.finish();
}

}  // namespace lethe::vectors
