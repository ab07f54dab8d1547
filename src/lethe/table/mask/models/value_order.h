// The order in which closeness counts sensitive values.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lethe/algo/lattice/models.h"
#include "lethe/data/table.h"

namespace lethe::mask {

// Numbers are ordered by value and ordinal categories in theirs; others have no order, and are
// taken by the alphabet. A warning for each column of which a model asks for an order.
void warn_of_alphabet(const Table& table, std::span<const lattice::Model> models,
                      std::span<const std::string> sensitive, std::vector<std::string>& warnings);

}  // namespace lethe::mask
