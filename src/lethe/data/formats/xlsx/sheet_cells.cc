// A sheet of 2 million cells is 70 MB of XML and five events a cell, so the handler does next to
// nothing: it compares names by their first letter, keeps no string but the text of the present
// cell, and looks at no attribute that it does not need.
//
// Nothing in a sheet is believed: neither its dimension nor its counts, only the cells themselves.
// Each takes 16 bytes wherever it stands, so that a cell in the last corner costs no more than one
// in the first.
#include "lethe/data/formats/xlsx/sheet_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/scan_number.h"
#include "lethe/data/formats/xlsx/sheet_dates.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/io/xml_events.h"

namespace lethe::formats {
namespace {

constexpr std::size_t kLongestCell = std::size_t{1} << 20;  // Excel has 32,767 characters
constexpr std::size_t kMostCells = std::size_t{1} << 31;
constexpr std::string_view kNothing = "#N/A";
constexpr std::size_t kMostMerged = 2'000;

struct CellPlace {
    std::int64_t row = 0;  // from 1; 0: not told
    std::int64_t column = 0;
};

// "AB12"; nothing where it is not such a name or lies beyond the limits of a sheet.
std::optional<CellPlace> cell_place(std::string_view name) {
    CellPlace place;
    std::size_t i = 0;
    for (; i < name.size() && name[i] >= 'A' && name[i] <= 'Z'; ++i) {
        place.column = 26 * place.column + (name[i] - 'A' + 1);
        if (place.column > kMostSheetColumns) return std::nullopt;
    }
    const auto [end, code] = std::from_chars(name.data() + i, name.data() + name.size(), place.row);
    const bool whole = code == std::errc() && end == name.data() + name.size();
    if (!whole || place.column == 0 || place.row < 1 || place.row > kMostSheetRows) {
        return std::nullopt;
    }
    return place;
}

class SheetReader final : public XmlHandler {
  public:
    SheetReader(const Context& context, const SheetEntry& sheet, const SheetSource& source)
        : context_(context), sheet_(sheet), source_(source) {}

    void open(std::string_view name, const XmlAttributes& attributes) override;
    void close(std::string_view name) override;
    void text(std::string_view text) override {
        if (!takes_text_) return;
        if (text_.size() + text.size() > kLongestCell) fail("holds too long a text");
        text_ += text;
    }

    SheetCells take() { return std::move(cells_); }

  private:
    enum class Type : std::uint8_t { number, shared, inside, formula_text, truth, error, date };

    [[noreturn]] void fail(std::string_view what) const {
        throw Error(
            ErrorKind::input,
            fmt::format("sheet \"{}\", cell {}: {}", sheet_.name,
                        cell_name(static_cast<std::uint32_t>(std::max<std::int64_t>(row_ - 1, 0)),
                                  static_cast<std::size_t>(std::max<std::int64_t>(column_ - 1, 0))),
                        what),
            {source_.path, 0, 0, {}});
    }
    void open_row(const XmlAttributes& attributes);
    void open_cell(const XmlAttributes& attributes);
    void close_cell();
    void take_number();
    void take_date();
    void merge(const XmlAttributes& attributes);
    void mark_row();
    void add(SheetCellKind kind, double number, std::uint32_t format = 0);
    void add_text(std::string_view text, SheetCellKind kind = SheetCellKind::text);

