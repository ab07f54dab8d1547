// Every vector of levels of a small search, for people who choose by looking.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe::mask {

struct LevelNode {
    std::vector<int> levels;      // of each column
    bool holds = false;           // the models, within the limit of suppression
    std::int64_t suppressed = 0;  // records in classes that fail
    double loss = 0;              // with these suppressed
};

struct LevelLattice {
    std::vector<std::string> columns;
    std::vector<int> top;
    std::string models, metric;
    std::int64_t records = 0, limit = 0;  // records that may be suppressed
    std::vector<LevelNode> nodes;         // by the sum of their levels, then in order
    std::optional<std::size_t> best;
};

inline constexpr double kMostListedNodes = 5000;

// Of the mask of privacy models with these parameters. Error(unmet) where there are more nodes than
// are listed; problems as the mask has them.
LevelLattice level_lattice(const Context& context, const Table& table,
                           const std::vector<std::string>& columns, const Json& parameters);

}  // namespace lethe::mask
