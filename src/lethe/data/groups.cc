#include "lethe/data/groups.h"

#include <algorithm>

#include "lethe/data/group_keys.h"
#include "lethe/data/key_numbers.h"
#include "lethe/data/row_keys.h"

namespace lethe {

std::int64_t Groups::smallest() const {
    return sizes.empty() ? 0 : *std::min_element(sizes.begin(), sizes.end());
}

Groups group_rows(const Context& context, const Table& table,
                  std::span<const std::string> columns) {
    return group_keys(context,
                      row_keys(context, column_codes(context, table, columns), table.rows()));
}

std::map<std::int64_t, std::int64_t> size_histogram(std::span<const std::int64_t> count_of_row) {
    KeyNumbers<std::uint64_t> sizes;
    std::vector<std::int64_t> rows;
    for (const std::int64_t count : count_of_row) {
        const std::uint32_t number = sizes.number(static_cast<std::uint64_t>(count));
        if (number == rows.size()) rows.push_back(0);
        ++rows[number];
    }
    std::map<std::int64_t, std::int64_t> histogram;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        histogram.emplace(static_cast<std::int64_t>(sizes.keys()[i]), rows[i]);
    }
    return histogram;
}

}  // namespace lethe
