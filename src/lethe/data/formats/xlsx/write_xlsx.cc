// By libxlsxwriter in its mode of constant memory: a row is written as soon as the next begins.
#include "lethe/data/formats/xlsx/write_xlsx.h"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/formats/xlsx/number_format.h"
#include "lethe/data/formats/xlsx/sheet_dates.h"
#include "lethe/data/formats/xlsx/workbook.h"
#include "lethe/io/bytes.h"

namespace lethe::formats {
namespace {

constexpr std::size_t kMostCharacters = 32'767;  // of a cell, in units of UTF-16
constexpr std::time_t kCreated = 315'532'800;    // 1 January 1980, as of the parts of the archive

std::size_t utf16_length(std::string_view text) {
    std::size_t length = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) != 0x80) length += byte >= 0xF0 ? 2 : 1;
    }
    return length;
}

bool is_hex_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// "_x0041_" stands for a letter in the format; where it stands for itself its first character is
// written so. The library does that for characters that XML cannot hold, and not for this.
std::string with_escapes(std::string text) {
    for (std::size_t at = text.find("_x"); at != std::string::npos; at = text.find("_x", at + 2)) {
        const bool escape =
            at + 6 < text.size() && text[at + 6] == '_' &&
            std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                        text.begin() + static_cast<std::ptrdiff_t>(at) + 6, is_hex_digit);
        if (!escape) continue;
        text.replace(at, 1, "_x005F_");
        at += 6;
    }
    return text;
}

void check_fits(const Table& table, const std::string& shown) {
    const Place place{shown, 0, 0, {}};
    if (table.rows() >= kMostSheetRows) {
        throw Error(ErrorKind::usage,
                    fmt::format("an Excel sheet has at most {} rows below its header, and the "
                                "table has {}; CSV and Parquet have any number",
                                kMostSheetRows - 1, table.rows()),
                    place);
    }
    if (static_cast<std::int64_t>(table.columns().size()) > kMostSheetColumns) {
        throw Error(ErrorKind::usage,
                    fmt::format("an Excel sheet has at most {} columns, and the table has {}",
                                kMostSheetColumns, table.columns().size()),
                    place);
    }
    Problems problems;
    const auto check = [&](std::string_view text, std::string_view what,
                           const std::string& column) {
        if (text.size() <= kMostCharacters || utf16_length(text) <= kMostCharacters) return;
        problems.push_back({fmt::format("column \"{}\": {} has more than {} characters, which is "
                                        "all that a cell of Excel holds",
                                        column.substr(0, 100), what, kMostCharacters),
                            place});
    };
    for (const ColumnPtr& column : table.columns()) {
        check(column->name(), "its name", column->name());
        for (const std::string& text : column->dictionary()) check(text, "a text", column->name());
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
}

// How the cells of a column are written.
class XlsxColumn {
  public:
    XlsxColumn(const Column& column, lxw_workbook* book) : column_(column) {
        if (!column.is_numeric()) {
            prepare_texts();
        } else if (column.notation() && !column.notation()->is_number()) {
            quantity_ = column.notation()->quantity();
            as_text_ = !all_in_range();
            if (!as_text_) set_format(book, code_of_column());
        } else {
            percent_ = is_percent();
            set_format(book, code_of_column());
        }
    }

    // Whether the row is a cell that is not empty.
    bool shows(std::int64_t row) const {
        if (!column_.valid(row)) return false;
        if (column_.is_numeric()) return true;
        const auto i = static_cast<std::size_t>(row);
        return !texts_[static_cast<std::size_t>(column_.codes()[i])].empty();
    }

    lxw_error write(lxw_worksheet* sheet, std::int64_t row) const {
        if (!shows(row)) return LXW_NO_ERROR;
        const auto at = static_cast<lxw_row_t>(row + 1);
        const auto i = static_cast<std::size_t>(row);
        if (!column_.is_numeric()) {
            const auto code = static_cast<std::size_t>(column_.codes()[i]);
            if (truths_)
                return worksheet_write_boolean(sheet, at, place, truths_of_[code], nullptr);
            return worksheet_write_string(sheet, at, place, texts_[code].c_str(), nullptr);
        }
        const double value = column_.numbers()[i];
        if (as_text_) {
            return worksheet_write_string(sheet, at, place, column_.text(row).c_str(), nullptr);
        }
        if (quantity_ != Quantity::number) {
            return worksheet_write_number(sheet, at, place, *sheet_serial(value, quantity_, false),
                                          format_);
        }
        constexpr double kHundred = 100;
        return worksheet_write_number(sheet, at, place, percent_ ? value / kHundred : value,
                                      format_);
    }

    lxw_col_t place = 0;

  private:
    void prepare_texts() {
        const DescriptionPtr& description = column_.description();
        truths_ = description && description->stored == StoredAs::truth;
        for (const std::string& text : column_.dictionary()) {
            const bool truth = text == "TRUE" || text == "true";
            truths_ = truths_ && (truth || text == "FALSE" || text == "false");
            truths_of_.push_back(truth ? 1 : 0);
            texts_.push_back(with_escapes(text));
        }
    }

    bool all_in_range() const {
        for (std::int64_t row = 0; row < column_.size(); ++row) {
            const double value = column_.numbers()[static_cast<std::size_t>(row)];
            if (column_.valid(row) && !sheet_serial(value, quantity_, false)) return false;
        }
        return true;
    }

    bool is_percent() const {
        if (!column_.notation()) return false;
        const NumberMarks& marks = column_.notation()->marks();
        return marks.before.empty() && (marks.after == "%" || marks.after == " %");
    }

    // That of its own workbook where it still says what the column is.
    std::string code_of_column() const {
        const Notation* const notation = column_.notation().get();
        const DescriptionPtr& description = column_.description();
        if (description && description->origin == "xlsx" && !description->format.empty()) {
            const SheetNumberFormat own = sheet_number_format(description->format);
            const bool same_dates = quantity_ != Quantity::number && own.notation &&
                                    own.notation->quantity() == quantity_;
            const bool same_numbers = quantity_ == Quantity::number &&
                                      own.shape != SheetNumberFormat::Shape::dates &&
                                      percent_ == (own.shape == SheetNumberFormat::Shape::percent);
            if (same_dates || same_numbers) return description->format;
        }
        const auto& spelling = column_.spelling();
        return format_code(notation, spelling ? spelling->decimals : -1);
    }

    void set_format(lxw_workbook* book, const std::string& code) {
        if (code == "General" || code.empty()) return;
        format_ = workbook_add_format(book);
        if (const int number = number_of_format(code); number != 0) {
            format_set_num_format_index(format_, static_cast<std::uint8_t>(number));
        } else {
            format_set_num_format(format_, code.c_str());
        }
    }

    const Column& column_;
    lxw_format* format_ = nullptr;
    Quantity quantity_ = Quantity::number;
    bool as_text_ = false;
    bool percent_ = false;
    bool truths_ = false;
    std::vector<int> truths_of_;
    std::vector<std::string> texts_;
};

struct WorkbookCloser {
    void operator()(lxw_workbook* book) const { lxw_workbook_free(book); }
};

}  // namespace

