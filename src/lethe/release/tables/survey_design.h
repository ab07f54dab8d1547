// The design of a survey, by the roles of its columns: what measures of risk take by themselves.
//
// A risk that knows how a sample was drawn is another one than that of the file alone: a record
// that is alone in the file stands for many people. Measures and masks that can use such columns
// have parameters for them, `weights`, `household` and `strata`; where nobody gives these, they are
// the columns that have the role. Weights and household numbers are not released, so that measures
// of a release get them from the original, which is its owner's: what follows from them describes
// the original.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/data/roles.h"
#include "lethe/data/table.h"
#include "lethe/method/method.h"

namespace lethe::release {

// Names of columns; empty: none.
struct SurveyDesign {
    std::string weight;  // the first one, where several columns are weights
    std::string household;
    std::vector<std::string> strata;

    bool empty() const { return weight.empty() && household.empty() && strata.empty(); }
};

SurveyDesign survey_design(const Table& table, const Roles& roles);

// Problems: weights that are no numbers, or missing or not above 0 in some rows, which are named;
// two columns for households. Warns of weights below 1 and of several weights.
void check_survey(const Table& table, const Roles& roles, std::vector<std::string>& warnings,
                  Problems& problems);

// {"weight", "household", "strata"}, those that there are; part of the release record.
Json to_json(const SurveyDesign& design);
// What a record says; what is no such thing is left out.
SurveyDesign recorded_survey(const Json& record);

// The columns of the original themselves, for measures; null: none.
struct SurveyColumns {
    ColumnPtr weight;
    ColumnPtr household;
    std::vector<ColumnPtr> strata;

    bool empty() const { return !weight && !household && strata.empty(); }
};
// Columns that the table lacks are left out.
SurveyColumns survey_columns(const Table& original, const SurveyDesign& design);

// Whether the method takes a column of the survey by this parameter: "weights" or "household" (a
// text), "strata" (a list). Methods that have something else by that name do not.
bool takes_survey_column(const Method& method, std::string_view parameter);

// The parameters of a mask with the columns that it takes and that were not given.
void add_survey_columns(const Method& method, const SurveyDesign& design, const Json& given,
                        Json& parameters);
// Whether the size of the population is said by the parameters that were given.
bool gives_population(const Json& given);

}  // namespace lethe::release
