// How a CSV file is written: its separator, whether it has a header, and its columns' names. Only
// for the io*.cc files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/formats/csv_scan.h"

namespace lethe::formats {

struct Dialect {
    FieldSyntax syntax;
    bool header = true;
    std::vector<std::string> names;
};

struct DialectWishes {
    std::optional<char> separator;
    std::optional<bool> header;
};

// From the beginning of the file `path`; `is_whole` says that there is nothing after it.
// Error(input) when it is empty or the header's names are empty or repeat.
//
// The separator is the one of tab ; | , by which most records have as many fields as the first, at
// least two; at a tie the earlier in this list, for a comma also stands in numbers and texts.
// Where a space stands behind every separator ("39, Private, 77516") it belongs to the separator.
// The first record is a header unless one of its fields is a number or empty. Only where a field is
// empty but the record below has numbers under names is it a header that lacks a name.
Dialect detect_dialect(std::string_view head, bool is_whole, const DialectWishes& wishes,
                       const std::string& path);

}  // namespace lethe::formats
