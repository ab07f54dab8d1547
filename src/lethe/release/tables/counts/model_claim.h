// What a step that enforced privacy models says of them in a release record.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"

namespace lethe::release {

struct ModelClaim {
    std::string models;                  // "k:5 + l-distinct:3", as the record has them
    std::vector<std::string> columns;    // that classes are made of
    std::vector<std::string> sensitive;  // for each of which a model holds that names none
    bool missing_counts = true;          // a missing sensitive value is a value
    // Of models that count a population: the column of `found` that tells who is released, and the
    // level that each column was raised to.
    std::string released = {};
    std::map<std::string, std::int64_t> levels = {};
    bool one_class = false;  // suppressed records are in the file, all columns at their tops
};

// Nothing for steps that enforced none.
std::optional<ModelClaim> model_claim(const Json& step);

}  // namespace lethe::release
