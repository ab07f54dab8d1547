// The files that an evolution begins with: what the masking methods make of the original, at many
// strengths.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::search {

// Masking methods that keep the categories of the original, at some hundred strengths.
std::vector<release::Choice> category_choices();
// The same for numbers.
std::vector<release::Choice> number_choices();

struct FirstFile {
    std::string label;  // method and parameters
    Table table;
};

struct FirstPopulation {
    std::vector<FirstFile> files;
    Json failed = Json::array();  // [{"label", "private": {"error"}}]
};

// Each choice masks those of the columns that it takes; the others stay as they are. Without
// choices, the columns being of both kinds, the methods for categories mask the categories, and
// those for numbers the numbers, each with each in turn. What cannot be done, or drops records, is
// left out with a word. In parallel; file i depends on the seed and i alone. Error(usage) when none
// is left.
FirstPopulation first_population(const Context& context, const Table& table,
                                 std::span<const std::string> columns,
                                 std::span<const release::Choice> choices, const Random& random);

}  // namespace lethe::search
