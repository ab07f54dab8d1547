#include "lethe/search/evolve/mixed_file.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "lethe/core/index.h"

namespace lethe::search {
namespace {

std::vector<std::string> columns_of_kind(const Table& table, std::span<const std::string> columns,
                                         bool numeric) {
    std::vector<std::string> names;
    for (const std::string& name : columns) {
        if (table.column(name).is_numeric() == numeric) names.push_back(name);
    }
    return names;
}

constexpr std::size_t kMostPatterned = 16;

std::vector<std::size_t> first_categories(const MixedFile& file) {
    const std::size_t numbers = file.numbers().columns().size();
    std::vector<std::size_t> columns(
        std::min(file.categories().columns().size(),
                 kMostPatterned - std::min(numbers, kMostPatterned / 2)));
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    return columns;
}

std::size_t patterned_of(const MixedFile& file) {
    return std::min(kMostPatterned,
                    first_categories(file).size() + file.numbers().columns().size());
}

}  // namespace

MixedFile::MixedFile(const Context& context, const Table& table,
                     std::span<const std::string> columns)
    : categories_(context, table, columns_of_kind(table, columns, false)),
      numbers_(context, table, columns_of_kind(table, columns, true)) {
    for (const CodedColumn& column : categories_.columns()) {
        columns_.push_back({column.largest_code()});
    }
    for (const NumberGrid& grid : numbers_.columns()) columns_.push_back({grid.largest_code()});
    codes_ = coded(table);
}

FileCodes MixedFile::coded(const Table& table) const {
    const FileCodes first = categories_.coded(table), second = numbers_.coded(table);
    FileCodes codes;
    codes.reserve(first.size() + second.size());
    for (std::int64_t row = 0; row < rows(); ++row) {
        const auto add = [&](const FileCodes& from, std::int64_t columns) {
            codes.insert(codes.end(), from.begin() + row * columns,
                         from.begin() + (row + 1) * columns);
        };
        add(first, categories_.width());
        add(second, numbers_.width());
    }
    return codes;
}

Table MixedFile::table(std::span<const CellCode> codes) const {
    const Table numbers = numbers_.table(number_codes(codes));
    std::vector<ColumnPtr> changed;
    for (const ColumnPtr& column : numbers.columns()) {
        if (std::ranges::find(numbers_.columns(), column->name(), &NumberGrid::name) !=
            numbers_.columns().end()) {
            changed.push_back(column);
        }
    }
    return categories_.table(category_codes(codes)).with(changed);
}

FileCodes MixedFile::part(std::span<const CellCode> codes, std::size_t begin,
                          std::size_t end) const {
    FileCodes result;
    result.reserve(at(rows()) * (end - begin));
    for (std::size_t row = 0; row < codes.size(); row += columns_.size()) {
        const auto record = codes.subspan(row + begin, end - begin);
        result.insert(result.end(), record.begin(), record.end());
    }
    return result;
}

FileCodes MixedFile::category_codes(std::span<const CellCode> codes) const {
    return part(codes, 0, categories_.columns().size());
}

FileCodes MixedFile::number_codes(std::span<const CellCode> codes) const {
    return part(codes, categories_.columns().size(), columns_.size());
}

MixedLinkage::MixedLinkage(const MixedFile& original)
    : LinkageFrame(original.rows(), original.width(), patterned_of(original)),
      width_of_categories_(original.categories().columns().size()),
      part_(1 / static_cast<float>(original.categories().whole())),
      categories_(original.categories(), first_categories(original)),
      numbers_(original.numbers()) {}

// The number's distance is the bits of a float, and so is the result: floats that are not negative
// are ordered as their bits are.
std::int32_t MixedLinkage::joined(std::int32_t category, std::int32_t number) const {
    const float half = 0.5F * std::bit_cast<float>(number);
    return std::bit_cast<std::int32_t>(part_ * static_cast<float>(category) + half);
}

void MixedLinkage::distances(std::span<const CellCode> masked, std::int32_t* out) const {
    std::vector<std::int32_t> numbers(at(rows()));
    categories_.distances(masked.first(width_of_categories_), out);
    numbers_.distances(masked.subspan(width_of_categories_), numbers.data());
    for (std::size_t i = 0; i < numbers.size(); ++i) out[i] = joined(out[i], numbers[i]);
}

void MixedLinkage::patterns(std::span<const CellCode> masked, std::uint16_t* out) const {
    std::vector<std::uint16_t> numbers(at(rows()));
    categories_.patterns(masked.first(width_of_categories_), out);
    numbers_.patterns(masked.subspan(width_of_categories_), numbers.data());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        out[i] = static_cast<std::uint16_t>(out[i] | numbers[i] << categories_.patterned());
    }
}

std::int32_t MixedLinkage::distance(std::int64_t row, std::span<const CellCode> masked) const {
    return joined(categories_.distance(row, masked.first(width_of_categories_)),
                  numbers_.distance(row, masked.subspan(width_of_categories_)));
}

std::uint16_t MixedLinkage::pattern(std::int64_t row, std::span<const CellCode> masked) const {
    return static_cast<std::uint16_t>(categories_.pattern(row, masked.first(width_of_categories_)) |
                                      numbers_.pattern(row, masked.subspan(width_of_categories_))
                                          << categories_.patterned());
}

}  // namespace lethe::search
