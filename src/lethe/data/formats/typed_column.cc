#include "lethe/data/formats/typed_column.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>
#include <utility>

#include "lethe/data/numbers/number_text.h"

namespace lethe::formats {
namespace {

template <class T>
bool fits_a_double(T value) {
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
        constexpr T kMost = T{1} << 53;
        if constexpr (std::is_signed_v<T>) return value >= -kMost && value <= kMost;
        return value <= kMost;
    }
    return true;
}

// Collects texts for a TextColumnBuilder, which takes them as slices of one buffer.
class TextScratch {
  public:
    void add(std::string_view text) {
        TextSlice slice;
        slice.offset = static_cast<std::uint32_t>(text_.size());
        slice.size = static_cast<std::uint32_t>(text.size()) & 0x3FFFFFFFU;
        slice.quoted = 1;
        text_.append(text);
        slices_.push_back(slice);
    }
    void add_missing() { slices_.push_back({}); }
    void flush(TextColumnBuilder& builder) {
        builder.append(
            {text_.data(), slices_.data(), 1, static_cast<std::int64_t>(slices_.size())});
        text_.clear();
        slices_.clear();
    }

  private:
    std::string text_;
    std::vector<TextSlice> slices_;
};

StoredAs stored_as_cells(CellType cells) {
    switch (cells) {
        case CellType::int8:
            return StoredAs::int8;
        case CellType::int16:
            return StoredAs::int16;
        case CellType::int32:
            return StoredAs::int32;
        case CellType::int64:
            return StoredAs::int64;
        case CellType::float32:
            return StoredAs::float32;
        case CellType::float64:
            return StoredAs::float64;
        default:
            return StoredAs::unknown;
    }
}

}  // namespace

NumberColumnBuilder::NumberColumnBuilder(std::string name, std::vector<std::string> missing)
    : name_(std::move(name)), missing_(std::move(missing)) {
    for (const std::string& text : missing_) {
        const auto value = parse_number(text);
        if (!value) continue;
        if (std::isnan(*value)) nan_is_missing_ = true;
        if (std::isinf(*value)) infinity_is_missing_ = true;
        if (std::isfinite(*value)) missing_numbers_.push_back(*value);
    }
}

void NumberColumnBuilder::append(const Cells& cells) {
    switch (cells.type) {
        case CellType::int8:
            return append_as<std::int8_t>(cells);
        case CellType::int16:
            return append_as<std::int16_t>(cells);
        case CellType::int32:
            return append_as<std::int32_t>(cells);
        case CellType::int64:
            return append_as<std::int64_t>(cells);
        case CellType::uint8:
            return append_as<std::uint8_t>(cells);
        case CellType::uint16:
            return append_as<std::uint16_t>(cells);
        case CellType::uint32:
            return append_as<std::uint32_t>(cells);
        case CellType::uint64:
            return append_as<std::uint64_t>(cells);
        case CellType::float32:
            return append_as<float>(cells);
        case CellType::float64:
            return append_as<double>(cells);
        case CellType::text:
        case CellType::other:
            break;
    }
    throw Error(ErrorKind::internal, "a column of numbers got cells of another type");
}

template <class T>
void NumberColumnBuilder::append_as(const Cells& cells) {
    const T* const values = static_cast<const T*>(cells.values);
    if (categories_) return append_text(values, cells);
    for (std::int64_t i = 0; i < cells.count; ++i) {
        if (!fits_a_double(values[i]) && cells.valid(i)) {
            become_categories();
            return append_text(values, cells);
        }
    }
    const std::size_t begin = numbers_.size();
    const auto count = static_cast<std::size_t>(cells.count);
    numbers_.resize(begin + count);
    std::copy_n(values, count, numbers_.begin() + static_cast<std::ptrdiff_t>(begin));
    if (cells.validity != nullptr) {
        validity_.append(static_cast<std::int64_t>(begin), cells.validity, cells.count);
        for (std::int64_t i = 0; i < cells.count; ++i) {
            if (!cells.valid(i)) numbers_[begin + static_cast<std::size_t>(i)] = 0;
        }
    }
    if (std::is_floating_point_v<T> || !missing_numbers_.empty()) check_values(begin);
}

