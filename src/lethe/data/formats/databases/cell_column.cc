#include "lethe/data/formats/databases/cell_column.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>

#include "lethe/data/formats/csv.h"
#include "lethe/data/written/notation.h"
#include "lethe/io/utf8.h"

namespace lethe::formats {
namespace {

constexpr std::size_t kBatch = 4096;
constexpr std::size_t kMostCellText = 16U << 20U;
constexpr std::size_t kLongestText = 1U << 30U;

CellType cell_type_of(Takes takes) {
    switch (takes) {
        case Takes::integers:
            return CellType::int64;
        case Takes::numbers:
            return CellType::float64;
        case Takes::number_texts:
        case Takes::texts:
            break;
    }
    return CellType::text;
}

TextSource text_source_of(Takes takes) {
    return takes == Takes::number_texts ? TextSource::numbers : TextSource::categories;
}

// The ends of what a pattern can write.
bool in_calendar(double value, Quantity quantity) {
    constexpr double kFirstDay = -719162;  // 1 January of the year 1
    constexpr double kEndDay = 2932897;    // 1 January of the year 10000
    constexpr double kSecondsOfDay = 86400;
    switch (quantity) {
        case Quantity::date:
            return value >= kFirstDay && value < kEndDay;
        case Quantity::moment:
            return value >= kFirstDay * kSecondsOfDay && value < kEndDay * kSecondsOfDay;
        case Quantity::time:
            return value >= 0 && value < kSecondsOfDay;
        case Quantity::duration:
        case Quantity::number:
            break;
    }
    return true;
}

bool has_digits(double seconds, double scale) {
    return std::round(seconds * scale) / scale == seconds;
}

std::string pattern_of_cells(Quantity quantity, int digits, const std::string& zone) {
    if (quantity == Quantity::date) return "%Y-%m-%d";
    const std::string day = quantity == Quantity::moment ? "%Y-%m-%d " : "";
    const std::string fraction = digits == 0 ? "" : fmt::format(".%{}f", digits);
    return day + "%H:%M:%S" + fraction + zone;
}

}  // namespace

CellColumn::CellColumn(CellSpec spec, const std::vector<std::string>& missing)
    : spec_(std::move(spec)),
      builder_({.name = spec_.name,
                .cells = cell_type_of(spec_.takes),
                .exact_number = text_source_of(spec_.takes) == TextSource::numbers},
               cell_type_of(spec_.takes), missing),
      validity_(kBatch / 64, ~0ULL) {
    if (spec_.takes == Takes::integers) integers_.resize(kBatch);
    if (spec_.takes == Takes::numbers) numbers_.resize(kBatch);
}

void CellColumn::next_row() {
    ++rows_;
    if (++filled_ == kBatch || text_.size() >= kMostCellText) flush();
}

void CellColumn::add_missing() {
    validity_[filled_ / 64] &= ~(1ULL << (filled_ % 64));
    if (spec_.takes == Takes::integers) integers_[filled_] = 0;
    if (spec_.takes == Takes::numbers) numbers_[filled_] = 0;
    if (cell_type_of(spec_.takes) == CellType::text) slices_.push_back({});
    next_row();
}

void CellColumn::add_integer(std::int64_t value) {
    integers_[filled_] = value;
    next_row();
}

void CellColumn::add_number(double value) {
    numbers_[filled_] = value;
    next_row();
}

void CellColumn::add_text(std::string_view text) {
    const bool too_long = text.size() >= kLongestText;
    const Utf8Check check = too_long ? Utf8Check{0, true} : check_utf8(text);
    if (check.bad || check.valid != text.size()) {
        if (first_bad_text_ < 0) first_bad_text_ = rows_;
        return add_missing();
    }
    TextSlice slice;
    slice.offset = static_cast<std::uint32_t>(text_.size());
    slice.size = static_cast<std::uint32_t>(text.size()) & 0x3FFFFFFFU;
    slice.quoted = 1;
    text_.append(text);
    slices_.push_back(slice);
    next_row();
}

void CellColumn::flush() {
    if (filled_ == 0) return;
    const auto count = static_cast<std::int64_t>(filled_);
    switch (cell_type_of(spec_.takes)) {
        case CellType::int64:
            builder_.append({CellType::int64, integers_.data(), validity_.data(), count});
            break;
        case CellType::float64:
            builder_.append({CellType::float64, numbers_.data(), validity_.data(), count});
            break;
        default:
            builder_.append_texts({text_.data(), slices_.data(), 1, count});
            text_.clear();
            slices_.clear();
    }
    validity_.assign(validity_.size(), ~0ULL);
    filled_ = 0;
}

std::optional<Problem> CellColumn::problem(const std::string& shown) {
    flush();
    if (first_bad_text_ >= 0) {
        return Problem{fmt::format("column \"{}\", row {}: a text that is not UTF-8, holds a zero "
                                   "byte or is longer than a gigabyte",
                                   spec_.name, first_bad_text_ + 1),
                       {shown, 0, 0, {}}};
    }
    return builder_.problem(shown);
}

ColumnPtr CellColumn::finish(const std::string& shown) {
    ColumnPtr column = builder_.finish();
    if (spec_.quantity != Quantity::number) {
        column = as_written_dates(column, spec_.quantity, spec_.zone, shown);
    }
    if (!spec_.order.empty()) column = column->as_ordinal(spec_.order);
    if (spec_.description.empty()) return column;
    return column->with_description(std::make_shared<const Description>(spec_.description));
}

Table table_of(std::vector<CellColumn>& columns, std::int64_t rows, const std::string& shown,
               const ReadOptions& options) {
    if (rows == 0 && options.limit != 0) {
        throw Error(ErrorKind::input, "has no rows", {shown, 0, 0, {}});
    }
    Problems problems;
    for (CellColumn& column : columns) {
        if (auto problem = column.problem(shown)) problems.push_back(*std::move(problem));
    }
    throw_if_any(ErrorKind::input, std::move(problems));
    std::vector<ColumnPtr> finished;
    for (CellColumn& column : columns) finished.push_back(column.finish(shown));
    return Table(std::move(finished));
}

std::vector<std::size_t> wanted_of(const std::vector<CellSpec>& specs, const std::string& shown,
                                   const ReadOptions& options) {
    std::vector<std::string> names;
    std::set<std::string_view> seen;
    Problems problems;
    for (const CellSpec& spec : specs) {
        names.push_back(spec.name);
        if (seen.insert(spec.name).second) continue;
        problems.push_back(
            {fmt::format("two columns are named \"{}\"; names must differ", spec.name),
             {shown, 0, 0, {}}});
    }
    throw_if_any(ErrorKind::input, std::move(problems));
    if (specs.empty()) throw Error(ErrorKind::input, "has no columns", {shown, 0, 0, {}});
    return wanted_columns(names, options.columns);
}

ColumnPtr as_written_dates(const ColumnPtr& numbers, Quantity quantity, const std::string& zone,
                           const std::string& shown) {
    if (!numbers->is_numeric()) return numbers;
    int digits = 0;
    const std::span<const double> values = numbers->numbers();
    for (std::int64_t row = 0; row < numbers->size(); ++row) {
        if (!numbers->valid(row)) continue;
        const double value = values[static_cast<std::size_t>(row)];
        if (!in_calendar(value, quantity)) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\", row {}: a date or time outside the years 1 to "
                                    "9999, or a time of 24:00; a query can give it as text",
                                    numbers->name(), row + 1),
                        {shown, 0, 0, {}});
        }
        if (digits == 0 && !has_digits(value, 1)) digits = 3;
        if (digits == 3 && !has_digits(value, 1e3)) digits = 6;
    }
    return numbers->with_notation(
        Notation::of_dates(pattern_of_cells(quantity, digits, zone), quantity));
}

}  // namespace lethe::formats
