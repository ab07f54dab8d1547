#include "lethe/data/formats/xlsx/sheet_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "lethe/data/formats/scan_number.h"
#include "lethe/data/formats/validity.h"
#include "lethe/data/formats/xlsx/sheet_dates.h"
#include "lethe/data/numbers/number_text.h"

namespace lethe::formats {
namespace {

using Shape = SheetNumberFormat::Shape;

constexpr std::array<std::string_view, 4> kMissingWords{"NA", "N/A", "null", "NULL"};
constexpr std::array<std::string_view, 9> kSheetErrors{"#DIV/0!", "#VALUE!", "#REF!",
                                                       "#NAME?",  "#NUM!",   "#NULL!",
                                                       "#SPILL!", "#CALC!",  "#GETTING_DATA"};

std::string_view without_blanks(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// 0.07 as 7: what a person sees, not 7.000000000000001.
double as_percent(double share) {
    constexpr double kHundred = 100;
    return parse_number(fmt::format("{:.15g}", share * kHundred)).value_or(0);
}

// Whether a pattern shows all of a value.
bool shows(const DatePattern& pattern, double value) {
    const double steps = value / pattern.step();
    return std::fabs(steps - std::round(steps)) * pattern.step() < 1e-4;
}

bool is_of_day(Quantity quantity) {
    return quantity == Quantity::date || quantity == Quantity::moment;
}

// The notation of a format where it shows all of the values, otherwise ISO 8601.
NotationPtr notation_for(const NotationPtr& own, Quantity quantity,
                         std::span<const double> values) {
    NotationPtr notation = own;
    if (own->quantity() != quantity) {
        notation = nullptr;
        try {
            if (!is_of_day(quantity))
                notation = Notation::of_dates(own->dates()->pattern(), quantity);
        } catch (const Error&) {
            // Hours of twelve are no duration.
        }
    }
    const auto fits = [&](const NotationPtr& one) {
        return std::ranges::all_of(values, [&](double v) { return shows(*one->dates(), v); });
    };
    if (notation && fits(notation)) return notation;
    notation =
        iso_notation(quantity, quantity == Quantity::date ? DateStep::day : DateStep::second);
    return fits(notation) ? notation : iso_notation(quantity, DateStep::millisecond);
}

// What a column of numbers is: the numbers, one for each cell that is one, in order.
struct SheetNumbers {
    std::vector<double> values;
    NotationPtr notation;
    int decimals = -1;
    std::string code;
};

class SheetColumnMaker {
  public:
    SheetColumnMaker(std::span<const SheetCell> cells, const SheetSource& source,
                     const SheetColumnPart& part, const std::vector<std::string>& missing);

    ColumnPtr make(Problems& problems);

  private:
    const std::string& text_at(const SheetCell& cell) const {
        return source_.texts.texts()[static_cast<std::size_t>(cell.number)];
    }
    const SheetNumberFormat& format_at(const SheetCell& cell) const {
        return source_.styles.formats[cell.format];
    }
    bool is_told_missing(const SheetCell& cell) const;
    void check(Problems& problems) const;
    void add_problem(Problems& problems, const SheetCell& cell, std::string_view what) const;
    std::optional<SheetNumbers> numbers() const;
    bool take_dates(SheetNumbers& numbers,
                    const std::vector<const SheetNumberFormat*>& formats) const;
    bool take_plain(SheetNumbers& numbers,
                    const std::vector<const SheetNumberFormat*>& formats) const;
    std::vector<const SheetNumberFormat*> formats_used() const;
    ColumnPtr numeric(const SheetNumbers& numbers) const;
    ColumnPtr categories() const;
    std::optional<double> number_of_text(const SheetCell& cell, const SheetNumbers& numbers) const;
    ColumnPtr described(ColumnPtr column, const std::string& code, StoredAs stored) const;

    std::vector<SheetCell> cells_;  // that are not told to be missing
    const SheetSource& source_;
    const SheetColumnPart& part_;
    const std::vector<std::string>& missing_;
    std::vector<double> missing_numbers_;
};

SheetColumnMaker::SheetColumnMaker(std::span<const SheetCell> cells, const SheetSource& source,
                                   const SheetColumnPart& part,
                                   const std::vector<std::string>& missing)
    : source_(source), part_(part), missing_(missing) {
    for (const std::string& text : missing) {
        if (const auto number = parse_number(text)) missing_numbers_.push_back(*number);
    }
    cells_.reserve(cells.size());
    for (const SheetCell& cell : cells) {
        if (cell.row < part.first || cell.row - part.first >= part.rows) continue;
        if (!missing.empty() && is_told_missing(cell)) continue;
        cells_.push_back(cell);
    }
}

bool SheetColumnMaker::is_told_missing(const SheetCell& cell) const {
    switch (cell.kind) {
        case SheetCellKind::number:
            return std::ranges::find(missing_numbers_, cell.number) != missing_numbers_.end() ||
                   contains(missing_, text_of_sheet_cell(cell, source_));
        case SheetCellKind::truth:
        case SheetCellKind::text:
        case SheetCellKind::error:
            return contains(missing_, text_of_sheet_cell(cell, source_));
        case SheetCellKind::unsolved:
            break;
    }
    return false;
}

void SheetColumnMaker::add_problem(Problems& problems, const SheetCell& cell,
                                   std::string_view what) const {
    problems.push_back(
        {fmt::format("sheet \"{}\", column \"{}\", cell {}: {}", part_.sheet, part_.name,
                     cell_name(part_.sheet_rows[cell.row], part_.column), what),
         {source_.path, 0, 0, {}}});
}

// The first of each sort.
void SheetColumnMaker::check(Problems& problems) const {
    const auto first = [&](SheetCellKind kind) {
        return std::ranges::find(cells_, kind, [](const SheetCell& cell) { return cell.kind; });
    };
    if (const auto cell = first(SheetCellKind::error); cell != cells_.end()) {
        const auto* const known = std::ranges::find(kSheetErrors, text_at(*cell));
        const std::string word(known == kSheetErrors.end() ? "" : *known);
        add_problem(problems, *cell,
                    word.empty() ? "holds an error"
                                 : fmt::format("holds the error {}; give the option missing {} if "
                                               "it means missing",
                                               word, word));
    }
    if (const auto cell = first(SheetCellKind::unsolved); cell != cells_.end()) {
        add_problem(problems, *cell,
                    "holds a formula without its result; open the file in a spreadsheet program "
                    "and save it");
    }
}

std::vector<const SheetNumberFormat*> SheetColumnMaker::formats_used() const {
    std::vector<char> seen(source_.styles.formats.size(), 0);
    std::vector<const SheetNumberFormat*> used;
    for (const SheetCell& cell : cells_) {
        if (cell.kind != SheetCellKind::number || seen[cell.format] != 0) continue;
        seen[cell.format] = 1;
        used.push_back(&format_at(cell));
    }
    return used;
}

// False where some are no dates, or dates and times of day stand beside each other.
bool SheetColumnMaker::take_dates(SheetNumbers& numbers,
                                  const std::vector<const SheetNumberFormat*>& formats) const {
    const bool of_day = is_of_day(formats.front()->notation->quantity());
    Quantity quantity = formats.front()->notation->quantity();
    for (const SheetNumberFormat* format : formats) {
        const Quantity one = format->notation->quantity();
        if (is_of_day(one) != of_day) return false;
        if (one != quantity) quantity = of_day ? Quantity::moment : Quantity::duration;
    }
    const auto convert = [&] {
        numbers.values.clear();
        for (const SheetCell& cell : cells_) {
            if (cell.kind != SheetCellKind::number) continue;
            const auto value =
                from_sheet_serial(cell.number, quantity, source_.workbook.since_1904);
            if (!value) return false;
            numbers.values.push_back(*value);
        }
        return true;
    };
    if (!convert()) return false;
    const auto any = [&](auto&& test) { return std::ranges::any_of(numbers.values, test); };
    if (quantity == Quantity::date && any([](double v) { return v != std::floor(v); })) {
        quantity = Quantity::moment;
        if (!convert()) return false;
    }
    constexpr double kDay = 86400;
    if (quantity == Quantity::time && any([](double v) { return v < 0 || v >= kDay; })) {
        quantity = Quantity::duration;
    }
    numbers.notation = notation_for(formats.front()->notation, quantity, numbers.values);
    return true;
}

// False where signs of several currencies stand beside each other.
bool SheetColumnMaker::take_plain(SheetNumbers& numbers,
                                  const std::vector<const SheetNumberFormat*>& formats) const {
    const SheetNumberFormat& first = *formats.front();
    const auto sign_of = [](const SheetNumberFormat& format) {
        const NumberMarks& marks = format.notation->marks();
        return std::string(without_blanks(marks.before)) + std::string(without_blanks(marks.after));
    };
    bool alike = true;
    bool same_decimals = true;
    for (const SheetNumberFormat* format : formats) {
        alike = alike && format->shape == first.shape;
        same_decimals = same_decimals && format->decimals == first.decimals;
        if (format->shape == Shape::currency && first.shape == Shape::currency &&
            sign_of(*format) != sign_of(first)) {
            return false;
        }
    }
    if (alike) numbers.notation = first.notation;
    const bool percent = alike && first.shape == Shape::percent;
    for (const SheetCell& cell : cells_) {
        if (cell.kind != SheetCellKind::number) continue;
        numbers.values.push_back(percent ? as_percent(cell.number) : cell.number);
    }
    if (!same_decimals || first.decimals <= 0) return true;
    const double unit = std::pow(10.0, first.decimals);
    const bool all = std::ranges::all_of(numbers.values, [&](double v) {
        return std::fabs(v) < 1e12 && std::round(v * unit) / unit == v;
    });
    if (all) numbers.decimals = first.decimals;
    return true;
}

std::optional<SheetNumbers> SheetColumnMaker::numbers() const {
    const std::vector<const SheetNumberFormat*> formats = formats_used();
    if (formats.empty()) return std::nullopt;
    SheetNumbers numbers;
    const auto dates = std::ranges::count(formats, Shape::dates, &SheetNumberFormat::shape);
    const bool all_dates = dates == static_cast<std::ptrdiff_t>(formats.size());
    if (dates > 0 && !all_dates) return std::nullopt;
    if (!(all_dates ? take_dates(numbers, formats) : take_plain(numbers, formats))) {
        return std::nullopt;
    }
    const bool one_code = std::ranges::all_of(formats, [&](const SheetNumberFormat* format) {
        return format->code == formats.front()->code;
    });
    if (one_code) numbers.code = formats.front()->code;
    return numbers;
}

// A number that stands in the sheet as a text.
std::optional<double> SheetColumnMaker::number_of_text(const SheetCell& cell,
                                                       const SheetNumbers& numbers) const {
    const std::string& text = text_at(cell);
    if (numbers.notation) return numbers.notation->parse(text);
    const NumberScan scan = scan_number(text);
    const bool is_number = scan.form == NumberForm::plain || scan.form == NumberForm::other;
    return is_number ? std::optional(scan.value) : std::nullopt;
}

// Null where a text is neither a number nor a word for missing.
ColumnPtr SheetColumnMaker::numeric(const SheetNumbers& numbers) const {
    std::vector<double> values(static_cast<std::size_t>(part_.rows), 0.0);
    ValidityBuilder validity;
    Column::Spelling spelling;
    spelling.decimals = numbers.decimals;
    std::int64_t next = 0;
    std::size_t taken = 0;
    for (const SheetCell& cell : cells_) {
        const std::int64_t row = std::int64_t{cell.row} - part_.first;
        for (; next < row; ++next) validity.set_missing(next);
        ++next;
        double& value = values[static_cast<std::size_t>(row)];
        if (cell.kind == SheetCellKind::number) {
            value = numbers.values[taken++];
            continue;
        }
        if (cell.kind != SheetCellKind::text) return nullptr;
        const std::string& text = text_at(cell);
        if (const auto number = number_of_text(cell, numbers)) {
            value = *number;
            spelling.add(row, text);
            continue;
        }
        const std::string_view word = without_blanks(text);
        if (!word.empty() && std::ranges::find(kMissingWords, word) == kMissingWords.end()) {
            return nullptr;
        }
        validity.set_missing(row);
        spelling.add(row, text);
    }
    for (; next < part_.rows; ++next) validity.set_missing(next);
    std::shared_ptr<const Column::Spelling> spelled;
    if (spelling.decimals >= 0 || !spelling.rows.empty()) {
        spelled = std::make_shared<const Column::Spelling>(std::move(spelling));
    }
    const ColumnPtr column = Column::numeric(part_.name, std::move(values),
                                             validity.take(part_.rows), std::move(spelled));
    const ColumnPtr noted = numbers.notation ? column->with_notation(numbers.notation) : column;
    return described(noted, numbers.code, StoredAs::unknown);
}

ColumnPtr SheetColumnMaker::described(ColumnPtr column, const std::string& code,
                                      StoredAs stored) const {
    if (code.empty() && stored == StoredAs::unknown) return column;
    Description description;
    description.format = code;
    description.origin = "xlsx";
    description.stored = stored;
    return column->with_description(std::make_shared<const Description>(std::move(description)));
}

ColumnPtr SheetColumnMaker::categories() const {
    TextIndex index;
    std::vector<std::int32_t> codes(static_cast<std::size_t>(part_.rows), 0);
    ValidityBuilder validity;
    std::int64_t next = 0;
    std::int64_t numbers = 0;
    std::int64_t first_other = 0;
    bool all_truths = true;
    for (const SheetCell& cell : cells_) {
        const std::int64_t row = std::int64_t{cell.row} - part_.first;
        for (; next < row; ++next) validity.set_missing(next);
        ++next;
        const bool text = cell.kind == SheetCellKind::text;
        codes[static_cast<std::size_t>(row)] =
            text ? index.code_of(text_at(cell)) : index.code_of(text_of_sheet_cell(cell, source_));
        if (cell.kind == SheetCellKind::number) ++numbers;
        if (cell.kind != SheetCellKind::number && first_other == 0) first_other = row + 1;
        all_truths = all_truths && cell.kind == SheetCellKind::truth;
    }
    for (; next < part_.rows; ++next) validity.set_missing(next);
    std::shared_ptr<Column::Spelling> spelling;
    const auto others = static_cast<std::int64_t>(cells_.size()) - numbers;
    if (numbers > 0 && others > 0 && numbers >= 9 * others) {
        spelling = std::make_shared<Column::Spelling>();
        spelling->first_non_number = first_other;
    }
    const ColumnPtr column = Column::categories(part_.name, Kind::nominal, std::move(codes),
                                                std::make_shared<const Dictionary>(index.take()),
                                                validity.take(part_.rows), spelling);
    return described(column, "", all_truths ? StoredAs::truth : StoredAs::unknown);
}

ColumnPtr SheetColumnMaker::make(Problems& problems) {
    const std::size_t before = problems.size();
    check(problems);
    if (problems.size() > before) return nullptr;
    if (cells_.empty()) return numeric({});
    if (const auto found = numbers()) {
        if (ColumnPtr column = numeric(*found)) return column;
    }
    return categories();
}

}  // namespace

std::string text_of_sheet_cell(const SheetCell& cell, const SheetSource& source) {
    if (cell.kind == SheetCellKind::truth) return cell.number != 0 ? "TRUE" : "FALSE";
    if (cell.kind == SheetCellKind::unsolved) return {};
    if (cell.kind != SheetCellKind::number) {
        return source.texts.texts()[static_cast<std::size_t>(cell.number)];
    }
    const SheetNumberFormat& format = source.styles.formats[cell.format];
    if (format.shape == Shape::plain) return number_text(cell.number);
    if (format.shape == Shape::percent) return format.notation->text(as_percent(cell.number));
    if (format.shape == Shape::currency) {
        const double unit = std::pow(10.0, std::max(format.decimals, 0));
        const bool exact = std::round(cell.number * unit) / unit == cell.number;
        return format.notation->text(cell.number, exact ? format.decimals : -1);
    }
    Quantity quantity = format.notation->quantity();
    auto value = from_sheet_serial(cell.number, quantity, source.workbook.since_1904);
    if (value && quantity == Quantity::date && *value != std::floor(*value)) {
        quantity = Quantity::moment;
        value = from_sheet_serial(cell.number, quantity, source.workbook.since_1904);
    }
    if (!value) return number_text(cell.number);
    return notation_for(format.notation, quantity, std::span(&*value, 1))->text(*value);
}

ColumnPtr sheet_column(const SheetCells& cells, const SheetSource& source,
                       const SheetColumnPart& part, const std::vector<std::string>& missing,
                       Problems& problems) {
    return SheetColumnMaker(cells.columns[part.column], source, part, missing).make(problems);
}

}  // namespace lethe::formats
