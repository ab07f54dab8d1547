// A distance that the intruder has: its family, the columns and the parameters, as a parameter of
// an attack. It is written in one of these forms, inline or in a file
// (release/tables/parameter_files):
//
//   { weights = { age = 0.7, income = 0.3 } }             a weighted mean of squared differences
//   { owa = [0.6, 0.4] }                                  by rank, the largest difference first
//   { measure = { "age" = 0.6, "income" = 0.5, "age + income" = 1 } }     of every set of columns
//   { moebius = { "age" = 0.6, "income" = 0.7, "age + income" = -0.3 } }  other sets have 0
//   { sugeno = { "age" = 0.6, "income" = 0.5, "age + income" = 1 } }      the same measure, for the
//                                                         Sugeno integral instead of Choquet's
//   { matrix = { columns = ["age", "income"], rows = [[1, 0.2], [0.2, 1]] } }
//
// or is the result of an attack that learnt one: its details, the whole result of `lethe attack`,
// or a certificate.
#pragma once

#include <string>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/core/json.h"

namespace lethe::attack {

struct GivenDistance {
    DistanceModel model;
    std::vector<std::string> columns;  // none: equal weights of all columns; of OWA: any
    std::vector<double> parameters;
    bool sugeno = false;  // the parameters are a measure, and the distance its Sugeno integral

    bool given() const { return !parameters.empty(); }
};

// For schemas, inside an optional. What is read is written as {"family", "additivity", "columns",
// "parameters"}, and "integral" of a Sugeno integral; that is read, too.
std::string read(const Json& given, GivenDistance& value);
std::string type_name(const GivenDistance*);
void to_json(Json& json, const GivenDistance& distance);

}  // namespace lethe::attack