void write_xlsx(const Context& context, const Table& table, const std::string& path,
                const std::string& shown) {
    check_fits(table, shown);
    // The rows wait beside the file until it is closed, not where others may look.
    std::string folder = std::filesystem::path(path).parent_path().string();
    lxw_workbook_options options{};
    options.constant_memory = LXW_TRUE;
    options.tmpdir = folder.empty() ? nullptr : folder.data();
    options.use_zip64 = LXW_FALSE;
    std::unique_ptr<lxw_workbook, WorkbookCloser> book(workbook_new_opt(path.c_str(), &options));
    lxw_worksheet* const sheet = book ? workbook_add_worksheet(book.get(), "data") : nullptr;
    if (sheet == nullptr) throw_io_error(shown, "write", ENOMEM);
    lxw_doc_properties properties{};
    properties.created = kCreated;
    workbook_set_properties(book.get(), &properties);
    std::vector<XlsxColumn> columns;
    columns.reserve(table.columns().size());
    lxw_error failed = LXW_NO_ERROR;
    const auto check = [&](lxw_error error) {
        if (error != LXW_NO_ERROR && failed == LXW_NO_ERROR) failed = error;
    };
    for (std::size_t j = 0; j < table.columns().size(); ++j) {
        const Column& column = *table.columns()[j];
        columns.emplace_back(column, book.get()).place = static_cast<lxw_col_t>(j);
        check(worksheet_write_string(sheet, 0, static_cast<lxw_col_t>(j),
                                     with_escapes(column.name()).c_str(), nullptr));
    }
    Progress progress(context, "writing", table.rows());
    for (std::int64_t row = 0; row < table.rows() && failed == LXW_NO_ERROR; ++row) {
        if (row % 1024 == 0) context.check_stop();
        bool any = false;
        for (const XlsxColumn& column : columns) {
            check(column.write(sheet, row));
            any = any || column.shows(row);
        }
        if (!any) {
            check(worksheet_write_formula_str(sheet, static_cast<lxw_row_t>(row + 1), 0, "=NA()",
                                              nullptr, "#N/A"));
        }
        progress.add();
    }
    if (failed != LXW_NO_ERROR) {
        throw Error(ErrorKind::io, "cannot write the Excel file", {shown, 0, 0, {}});
    }
    errno = 0;
    if (workbook_close(book.release()) != LXW_NO_ERROR) {
        throw_io_error(shown, "write", errno == 0 ? EIO : errno);
    }
}

}  // namespace lethe::formats
