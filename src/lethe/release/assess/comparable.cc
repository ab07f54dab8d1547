#include "lethe/release/assess/comparable.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "lethe/core/error.h"
#include "lethe/data/label_codes.h"
#include "lethe/data/numbers/number_label.h"
#include "lethe/data/roles.h"
#include "lethe/data/written/recognise_notation.h"

namespace lethe::release {
namespace {

// The masked column coded as the original is, with its meaning; categories that only it has follow
// the original's.
ColumnPtr coded_as(const Column& original, const ColumnPtr& masked) {
    if (original.dictionary() == masked->dictionary()) return masked;
    auto dictionary = std::make_shared<Dictionary>(original.dictionary());
    std::vector<std::int32_t> moved = label_codes(masked->dictionary(), original.dictionary());
    for (std::size_t i = 0; i < moved.size(); ++i) {
        if (moved[i] != kUnknownLabel) continue;
        moved[i] = static_cast<std::int32_t>(dictionary->size());
        dictionary->push_back(masked->dictionary()[i]);
    }
    std::vector<std::int32_t> codes(masked->codes().begin(), masked->codes().end());
    for (std::int64_t row = 0; row < masked->size(); ++row) {
        auto& code = codes[static_cast<std::size_t>(row)];
        code = masked->valid(row) ? moved[static_cast<std::size_t>(code)] : 0;
    }
    return Column::categories(masked->name(), masked->kind(), std::move(codes),
                              std::move(dictionary), masked->validity(), masked->spelling());
}

// Texts as the numbers that they are in the notation of the other column, where all are; null
// otherwise.
ColumnPtr in_notation_of(const Column& other, const Column& texts) {
    if (!other.notation() || texts.is_numeric() || texts.dictionary().empty()) return nullptr;
    const bool all = std::ranges::all_of(texts.dictionary(), [&](const std::string& text) {
        return other.notation()->parse(text).has_value();
    });
    return all ? texts.as_numbers(other.notation()) : nullptr;
}

Quantity quantity_of(const Column& column) {
    return column.notation() ? column.notation()->quantity() : Quantity::number;
}

std::pair<ColumnPtr, ColumnPtr> same_kind(ColumnPtr original, ColumnPtr masked) {
    // Two files may write the same dates or numbers otherwise, and one may not tell how.
    if (ColumnPtr numbers = in_notation_of(*original, *masked)) masked = std::move(numbers);
    // A column that could be read in a notation of its own and is not, was said to be texts.
    if (original->kind() == Kind::nominal && masked->is_numeric() &&
        !notation_of(*original).notation) {
        if (ColumnPtr numbers = in_notation_of(*masked, *original)) original = std::move(numbers);
    }
    // Days beside years are no numbers of one scale.
    if (original->is_numeric() && masked->is_numeric() &&
        quantity_of(*original) != quantity_of(*masked)) {
        original = original->as_written(Kind::nominal);
    }
    if (original->is_numeric() && !masked->is_numeric()) {
        if (ColumnPtr numbers = numbers_of_labels(*masked, original->notation())) {
            return {original, numbers};
        }
        original = original->as_kind(Kind::nominal);
    }
    if (original->is_numeric()) return {original, masked};
    if (masked->kind() != original->kind()) {
        masked = original->meaning() ? masked->as_written(original->kind())
                                     : masked->as_kind(original->kind());
    }
    masked = coded_as(*original, masked);
    if (original->meaning() != nullptr) masked = masked->with_meaning(original->meaning());
    return {original, masked};
}

bool same_values(const Column& original, const Column& masked,
                 std::span<const std::int64_t> origin) {
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        const std::int64_t from = origin.empty() ? row : origin[static_cast<std::size_t>(row)];
        if (masked.valid(row) != original.valid(from)) return false;
        if (!masked.valid(row)) continue;
        const auto i = static_cast<std::size_t>(row);
        const auto o = static_cast<std::size_t>(from);
        if (masked.is_numeric() ? masked.numbers()[i] != original.numbers()[o]
                                : masked.codes()[i] != original.codes()[o]) {
            return false;
        }
    }
    return true;
}

std::vector<std::string> common_columns(const Table& original, const Table& masked) {
    std::vector<std::string> names;
    for (const ColumnPtr& column : original.columns()) {
        if (masked.find(column->name()) == nullptr) continue;
        if (guess_role(*column).role == Role::identifier) continue;
        names.push_back(column->name());
    }
    if (names.empty()) {
        throw Error(ErrorKind::input,
                    "the two tables have no column in common (identifiers apart)");
    }
    return names;
}

}  // namespace

Comparable make_comparable(const Table& original, const Table& masked,
                           std::span<const std::string> columns,
                           std::span<const std::int64_t> origin,
                           std::span<const std::string> confidential) {
    const std::vector<std::string> names =
        columns.empty() ? common_columns(original, masked)
                        : std::vector<std::string>(columns.begin(), columns.end());
    if (origin.empty() && original.rows() != masked.rows()) {
        throw Error(ErrorKind::input,
                    fmt::format("the original has {} rows and the masked table {}; where rows were "
                                "dropped, give the private log of the release (the option log)",
                                original.rows(), masked.rows()));
    }
    if (!origin.empty() && static_cast<std::int64_t>(origin.size()) != masked.rows()) {
        throw Error(ErrorKind::input, "the private log is of another release: its rows differ");
    }
    std::vector<ColumnPtr> left, right;
    Comparable pair;
    for (const std::string& name : names) {
        auto [first, second] = same_kind(original.column_ptr(name), masked.column_ptr(name));
        if (same_values(*first, *second, origin)) pair.unchanged.push_back(name);
        left.push_back(std::move(first));
        right.push_back(std::move(second));
    }
    pair.original = Table(std::move(left));
    pair.masked = Table(std::move(right));
    for (const std::string& name : confidential) {
        const bool used = std::find(names.begin(), names.end(), name) != names.end();
        if (used || original.find(name) == nullptr || masked.find(name) == nullptr) continue;
        pair.confidential.push_back(same_kind(original.column_ptr(name), masked.column_ptr(name)));
    }
    return pair;
}

}  // namespace lethe::release
