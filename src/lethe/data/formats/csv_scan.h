// Cutting CSV text into records and fields. Only for data/formats and
// knowledge/readers/source_text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lethe::formats {

// A field: text[offset, offset + size) without its quotes.
struct TextSlice {
    std::uint32_t offset = 0;
    std::uint32_t size : 30 = 0;
    std::uint32_t quoted : 1 = 0;
    std::uint32_t escaped : 1 = 0;  // holds doubled quotes (only while its record is being cut)

    std::string_view of(const char* text) const { return {text + offset, size}; }
};

struct FieldSyntax {
    char separator = ',';
    bool blanks_follow = false;  // spaces after a separator belong to it
    // Of fixed width: the characters of each field, without separators and quotes. Blanks around
    // a field do not belong to it, and a line may end before its last fields.
    std::vector<std::int64_t> widths = {};
};

struct ScanProblem {
    enum class Kind {
        none,
        ragged,       // a record with another number of fields
        too_long,     // a line of fixed width with more characters than its fields have
        open_quote,   // a quoted field that never ends
        after_quote,  // text between a closing quote and the next separator
    };
    Kind kind = Kind::none;
    std::int64_t line = 0;
    std::int64_t column = 0;    // the character of the line, from 1; 0: the whole line
    std::int64_t expected = 0;  // fields
    std::int64_t found = 0;

    explicit operator bool() const { return kind != Kind::none; }
};

[[noreturn]] void throw_scan_problem(const ScanProblem& problem, const std::string& path);

// RFC 4180, strictly, with any separator: a quote opens only at the very beginning of a field and
// is followed by a separator or a line end where it closes; inside, two quotes are one. A line ends
// in LF, CR LF or CR, and a file may mix them. Lines without any character are skipped, except
// where records have one field: there they are an empty field.
class RecordScanner {
  public:
    // Records must have `fields` fields; 0: any number, and `counts` gets the number of each.
    RecordScanner(FieldSyntax syntax, std::int64_t fields, std::int64_t first_line = 1);

    // Cuts text[begin, end) and appends to `slices`. Doubled quotes are undone in place, and
    // text[end] is overwritten. Stops at a problem, after `most` records, and before a record that
    // `text` may not hold whole, unless it `is_last`. Returns where it stopped.
    std::size_t scan(char* text, std::size_t begin, std::size_t end, bool is_last,
                     std::vector<TextSlice>& slices, std::int64_t most = INT64_MAX);

    std::int64_t records() const { return records_; }  // so far
    std::int64_t line() const { return line_; }        // where the next record begins, from 1
    std::int64_t record_line() const { return record_line_; }  // where the last one began
    const std::vector<std::int64_t>& counts() const { return counts_; }
    const ScanProblem& problem() const { return problem_; }

  private:
    enum class Step { separator, line_end, incomplete, problem };

    const char* find_unquoted_end(const char* at) const;
    Step cut_quoted(const char* text, std::size_t begin_of_record, std::size_t& at, std::size_t end,
                    bool is_last, std::int64_t& line, TextSlice& slice);
    Step cut_record(char* text, std::size_t& at, std::size_t end, bool is_last,
                    std::vector<TextSlice>& slices, std::int64_t& line);
    Step cut_widths(const char* text, std::size_t& at, std::size_t end, bool is_last,
                    std::vector<TextSlice>& slices, std::int64_t& line);
    // Behind `before`, the record so far.
    Step fail(ScanProblem::Kind kind, std::int64_t line, std::string_view before);

    FieldSyntax syntax_;
    std::array<bool, 256> ends_field_{};
    std::int64_t fields_;
    std::int64_t line_;
    std::int64_t record_line_ = 0;
    std::int64_t records_ = 0;
    std::vector<std::int64_t> counts_;
    ScanProblem problem_;
};

}  // namespace lethe::formats
