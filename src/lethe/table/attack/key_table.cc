#include "lethe/table/attack/key_table.h"

#include <algorithm>

#include "lethe/algo/statistics/cell_counts.h"

namespace lethe::attack {

KeyColumn key_column(const AssessInput& input, const std::string& name) {
    KeyColumn column{
        paired_codes(input.context, input.original.column(name), input.masked.column(name)), 0};
    std::int32_t missing = 0;  // the code after all others
    for (const auto* side : {&column.codes.x, &column.codes.y}) {
        for (const std::int32_t code : *side) missing = std::max(missing, code + 1);
    }
    for (auto* side : {&column.codes.x, &column.codes.y}) {
        std::replace(side->begin(), side->end(), PairedCodes::kMissing, missing);
    }
    column.bound = missing + 1;
    return column;
}

KeyTable key_table(const AssessInput& input) {
    check_tables(input);
    std::vector<KeyColumn> columns;
    for (const std::string& name : input.columns) columns.push_back(key_column(input, name));
    std::vector<CodedPair> coded;
    for (const KeyColumn& column : columns) {
        coded.push_back({column.codes.x, column.codes.y, column.bound});
    }
    const Groups groups = cells_of_rows(input.context, coded);
    const auto middle = groups.class_of.begin() + input.original.rows();
    KeyTable table{{groups.class_of.begin(), middle},
                   {middle, groups.class_of.end()},
                   std::vector<std::int64_t>(groups.sizes.size(), 0),
                   std::vector<std::int64_t>(groups.sizes.size(), 0)};
    for (const std::int32_t cell : table.original) {
        ++table.in_original[static_cast<std::size_t>(cell)];
    }
    for (const std::int32_t cell : table.masked) ++table.in_masked[static_cast<std::size_t>(cell)];
    return table;
}

}  // namespace lethe::attack
