// Evaluating a protection: the original beside the masked table, attacked and measured.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/method/method.h"

namespace lethe {

// Two tables made comparable: the same columns in the same order, of the same kind, categories
// coded alike: a masked column's dictionary is the original's, which stays as it is, followed by
// the categories that only the masked column has; its texts mean what those of the original mean.
// Labels of intervals ("[20,30)") in place of numbers are read as the numbers in their middle, as
// an intruder would, and stay as the spelling of these numbers.
struct Comparable {
    Table original;
    Table masked;
    std::vector<std::string> unchanged;  // columns that are equal in both, row by row
    // Original and masked columns that attacks and measures do not use, but for those that ask
    // what is learnt about confidential values.
    std::vector<std::pair<ColumnPtr, ColumnPtr>> confidential;
};

// `columns` empty: all that both tables have, but for identifiers (by guess). `origin` as in
// AssessInput; without it both tables must have the same number of rows. Error(usage) for a column
// that one of them lacks, Error(input) when rows do not agree. Of the `confidential` ones those
// are taken that both tables have and that are not among the columns.
Comparable make_comparable(const Table& original, const Table& masked,
                           std::span<const std::string> columns,
                           std::span<const std::int64_t> origin,
                           std::span<const std::string> confidential = {});

// Who attacks (see AssessInput).
struct Scenario {
    std::vector<std::int64_t> origin = {};
    std::vector<std::int64_t> known = {};
    std::vector<std::int64_t> training = {};
    Json record = nullptr;
};

// A method and the parameters given for it.
struct Choice {
    std::string method;
    Json parameters = Json::object();
};

std::string label_of(const Choice& choice);  // "mdav k=5"

struct Assessed {
    Json results =
        Json::array();  // {"name", "title", "parameters", "value", "unit", "details", ...}
    Json private_results = Json::array();
};

// Runs the chosen methods of one family, each on those columns that it accepts. Binds all of them
// first and reports every problem at once. A method that accepts no column is left out with a word
// in its "warnings" and a null value. `explicit_columns`: a column that a method cannot take is an
// error instead of being left out.
Assessed run_assessments(Family family, std::span<const Choice> choices, const Comparable& pair,
                         const Scenario& scenario, bool explicit_columns, const Random& random,
                         const Context& context);

// With a release record also those that know what to do with its methods on the table's columns.
std::vector<Choice> default_attacks(const Json& record, const Table& table);
// Those that take a column of the table.
std::vector<Choice> default_measures(const Table& table);

struct ScoreOptions {
    double alpha = 0.5;  // weight of the risk: score = alpha risk + (1 - alpha) loss
    std::string loss;    // the measure that stands for the loss; empty: by the table's columns
};

// What stands for the loss of a table: `semantic-loss` where a column has a meaning; otherwise `il`
// of its numbers, `category-loss` of its categories, and of a table with both the two of them,
// weighed by the number of their columns.
struct LossPart {
    std::string measure;
    double weight = 1;
};
std::vector<LossPart> loss_parts(const ScoreOptions& options, const Table& table);
std::string loss_name(const std::vector<LossPart>& parts);  // "il", "il and category-loss"

// Attacks, measures and the score: {"attacks", "measures", "risk", "loss", "score", "worst"}. In
// the risk, the better of distance-based and semantic linkage stands for linkage by distance. With
// `private_results` the exposure of each record is found as well and goes there.
Json assess(const Comparable& pair, const Scenario& scenario, const ScoreOptions& options,
            const Random& random, const Context& context, Json* private_results = nullptr);

}  // namespace lethe
