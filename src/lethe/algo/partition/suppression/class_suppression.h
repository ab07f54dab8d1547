// Which cells to blank so that records that show the same form classes in which something holds.
// See class_suppression.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe {

struct ClassSuppressionOptions {
    std::vector<double> costs;  // of a blanked cell, one a column, above 0
    // Asked about rows, ascending. It must hold in two classes together where it holds in each.
    std::function<bool(std::span<const std::int32_t>)> holds;
};

// For each row the columns to blank, as bits: bit j is columns[j]. Only cells that hold a value are
// blanked. After blanking, rows that show the same in all columns, gaps included, form classes in
// each of which `holds`; classes of this solution that look alike by chance hold together.
//
// Nothing where it does not hold even in all rows together: then it holds in no classes. Which
// cells go is found greedily: no fewer may do. The order of the rows matters in ties alone, and the
// number of threads never. Error(usage) for more than kMostSuppressedColumns columns.
std::optional<std::vector<std::uint32_t>> class_suppression(const Context& context,
                                                            const Table& table,
                                                            std::span<const std::string> columns,
                                                            const ClassSuppressionOptions& options);

}  // namespace lethe
