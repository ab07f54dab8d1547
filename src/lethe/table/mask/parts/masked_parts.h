// Masking a table part by part: each part is masked as if it were a table of its own, and the
// outputs are put together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/method/method.h"

namespace lethe::mask {

// The largest k of a method's parameters, or 1: no part may be smaller.
std::int64_t largest_k(const Json& parameters);

// Puts the outputs of the parts together; tables[c] is what part c was masked from.
// Error(usage) where the method adds a column.
MaskOutput merge_parts(const MaskInput& input, const ClusterRows& parts,
                       const std::vector<Table>& tables, std::vector<MaskOutput>& outputs);

// A masking method named as a parameter, checked against the columns. Null, with the problem said,
// where there is none or it does not take a column.
const Method* check_inside(const std::string& name, const Json& parameters, const Table& table,
                           std::span<const std::string> columns, const Place& place,
                           Problems& problems);

}  // namespace lethe::mask
