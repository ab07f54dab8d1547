#include "lethe/release/tables/counts/rows_by_text.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace lethe::release {

std::vector<std::int32_t> numbered_texts(const Column& column) {
    const ColumnPtr written = column.as_written(Kind::nominal);
    const auto codes = written->codes();
    std::unordered_map<std::string_view, std::int32_t> known;
    std::vector<std::int32_t> number_of;
    for (const std::string& text : written->dictionary()) {
        const auto next = static_cast<std::int32_t>(known.size());
        number_of.push_back(known.try_emplace(text, next).first->second);
    }
    std::vector<std::int32_t> numbers(codes.size(), kNoText);
    for (std::size_t row = 0; row < codes.size(); ++row) {
        if (!written->valid(static_cast<std::int64_t>(row))) continue;
        numbers[row] = number_of[static_cast<std::size_t>(codes[row])];
    }
    return numbers;
}

RowsByText rows_by_text(const Context& context, const Table& table,
                        std::span<const std::string> columns) {
    RowsByText result;
    for (const std::string& name : columns) {
        context.check_stop();
        result.texts.push_back(numbered_texts(table.column(name)));
    }
    result.rows.resize(static_cast<std::size_t>(table.rows()));
    std::iota(result.rows.begin(), result.rows.end(), std::int64_t{0});
    std::vector<std::int64_t> sorted(result.rows.size());
    // The last column first: each pass keeps the order of the ones before among equal texts.
    for (std::size_t q = columns.size(); q-- > 0;) {
        context.check_stop();
        const std::vector<std::int32_t>& texts = result.texts[q];
        const std::int32_t most =
            texts.empty() ? kNoText : *std::max_element(texts.begin(), texts.end());
        std::vector<std::size_t> place(static_cast<std::size_t>(most + 2) + 1, 0);
        for (const std::int32_t text : texts) ++place[static_cast<std::size_t>(text + 1) + 1];
        for (std::size_t i = 1; i < place.size(); ++i) place[i] += place[i - 1];
        for (const std::int64_t row : result.rows) {
            const std::int32_t text = texts[static_cast<std::size_t>(row)];
            sorted[place[static_cast<std::size_t>(text + 1)]++] = row;
        }
        result.rows.swap(sorted);
    }
    return result;
}

}  // namespace lethe::release
