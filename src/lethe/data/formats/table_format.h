// A file format of tables: a function in a file of this folder, and a line of formats.def. Endings,
// reading, writing and the words of errors follow from it. Only for data/formats.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/formats/write_text.h"

namespace lethe::formats {

struct TableFormat {
    Format format;
    std::string_view title;                 // "Parquet"
    std::vector<std::string_view> endings;  // ".csv"
    bool may_be_gz = false;                 // or zstd; otherwise it is compressed already
    bool apart = false;                     // read in a process of its own: apart/read_apart.h
    std::optional<char> separator = {};     // of fields, where it has one
    Table (*read)(const Context&, const std::string& path, const ReadOptions&) = nullptr;
    // One of the two: text in pieces, in order; or a file, where errors name `shown`, the file that
    // the user knows. Numbers are finite.
    void (*write_text)(const Context&, const Table&, const TakeText&) = nullptr;
    void (*write_file)(const Context&, const Table&, const std::string& path,
                       const std::string& shown) = nullptr;
};

const std::vector<TableFormat>& table_formats();
const TableFormat& table_format(Format format);

}  // namespace lethe::formats
