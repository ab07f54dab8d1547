// What intruders and analysts read in a release record: by the transparency principle method and
// parameters are published, and what needs to know them takes them from there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/data/numbers/number_domain.h"
#include "lethe/method/method.h"

namespace lethe {

// One step of a release record.
struct RecordedStep {
    std::string method;
    std::vector<std::string> columns;
    Json parameters = Json::object();
    // With what the private log adds, where the owner of the data runs an attack or a measure
    // (release/tables/record.h): a record that is published has no "private_facts".
    Json facts = Json::object();
    // Rows that a step found and kept which dropped some by what they hold.
    std::optional<std::array<std::int64_t, 2>> rows = {};

    bool touches(const std::string& column) const;
    Effect effect() const;  // of its method; `other` where this version does not have it
    // Whether it leaves values as they are and only decides which records are released.
    bool only_drops_records() const;
    // Whether values that were there can be missing after it.
    bool makes_missing() const;
};

// The sample of a population that a release is, or is what is left of.
struct DrawnRows {
    double rows = 0;  // of the sample
    // False: some rows of the original are not in the release, and nothing says that chance alone
    // decided which. They count as drawn then, which gives the larger risk.
    bool known = true;
};
// A step that keeps a random sample of the rows (Property::samples_rows) draws; what drops rows in
// another way chooses them by what they hold, and those that are left stand for no more people than
// before. By the record; without one all rows of the original were drawn.
DrawnRows drawn_rows(const AssessInput& input);

// In order; none without a record. Error(input) for a record whose steps cannot be read.
std::vector<RecordedStep> recorded_steps(const Json& record);

// Error(input) when the record is of a release that lacks one of the columns.
void check_record(const AssessInput& input);

// The steps of the record that changed, or may have changed, the values of a column.
std::vector<RecordedStep> steps_on(const std::vector<RecordedStep>& steps,
                                   const std::string& column);

// What the numbers of a released column were brought to after masking (rounding, bounds), by the
// record; nothing is known where it does not say.
NumberDomain recorded_domain(const Json& record, const std::string& column);

// A whole number from a table by column of a step's facts; nothing where it is not there.
std::optional<std::int64_t> fact_of(const RecordedStep& step, const std::string& fact,
                                    const std::string& column);

// The groups of columns that a microaggregation masked together, as its facts list them; none for
// other steps.
std::vector<std::vector<std::string>> recorded_parts(const RecordedStep& step);

// The parameter of a column: from the table "<name>_by_column" where it is there, else the common
// one. Error(input) where the record has neither as a number.
double parameter_of(const RecordedStep& step, const std::string& name, const std::string& column);

}  // namespace lethe
