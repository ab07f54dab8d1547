// The files of categories on which protections are evolved.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/reproduce.h"
#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe::reproduction {

struct CategoryFile {
    std::string name;
    Table table;                     // its protected columns alone, of categories
    std::vector<std::string> three;  // the attributes that PRAM is tried on
};

// German Credit (1000 x 13), Solar Flare (1066 x 13), 1000 records of Adult (8), and 1000 records
// of a synthetic labour force survey (11) in place of the U.S. Housing Survey of 1993, which cannot
// be had; its attributes are chosen for similar numbers of categories. Domains are what the records
// hold. Error(io) where a file is missing.
std::vector<CategoryFile> category_files(const ReproduceOptions& options, const Context& context);

}  // namespace lethe::reproduction
