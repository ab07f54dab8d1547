// What the values of columns mean, for operations that read tables: knowledge, map, senses,
// unmapped, phrases, content, each by column.
#pragma once

#include <map>
#include <string>

#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"
#include "lethe/release/policy.h"

namespace lethe::operation {

struct MeaningOptions {
    std::map<std::string, std::string> knowledge;  // the column's taxonomy
    std::map<std::string, std::string> map;        // a file
    std::map<std::string, std::string> senses;     // context, first or fixed
    std::map<std::string, std::string> unmapped;   // fail, missing, root or exact
    std::map<std::string, std::string> phrases;    // a confidence
    std::map<std::string, std::string> content;    // a file

    static Schema<MeaningOptions> schema();
    // Error(usage) for options of a column without a taxonomy.
    void apply(release::Policy& policy, const Door& door) const;
};

}  // namespace lethe::operation
