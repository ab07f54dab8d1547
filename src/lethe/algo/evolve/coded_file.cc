#include "lethe/algo/evolve/coded_file.h"

#include <fmt/format.h>

#include <cstdlib>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/data/label_codes.h"

namespace lethe {
namespace {}  // namespace

std::int32_t CodedColumn::distance(CellCode a, CellCode b) const {
    const std::int32_t x = a == missing() ? scale.stand_in : a;
    const std::int32_t y = b == missing() ? scale.stand_in : b;
    return scale.unit * (ordinal ? std::abs(x - y) : (x != y ? 1 : 0));
}

CodedFile::CodedFile(const Context& context, const Table& table,
                     std::span<const std::string> columns)
    : original_(table), rows_(table.rows()) {
    constexpr std::size_t kMostCategories = 65000;
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        if (column.is_numeric() || column.kind() == Kind::text) {
            throw Error(ErrorKind::usage, fmt::format("column \"{}\" is {}; categories are wanted",
                                                      name, lethe::name(column.kind())));
        }
        if (column.missing() == column.size()) {
            throw Error(ErrorKind::input, fmt::format("column \"{}\" holds no value", name));
        }
        if (column.dictionary().size() > kMostCategories) {
            throw Error(ErrorKind::usage,
                        fmt::format("column \"{}\" has {} categories; at most {} "
                                    "can be searched over",
                                    name, column.dictionary().size(), kMostCategories));
        }
    }
    const CategoryScales scales = category_scales(context, table, columns);
    whole_ = scales.whole;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const Column& column = table.column(columns[j]);
        columns_.push_back({columns[j], static_cast<std::int32_t>(column.dictionary().size()),
                            column.kind() == Kind::ordinal, column.has_missing(),
                            scales.columns[j]});
    }
    codes_ = coded(table);
}

FileCodes CodedFile::coded(const Table& table) const {
    if (table.rows() != rows_) {
        throw Error(ErrorKind::input,
                    fmt::format("the original has {} rows, this version {}", rows_, table.rows()));
    }
    FileCodes codes(at(cells()));
    for (std::int64_t j = 0; j < width(); ++j) {
        const CodedColumn& coded = columns_[at(j)];
        const Column& column = table.column(coded.name);
        const std::vector<std::int32_t> code_of =
            label_codes(column.dictionary(), original_.column(coded.name).dictionary());
        for (std::int64_t row = 0; row < rows_; ++row) {
            CellCode& cell = codes[at(row * width() + j)];
            cell = coded.missing();
            if (!column.valid(row)) continue;
            const std::int32_t code = code_of[at(column.codes()[at(row)])];
            if (code == kUnknownLabel) {
                throw Error(ErrorKind::input,
                            fmt::format("column \"{}\", row {}: a category that the original does "
                                        "not have",
                                        coded.name, row + 1));
            }
            cell = static_cast<CellCode>(code);
        }
    }
    return codes;
}

Table CodedFile::table(std::span<const CellCode> codes) const {
    std::vector<ColumnPtr> changed;
    for (std::int64_t j = 0; j < width(); ++j) {
        const CodedColumn& coded = columns_[at(j)];
        const Column& column = original_.column(coded.name);
        std::vector<std::int32_t> values(at(rows_), 0);
        Validity validity;
        for (std::int64_t row = 0; row < rows_; ++row) {
            const CellCode code = codes[at(row * width() + j)];
            if (code != coded.missing()) {
                values[at(row)] = code;
                continue;
            }
            if (validity.all()) validity = Validity(rows_);
            validity.set_missing(row);
        }
        changed.push_back(Column::categories(coded.name, column.kind(), std::move(values),
                                             column.dictionary_ptr(), std::move(validity)));
    }
    return original_.with(changed);
}

}  // namespace lethe
