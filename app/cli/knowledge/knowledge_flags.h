// --knowledge, --map and --unmapped: what the values of columns mean, for commands that read
// tables.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "lethe/release/policy.h"

namespace lethe::cli {

struct KnowledgeFlags {
    std::vector<std::string> sources;   // COLUMN=SOURCE
    std::vector<std::string> maps;      // COLUMN=FILE
    std::vector<std::string> senses;    // COLUMN=context, first or fixed
    std::vector<std::string> unmapped;  // COLUMN=fail, missing, root or exact

    void add_to(CLI::App& command);
    // Error(usage) for what is not COLUMN=..., and for flags of a column without a source.
    void apply(Policy& policy) const;
};

// Where taxonomies are kept once they were read: in the user's cache folder; empty where there is
// none.
std::string knowledge_cache_folder();

}  // namespace lethe::cli
