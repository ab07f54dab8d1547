// A transition matrix with the names of its categories, as a parameter and in a release record:
//
//   matrix = { job = { categories = ["nurse", "clerk"], rows = [[0.9, 0.1], [0.2, 0.8]] } }
//
// Row k says how records of category k are released. Both write it the same way, so that a matrix
// from a record can be given to another step.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lethe/algo/statistics/transition_matrix.h"
#include "lethe/core/json.h"

namespace lethe {

struct TransitionTable {
    std::vector<std::string> categories;
    std::vector<std::vector<double>> rows;

    TransitionMatrix matrix() const;  // of a table without problems
    friend bool operator==(const TransitionTable&, const TransitionTable&) = default;
};

using TransitionTables = std::map<std::string, TransitionTable>;  // by column

TransitionTable transition_table(std::vector<std::string> categories,
                                 const TransitionMatrix& matrix);

// What keeps it from being a transition matrix; `what` begins each message.
Problems check(const TransitionTable& table, const std::string& what, const Place& place = {});

// For schemas.
std::string read(const Json& given, TransitionTable& value);
std::string type_name(const TransitionTable*);
void to_json(Json& json, const TransitionTable& table);

}  // namespace lethe
