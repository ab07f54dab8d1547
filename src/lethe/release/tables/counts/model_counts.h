// Privacy models counted in a written table, by their definitions, text by text. Shares no code
// with the search that enforced them, the notation included.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe {

struct ModelClaim {
    std::string models;                  // "k:5 + l-distinct:3", as the record has them
    std::vector<std::string> columns;    // that classes are made of
    std::vector<std::string> sensitive;  // for each of which a model holds that names none
    bool missing_counts = true;          // a missing sensitive value is a value
    // Of models that count a population: the column of `found` that tells who is released, and the
    // level that each column was raised to.
    std::string released = {};
    std::map<std::string, std::int64_t> levels = {};
};

// What a step that enforced models says of them in a record; nothing for other steps.
std::optional<ModelClaim> model_claim(const Json& step);

// An item for each model and sensitive column: "model", "sensitive", "asked", "counted" (the worst
// class, or the figure of the table) and "holds"; null where it is not counted. `found`: the table
// as the step found it, whose released people give the distributions of everybody, before any of
// them was suppressed.
Json count_models(const Context& context, const Table& table, const Table& found,
                  const ModelClaim& claim);

}  // namespace lethe
