// What all readers of taxonomies share: the text of a file, its lines and records, and a list of
// what is wrong with it. Only for the readers of this folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/wrongs.h"
#include "lethe/data/formats/csv_scan.h"

namespace lethe::readers {

inline constexpr std::int64_t kMostBytes = (std::int64_t{1} << 30) - 2;

struct SourceText {
    std::string file;
    std::string text;  // UTF-8 without zero bytes and byte order mark
};

// The whole file, unpacked where its name ends in .gz. Error(io); Error(input) where it is empty,
// larger than a gibibyte (unpacked), or not UTF-8.
SourceText read_source_text(const std::string& path);
// Its first lines, some 250,000 bytes: enough to recognise what it is.
SourceText read_source_head(const std::string& path);
// The same checks for bytes that are there already.
SourceText checked_text(std::string file, std::string bytes);

// The name of the file without its folder and endings.
std::string source_name(std::string_view file);
std::string first_lines(std::string_view text, int count);
std::string_view trimmed(std::string_view text);
// A word or a number from the front of `text`, and the spaces before it; empty at the end.
std::string_view next_word(std::string_view& text);
// As it may stand in a message: in quotation marks, cut after some sixty bytes, control characters
// as "?".
std::string in_quotes(std::string_view text);

// Goes through the lines of a text (LF or CR LF).
class Lines {
  public:
    explicit Lines(std::string_view text) : rest_(text) {}
    bool next();
    std::string_view line() const { return line_; }
    std::int64_t number() const { return number_; }  // from 1

  private:
    std::string_view rest_;
    std::string_view line_;
    std::int64_t number_ = 0;
};

// Goes through the records of a CSV text by the rules of data/formats/csv_scan.h. Changes the text.
// Error(input) where a quoted field is malformed.
class Records {
  public:
    Records(SourceText source, char separator);
    bool next();
    std::int64_t line() const { return line_; }  // where the record begins
    std::size_t size() const { return slices_.size(); }
    // Without the spaces around it, unless it is quoted.
    std::string_view operator[](std::size_t i) const;
    std::string_view as_written(std::size_t i) const;  // with them

  private:
    SourceText source_;
    formats::RecordScanner scanner_;
    std::size_t at_ = 0;
    std::size_t end_;
    std::int64_t line_ = 0;
    std::vector<formats::TextSlice> slices_;
};

// That of ; tab , which stands in most of the first lines; 0 where none stands in any.
char likely_separator(std::string_view text);

}  // namespace lethe::readers
