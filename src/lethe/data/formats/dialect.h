// How a CSV file is written: its separator, whether it has a header, and its columns' names. Only
// for the io*.cc files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/formats/csv_scan.h"
#include "lethe/data/written/recognise_notation.h"

namespace lethe::formats {

struct Dialect {
    FieldSyntax syntax;
    bool header = true;
    bool last_unnamed = false;  // the header lacks the last name: left out if it has no values
    std::vector<std::string> names;
};

struct DialectWishes {
    std::optional<char> separator;
    std::optional<bool> header;
    std::vector<std::string> names = {};    // instead of those of the header
    std::vector<std::int64_t> widths = {};  // of a file of fixed width
    std::int64_t first_line = 1;            // where the head begins in the file
};

// From the beginning of the file `path`; `is_whole` says that there is nothing after it.
// Error(input) when it is empty, the header's names repeat or only one field has a name, and where
// names that were given are not as many as the fields.
//
// The separator is the one of tab ; | , by which most records have as many fields as the first, at
// least two; at a tie the earlier in this list, for a comma also stands in numbers and texts.
// Where a space stands behind every separator ("39, Private, 77516") it belongs to the separator.
// The first record is a header unless one of its fields is a number or empty. Only where a field is
// empty but the record below has numbers under names is it a header that lacks a name. A field
// without a name gets that of the field to its left, with a number; the first ones are called
// column1, column2.
Dialect detect_dialect(std::string_view head, bool is_whole, const DialectWishes& wishes,
                       const std::string& path);

// A first line "sep=;", as Excel writes and reads it: its separator, and how many bytes it has with
// its end; nothing where there is none.
struct SeparatorLine {
    char separator = ',';
    std::size_t size = 0;
};
std::optional<SeparatorLine> separator_line(std::string_view head);

// How the columns are written, by the whole records of the head but its header. `missing`: texts
// that mean missing.
std::vector<NotationPtr> notations_in(std::string_view head, bool is_whole, const Dialect& dialect,
                                      const std::vector<std::string>& missing,
                                      const NotationWishes& wishes);

}  // namespace lethe::formats
