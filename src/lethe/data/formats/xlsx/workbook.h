// The parts of an Excel workbook that say what its sheets are and how their numbers are shown. Only
// for data/formats/xlsx.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/text_index.h"
#include "lethe/data/formats/xlsx/number_format.h"
#include "lethe/io/zip_file.h"

namespace lethe::formats {

constexpr std::int64_t kMostSheetRows = 1'048'576;
constexpr std::int64_t kMostSheetColumns = 16'384;

struct SheetEntry {
    std::string name;
    std::string part;  // "xl/worksheets/sheet1.xml"
    bool hidden = false;
};

struct Workbook {
    std::vector<SheetEntry> sheets;  // of cells, in the order of their tabs
    bool since_1904 = false;         // days count from 1 January 1904
    std::string shared_texts;        // parts; empty: none
    std::string styles;
};

// Error(input) where it is no workbook.
Workbook read_workbook(ZipFile& zip, const std::string& path);

// How the numbers of cells are shown: formats, and which of them a style has.
struct SheetStyles {
    std::vector<SheetNumberFormat> formats;  // the first is General
    std::vector<std::uint32_t> of_style;
    std::uint32_t iso_day = 0;  // of cells that hold a date as text
    std::uint32_t iso_moment = 0;

    // Of style `style` of a cell; General where there is none of that number.
    std::uint32_t format_of(std::size_t style) const {
        return style < of_style.size() ? of_style[style] : 0;
    }
};
SheetStyles read_styles(ZipFile& zip, const Workbook& workbook, const std::string& path);

// A text of a file, in which _x000D_ stands for a character that XML cannot hold.
std::string without_escapes(std::string_view text);

// The texts that cells share: each as its code in `texts`.
std::vector<std::int32_t> read_shared_texts(const Context& context, ZipFile& zip,
                                            const Workbook& workbook, const std::string& path,
                                            TextIndex& texts);

}  // namespace lethe::formats