    const Context& context_;
    const SheetEntry& sheet_;
    const SheetSource& source_;
    SheetCells cells_;
    std::string text_;
    std::int64_t row_ = 0;     // present one, from 1
    std::int64_t column_ = 0;  // likewise
    Type type_ = Type::number;
    std::size_t style_ = 0;
    bool in_data_ = false;
    bool in_cell_ = false;
    bool takes_text_ = false;
    bool has_formula_ = false;
    bool has_value_ = false;
    bool phonetic_ = false;
};

void SheetReader::open(std::string_view name, const XmlAttributes& attributes) {
    if (in_cell_) {
        if (name == "v") {
            takes_text_ = has_value_ = true;
        } else if (name == "t") {
            takes_text_ = !phonetic_;
        } else if (name == "f") {
            has_formula_ = true;
        } else if (name == "is") {
            has_value_ = true;
        } else if (name == "rPh") {
            phonetic_ = true;
        }
    } else if (name == "c" && in_data_) {
        open_cell(attributes);
    } else if (name == "row" && in_data_) {
        open_row(attributes);
    } else if (name == "sheetData") {
        in_data_ = true;
    } else if (name == "mergeCell") {
        merge(attributes);
    }
}

void SheetReader::close(std::string_view name) {
    takes_text_ = false;
    if (name == "c" && in_cell_) {
        close_cell();
    } else if (name == "rPh") {
        phonetic_ = false;
    } else if (name == "sheetData") {
        in_data_ = false;
    }
}

void SheetReader::open_row(const XmlAttributes& attributes) {
    std::int64_t row = row_ + 1;
    if (const auto told = attributes.find("r")) {
        const auto [end, code] = std::from_chars(told->data(), told->data() + told->size(), row);
        if (code != std::errc() || end != told->data() + told->size()) row = 0;
    }
    if (row <= row_ || row > kMostSheetRows) {
        throw Error(ErrorKind::input,
                    fmt::format("sheet \"{}\": a row behind row {} has a number that is not a "
                                "higher one of 1 to {}",
                                sheet_.name, row_, kMostSheetRows),
                    {source_.path, 0, 0, {}});
    }
    row_ = row;
    column_ = 0;
    if (row_ % 1024 == 0) context_.check_stop();
}

void SheetReader::open_cell(const XmlAttributes& attributes) {
    if (row_ == 0) fail("stands outside of any row");
    ++column_;
    if (const auto name = attributes.find("r")) {
        const auto place = cell_place(*name);
        if (!place || place->row != row_ || place->column < column_) {
            fail(
                "a cell at or behind this one has a place that is not in its row, or not behind "
                "the cell before it");
        }
        column_ = place->column;
    }
    if (column_ > kMostSheetColumns) fail("a sheet has no such column");
    const std::string_view type = attributes.find("t").value_or("n");
    if (type == "n") {
        type_ = Type::number;
    } else if (type == "s") {
        type_ = Type::shared;
    } else if (type == "inlineStr") {
        type_ = Type::inside;
    } else if (type == "str") {
        type_ = Type::formula_text;
    } else if (type == "b") {
        type_ = Type::truth;
    } else if (type == "e") {
        type_ = Type::error;
    } else if (type == "d") {
        type_ = Type::date;
    } else {
        fail("has a type that is not one of b, d, e, inlineStr, n, s, str");
    }
    style_ = 0;
    if (const auto style = attributes.find("s")) {
        std::from_chars(style->data(), style->data() + style->size(), style_);
    }
    in_cell_ = true;
    has_formula_ = has_value_ = phonetic_ = false;
    text_.clear();
}

void SheetReader::close_cell() {
    in_cell_ = false;
    const bool unsolved = !has_value_ || (type_ == Type::number && text_.empty());
    if (unsolved) {
        if (has_formula_) add(SheetCellKind::unsolved, 0);
        return;
    }
    switch (type_) {
        case Type::number:
            return take_number();
        case Type::date:
            if (!text_.empty()) take_date();
            return;
        case Type::inside:
            return add_text(without_escapes(text_));
        case Type::formula_text:
            return has_formula_ && text_ == kNothing ? mark_row()
                                                     : add_text(without_escapes(text_));
        case Type::truth:
            if (text_ == "1" || text_ == "true") return add(SheetCellKind::truth, 1);
            if (text_ == "0" || text_ == "false") return add(SheetCellKind::truth, 0);
            fail("is neither true nor false, though it says so");
        case Type::error:
            return text_ == kNothing ? mark_row() : add_text(text_, SheetCellKind::error);
        case Type::shared: {
            std::size_t i = 0;
            const auto [end, code] = std::from_chars(text_.data(), text_.data() + text_.size(), i);
            const bool whole = code == std::errc() && end == text_.data() + text_.size();
            if (!whole || i >= source_.shared.size()) fail("refers to a text that the file lacks");
            const std::int32_t shared = source_.shared[i];
            if (!source_.texts.texts()[static_cast<std::size_t>(shared)].empty()) {
                add(SheetCellKind::text, shared);
            }
            return;
        }
    }
}

void SheetReader::take_number() {
    const NumberScan scan = scan_number(text_);
    const auto format = source_.styles.format_of(style_);
    switch (scan.form) {
        case NumberForm::plain:
        case NumberForm::other:
        case NumberForm::code:
            if (const auto value = parse_number(text_))
                return add(SheetCellKind::number, *value, format);
            break;
        case NumberForm::none:
            // An integer that a double would change is a text, as in other formats.
            if (text_.find_first_not_of("-0123456789") == std::string::npos) return add_text(text_);
            break;
        case NumberForm::not_finite:
            break;
    }
    fail("is no finite number, though it says so");
}

// ISO 8601: "2024-01-31", "2024-01-31T10:15:00", also with a fraction and a Z.
void SheetReader::take_date() {
    static const NotationPtr kDay = iso_notation(Quantity::date, DateStep::day);
    static const NotationPtr kSecond = iso_notation(Quantity::moment, DateStep::second);
    static const NotationPtr kFine = iso_notation(Quantity::moment, DateStep::millisecond);
    if (text_.ends_with('Z')) text_.pop_back();
    if (text_.size() > 10 && text_[10] == 'T') text_[10] = ' ';
    const bool since_1904 = source_.workbook.since_1904;
    if (const auto day = kDay->parse(text_)) {
        if (const auto serial = sheet_serial(*day, Quantity::date, since_1904)) {
            return add(SheetCellKind::number, *serial, source_.styles.iso_day);
        }
    }
    auto moment = kSecond->parse(text_);
    if (!moment) moment = kFine->parse(text_);
    if (moment) {
        if (const auto serial = sheet_serial(*moment, Quantity::moment, since_1904)) {
            return add(SheetCellKind::number, *serial, source_.styles.iso_moment);
        }
    }
    fail("is no date from 1900 on, though it says so");
}

// The row holds something, if only the word that a value is missing.
void SheetReader::mark_row() {
    const auto row = static_cast<std::uint32_t>(row_ - 1);
    if (cells_.rows.empty() || cells_.rows.back() != row) cells_.rows.push_back(row);
}

void SheetReader::add(SheetCellKind kind, double number, std::uint32_t format) {
    const auto column = static_cast<std::size_t>(column_ - 1);
    mark_row();
    if (cells_.columns.size() <= column) cells_.columns.resize(column + 1);
    if (++cells_.count > static_cast<std::int64_t>(kMostCells)) fail("there are too many cells");
    cells_.columns[column].push_back(
        {number, static_cast<std::uint32_t>(cells_.rows.size() - 1), format & 0xFFFFFFU, kind});
}

void SheetReader::add_text(std::string_view text, SheetCellKind kind) {
    if (!text.empty()) add(kind, source_.texts.code_of(text));
}

void SheetReader::merge(const XmlAttributes& attributes) {
    const std::string_view range = attributes.find("ref").value_or("");
    const std::size_t colon = range.find(':');
    if (colon == std::string_view::npos) return;
    const auto first = cell_place(range.substr(0, colon));
    const auto last = cell_place(range.substr(colon + 1));
    if (!first || !last || last->row < first->row || last->column < first->column) {
        throw Error(ErrorKind::input,
                    fmt::format("sheet \"{}\" merges cells that are none", sheet_.name),
                    {source_.path, 0, 0, {}});
    }
    const auto top = static_cast<std::uint32_t>(first->row - 1);
    const std::size_t head = std::min(kHeadRows, cells_.rows.size());
    if (head == 0 || top > cells_.rows[head - 1] || cells_.merged.size() == kMostMerged) {
        ++cells_.merged_elsewhere;
        return;
    }
    cells_.merged.push_back({top, static_cast<std::uint32_t>(first->column - 1),
                             static_cast<std::uint32_t>(last->row - 1),
                             static_cast<std::uint32_t>(last->column - 1)});
}

}  // namespace

const SheetCell* SheetCells::find(std::uint32_t row, std::size_t column) const {
    if (column >= columns.size()) return nullptr;
    const auto& cells = columns[column];
    const auto place =
        std::ranges::lower_bound(cells, row, {}, [](const SheetCell& cell) { return cell.row; });
    return place == cells.end() || place->row != row ? nullptr : &*place;
}

std::string column_letters(std::size_t column) {
    std::string letters;
    for (std::size_t rest = column + 1; rest > 0; rest = (rest - 1) / 26) {
        letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
    }
    return letters;
}

std::string cell_name(std::uint32_t row, std::size_t column) {
    return column_letters(column) + std::to_string(std::int64_t{row} + 1);
}

SheetCells read_sheet(const Context& context, ZipFile& zip, const SheetEntry& sheet,
                      const SheetSource& source) {
    SheetReader reader(context, sheet, source);
    XmlEvents events(reader, source.path, sheet.part);
    Progress progress(context, "reading " + source.path, zip.packed_size(sheet.part));
    zip.read(sheet.part, [&](std::string_view bytes) { events.feed(bytes); });
    events.finish();
    return reader.take();
}

}  // namespace lethe::formats
