#include "lethe/method/category_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/space/attribute/category_centre.h"

namespace lethe {
namespace {

// The code of each entry of the masked dictionary: that of the same text, or a new one.
std::vector<std::int32_t> codes_of_masked(const Dictionary& original, const Dictionary& masked) {
    std::unordered_map<std::string_view, std::int32_t> code_of;
    for (const std::string& text : original) {
        code_of.emplace(text, static_cast<std::int32_t>(code_of.size()));
    }
    std::vector<std::int32_t> codes;
    for (const std::string& text : masked) {
        codes.push_back(
            code_of.try_emplace(text, static_cast<std::int32_t>(code_of.size())).first->second);
    }
    return codes;
}

// code(stored code) of each row, `missing` where there is no value.
template <class Code>
std::vector<std::int32_t> coded(const Context& context, const Column& column, std::int32_t missing,
                                Code code) {
    std::vector<std::int32_t> codes(static_cast<std::size_t>(column.size()));
    const auto stored = column.codes();
    parallel_chunks(context, column.size(), [&](std::int64_t begin, std::int64_t end, auto) {
        for (std::int64_t row = begin; row < end; ++row) {
            const auto i = static_cast<std::size_t>(row);
            codes[i] = column.valid(row) ? code(stored[i]) : missing;
        }
    });
    return codes;
}

// The lower median, or the most frequent, of the categories that a new one replaced: `replaced` are
// their cells, ascending.
template <class CodeOf>
std::int32_t reading(std::span<const Cell> replaced, bool ordinal, CodeOf code_of) {
    if (replaced.empty()) return CategoryColumn::kNothing;
    std::vector<CountedCode> counted;
    for (const Cell& cell : replaced) counted.push_back({code_of(cell), cell.x});
    return ordinal ? lower_median(counted) : most_frequent(counted);
}

std::vector<std::int32_t> readings(const Context& context, const CategoryColumn& column) {
    std::vector<std::int32_t> read_as(static_cast<std::size_t>(column.codes),
                                      CategoryColumn::kNothing);
    std::iota(read_as.begin(), read_as.begin() + column.domain, 0);
    if (!column.has_new_categories()) return read_as;
    const std::vector<CodedPair> replacements{{column.masked, {}, column.codes},
                                              {column.aligned(), {}, column.codes}};
    const std::vector<Cell> cells = count_cells(context, replacements);
    const auto codes = static_cast<std::uint64_t>(column.codes);
    const auto original = [&](const Cell& cell) {
        return static_cast<std::int32_t>(cell.key % codes);
    };
    for (auto begin = cells.begin(); begin != cells.end();) {
        const std::uint64_t masked = begin->key / codes;
        const auto end = std::find_if(begin, cells.end(),
                                      [&](const Cell& cell) { return cell.key / codes != masked; });
        const bool with_missing = original(*(end - 1)) == column.missing();
        if (masked >= static_cast<std::uint64_t>(column.domain) && masked + 1 < codes) {
            read_as[masked] =
                reading({begin, with_missing ? end - 1 : end}, column.ordinal, original);
        }
        begin = end;
    }
    return read_as;
}

}  // namespace

CategoryColumn category_column(const AssessInput& input, const std::string& name) {
    const Column& original = input.original.column(name);
    const Column& masked = input.masked.column(name);
    if (original.is_numeric() || masked.is_numeric()) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\" must have categories in both tables; it is {} in "
                                "the original and {} in the masked one",
                                name, lethe::name(original.kind()), lethe::name(masked.kind())));
    }
    CategoryColumn column;
    column.name = name;
    column.ordinal = original.kind() == Kind::ordinal;
    column.domain = static_cast<std::int32_t>(original.dictionary().size());
    const auto moved = codes_of_masked(original.dictionary(), masked.dictionary());
    std::int32_t known = column.domain;
    for (const std::int32_t code : moved) known = std::max(known, code + 1);
    column.codes = known + 1;
    column.original = coded(input.context, original, known, [](std::int32_t code) { return code; });
    column.masked = coded(input.context, masked, known,
                          [&](std::int32_t code) { return moved[static_cast<std::size_t>(code)]; });
    for (const std::int64_t row : input.origin) {
        column.gathered.push_back(column.original[static_cast<std::size_t>(row)]);
    }
    column.read_as = readings(input.context, column);
    return column;
}

std::vector<CategoryColumn> category_columns(const AssessInput& input) {
    check_tables(input);
    std::vector<CategoryColumn> columns;
    for (const std::string& name : input.columns) columns.push_back(category_column(input, name));
    return columns;
}

}  // namespace lethe
