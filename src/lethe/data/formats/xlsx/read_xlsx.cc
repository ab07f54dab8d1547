// Reading Excel workbooks (.xlsx, ECMA-376): of one sheet, in one pass.
//
// No library in Debian reads cells at the speed and within the limits that are asked for: those for
// C++ build the whole sheet in memory as a tree or as objects, several hundred bytes a cell, and
// read archives of any size. What is needed of the format is little: an archive (libzip), XML
// (libxml2) and five parts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/data/formats/csv.h"
#include "lethe/data/formats/table_format.h"
#include "lethe/data/formats/xlsx/sheet_columns.h"
#include "lethe/data/formats/xlsx/sheet_header.h"
#include "lethe/data/formats/xlsx/write_xlsx.h"
#include "lethe/io/bytes.h"

namespace lethe::formats {
namespace {

// A table of so few values in so many cells is a bomb.
constexpr std::int64_t kFreeCells = 50'000'000;
constexpr std::int64_t kLeastShare = 1000;
constexpr std::size_t kMostNames = 20;  // of sheets, in what is told

[[noreturn]] void fail_xlsx(const std::string& path, std::string message) {
    throw Error(ErrorKind::input, std::move(message), {path, 0, 0, {}});
}

// The beginning tells what else people call an Excel file.
void check_is_archive(const std::string& path) {
    std::array<char, 8> head{};
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file.is_open()) throw_io_error(path, "read", errno == 0 ? EIO : errno);
    file.read(head.data(), head.size());
    const std::string_view bytes(head.data(), static_cast<std::size_t>(file.gcount()));
    if (bytes.empty()) fail_xlsx(path, "is empty");
    if (bytes == "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        fail_xlsx(path,
                  "is an Excel file with a password, or one of the old format (.xls); save it as "
                  ".xlsx without a password");
    }
    if (!bytes.starts_with("PK")) fail_xlsx(path, "is not an Excel file (.xlsx)");
}

struct ReadSheet {
    const SheetEntry* entry = nullptr;
    SheetCells cells;
};

// The one that is asked for, or the first that people see and that holds anything.
ReadSheet chosen_sheet(const Context& context, ZipFile& zip, const SheetSource& source,
                       const std::optional<std::string>& wanted) {
    std::vector<std::string> names;
    for (const SheetEntry& sheet : source.workbook.sheets) {
        if (names.size() < kMostNames) names.push_back(sheet.name);
        if (wanted ? sheet.name != *wanted : sheet.hidden) continue;
        SheetCells cells = read_sheet(context, zip, sheet, source);
        if (cells.count > 0) return {&sheet, std::move(cells)};
        if (wanted) fail_xlsx(source.path, fmt::format("the sheet \"{}\" is empty", sheet.name));
    }
    if (wanted) {
        throw Error(ErrorKind::usage, unknown_name("sheet", *wanted, names),
                    {source.path, 0, 0, {}});
    }
    fail_xlsx(source.path, names.empty() ? "has no sheet of cells"
                                         : "has no sheet that is visible and holds anything");
}

void tell(const ReadOptions& options, const ReadSheet& sheet, const SheetHeader& header,
          const Workbook& workbook) {
    if (options.notes == nullptr) return;
    const SheetCells& cells = sheet.cells;
    std::vector<std::string>& notes = *options.notes;
    if (!options.sheet && workbook.sheets.size() > 1) {
        std::vector<std::string> others;
        for (const SheetEntry& one : workbook.sheets) {
            if (&one == sheet.entry) continue;
            if (others.size() == kMostNames) break;
            others.push_back('"' + one.name + '"');
        }
        notes.push_back(fmt::format("read the sheet \"{}\"; others are {} (the option sheet)",
                                    sheet.entry->name, fmt::join(others, ", ")));
    }
    if (header.skipped > 0) {
        notes.push_back(fmt::format(
            "{} above the table {} left out; it begins in row {} of the sheet",
            header.skipped == 1 ? std::string("a row") : fmt::format("{} rows", header.skipped),
            header.skipped == 1 ? "was" : "were", cells.rows[header.skipped] + 1));
    }
    if (header.rows > 1) {
        notes.push_back(fmt::format("the header has {} rows, and the names of columns are joined",
                                    header.rows));
    }
    std::int64_t merged = cells.merged_elsewhere;
    for (const MergedCells& one : cells.merged) {
        if (header.first < cells.rows.size() && one.top >= cells.rows[header.first]) ++merged;
    }
    if (merged > 0) {
        notes.push_back(
            fmt::format("{} times cells below the header are merged: only the first of "
                        "them has the value",
                        merged));
    }
}

Table read_xlsx(const Context& context, const std::string& path, const ReadOptions& options) {
    check_is_archive(path);
    ZipFile zip(path);
    const Workbook workbook = read_workbook(zip, path);
    const SheetStyles styles = read_styles(zip, workbook, path);
    TextIndex texts;
    const std::vector<std::int32_t> shared = read_shared_texts(context, zip, workbook, path, texts);
    const SheetSource source{path, workbook, styles, shared, texts};
    const ReadSheet sheet = chosen_sheet(context, zip, source, options.sheet);
    const SheetCells& cells = sheet.cells;
    const std::string& name = sheet.entry->name;
    const SheetHeader header = find_sheet_header(cells, source, options.header, name);
    std::int64_t rows = static_cast<std::int64_t>(cells.rows.size()) - header.first;
    if (rows <= 0) fail_xlsx(path, fmt::format("the sheet \"{}\" has no rows", name));
    if (options.limit >= 0) rows = std::min(rows, options.limit);
    std::vector<std::string> names;
    for (const SheetColumn& column : header.columns) names.push_back(column.name);
    const std::vector<std::size_t> wanted = wanted_columns(names, options.columns);
    const std::int64_t all = rows * static_cast<std::int64_t>(wanted.size());
    if (all > kFreeCells && all / kLeastShare > cells.count) {
        fail_xlsx(path, fmt::format("the sheet \"{}\" would be a table of {} rows and {} columns, "
                                    "of which next to nothing has a value",
                                    name, rows, wanted.size()));
    }
    Problems problems;
    std::vector<ColumnPtr> columns;
    for (const std::size_t i : wanted) {
        context.check_stop();
        const SheetColumn& column = header.columns[i];
        columns.push_back(sheet_column(
            cells, source, {column.name, name, column.column, header.first, rows, cells.rows},
            options.missing, problems));
    }
    throw_if_any(ErrorKind::input, std::move(problems));
    tell(options, sheet, header, workbook);
    return Table(std::move(columns));
}

}  // namespace

TableFormat xlsx_format() {
    return {.format = Format::xlsx,
            .title = "Excel",
            .endings = {".xlsx", ".xlsm"},
            .apart = true,
            .read = read_xlsx,
            .write_file = write_xlsx};
}

}  // namespace lethe::formats