// Numbers that are not finite, and those that mean missing.
void NumberColumnBuilder::check_values(std::size_t begin) {
    for (std::size_t i = begin; i < numbers_.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i);
        const double value = numbers_[i];
        if (std::isfinite(value)) {
            const auto& texts = missing_numbers_;
            if (texts.empty() || std::find(texts.begin(), texts.end(), value) == texts.end()) {
                continue;
            }
            if (!validity_.valid(row)) continue;
        } else if (!(std::isnan(value) ? nan_is_missing_ : infinity_is_missing_)) {
            if (first_not_finite_ < 0) {
                first_not_finite_ = row;
                first_is_nan_ = std::isnan(value);
            }
            continue;
        }
        validity_.set_missing(row);
        numbers_[i] = 0;
    }
}

template <class T>
void NumberColumnBuilder::append_text(const T* values, const Cells& cells) {
    TextScratch scratch;
    for (std::int64_t i = 0; i < cells.count; ++i) {
        if (!cells.valid(i)) {
            scratch.add_missing();
            continue;
        }
        char buffer[kNumberTextSize];
        if constexpr (std::is_integral_v<T>) {
            const char* const end = std::to_chars(buffer, buffer + sizeof buffer, values[i]).ptr;
            scratch.add({buffer, static_cast<std::size_t>(end - buffer)});
        }
    }
    scratch.flush(*categories_);
}

void NumberColumnBuilder::become_categories() {
    categories_.emplace(name_, TextSource::categories, missing_);
    TextScratch scratch;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        if (validity_.valid(static_cast<std::int64_t>(i))) {
            scratch.add(number_text(numbers_[i]));
        } else {
            scratch.add_missing();
        }
        if (i % 65536 == 0) scratch.flush(*categories_);
    }
    scratch.flush(*categories_);
    numbers_ = {};
}

std::optional<Problem> NumberColumnBuilder::problem(const std::string& path) const {
    if (first_not_finite_ < 0) return std::nullopt;
    return not_finite_problem(name_, first_not_finite_, first_is_nan_ ? "NaN" : "inf", path);
}

ColumnPtr NumberColumnBuilder::finish() {
    if (categories_) return categories_->finish();
    const auto rows = static_cast<std::int64_t>(numbers_.size());
    return Column::numeric(std::move(name_), std::move(numbers_), validity_.take(rows));
}

TypedColumnBuilder::TypedColumnBuilder(const ResultColumn& column, CellType cells,
                                       const std::vector<std::string>& missing)
    : cells_(cells), builder_(NumberColumnBuilder(column.name, missing)) {
    if (column.temporal) {
        builder_.emplace<TemporalColumnBuilder>(column.name, *column.temporal, missing);
    } else if (cells == CellType::text) {
        const TextSource texts = column.exact_number ? TextSource::numbers : TextSource::categories;
        builder_.emplace<TextColumnBuilder>(column.name, texts, missing);
        if (column.truth) stored_ = StoredAs::truth;
    } else {
        stored_ = stored_as_cells(cells);
    }
}

void TypedColumnBuilder::append(const Cells& cells) {
    if (auto* const numbers = std::get_if<NumberColumnBuilder>(&builder_)) {
        numbers->append(cells);
        return;
    }
    if (auto* const dates = std::get_if<TemporalColumnBuilder>(&builder_)) {
        dates->append(cells);
        return;
    }
    TextScratch scratch;
    for (std::int64_t i = 0; i < cells.count; ++i) {
        if (cells.valid(i)) {
            scratch.add(cells.text(i));
        } else {
            scratch.add_missing();
        }
    }
    scratch.flush(std::get<TextColumnBuilder>(builder_));
}

void TypedColumnBuilder::append_texts(const TextCells& cells) {
    std::get<TextColumnBuilder>(builder_).append(cells);
}

std::optional<Problem> TypedColumnBuilder::problem(const std::string& path) const {
    return std::visit([&](const auto& builder) { return builder.problem(path); }, builder_);
}

ColumnPtr TypedColumnBuilder::finish() {
    const ColumnPtr made = std::visit([](auto& builder) { return builder.finish(); }, builder_);
    if (stored_ == StoredAs::unknown) return made;
    auto description = std::make_shared<Description>();
    description->stored = stored_;
    return made->with_description(std::move(description));
}

}  // namespace lethe::formats
