#include "lethe/data/groups.h"

#include <algorithm>

#include "lethe/data/group_keys.h"
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
    std::map<std::int64_t, std::int64_t> histogram;
    for (const std::int64_t count : count_of_row) ++histogram[count];
    return histogram;
}

}  // namespace lethe
