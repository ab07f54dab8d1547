#include "lethe/table/attack/key_table.h"

#include <algorithm>

#include "lethe/algo/statistics/cell_counts.h"
#include "lethe/data/paired_codes.h"

namespace lethe::attack {

KeyTable key_table(const AssessInput& input) {
    check_tables(input);
    std::vector<PairedCodes> codes;
    std::vector<CodedPair> coded;
    for (const std::string& name : input.columns) {
        codes.push_back(
            paired_codes(input.context, input.original.column(name), input.masked.column(name)));
        std::int32_t missing = 0;  // the code after all others
        for (const auto* side : {&codes.back().x, &codes.back().y}) {
            for (const std::int32_t code : *side) missing = std::max(missing, code + 1);
        }
        for (auto* side : {&codes.back().x, &codes.back().y}) {
            std::replace(side->begin(), side->end(), PairedCodes::kMissing, missing);
        }
        coded.push_back({{}, {}, missing + 1});
    }
    for (std::size_t j = 0; j < codes.size(); ++j) {
        coded[j].x = codes[j].x;
        coded[j].y = codes[j].y;
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
