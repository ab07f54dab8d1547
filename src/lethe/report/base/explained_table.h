// A table with a sentence on how its figures are to be read, and several of them on a terminal.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lethe/report/base/grid.h"

namespace lethe::report {

struct ExplainedTable {
    Grid grid;  // its title is that of the part
    std::string reading;
};

std::string explained_tables_text(const std::string& headline,
                                  std::span<const ExplainedTable> tables,
                                  std::span<const std::string> notes);

}  // namespace lethe::report
