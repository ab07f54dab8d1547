// What several models of privacy ask of a release: how the values of a confidential column are
// distributed within each class of records that agree on all other columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/algo/statistics/earth_mover.h"
#include "lethe/data/groups.h"
#include "lethe/method/comparison.h"

namespace lethe::attack {

struct ConfidentialClasses {
    std::vector<std::string> confidential;
    std::vector<std::string> quasi;
    Groups groups;  // of the rows of the masked table, by the quasi-identifiers
};

// The columns of the input that are named are confidential, the others quasi-identifiers; where
// none is named the last one is, with a warning. Error(usage) for a name that is no column, or that
// leaves no quasi-identifier.
ConfidentialClasses confidential_classes(const AssessInput& input,
                                         const std::vector<std::string>& named,
                                         std::vector<std::string>& warnings);

// One confidential column. Values are numbered in their order (numbers and ordered categories) or
// in that of the dictionary; those that mean the same are one value. Missing ones do not count.
struct ConfidentialCounts {
    std::vector<std::int64_t> whole;  // records of each value
    std::vector<ConceptId> concepts;  // of each value, where the column has a meaning
    Lists<ValueCount> of_class;       // by class; empty where all are missing
};

ConfidentialCounts confidential_counts(const Column& column, const Groups& groups);

}  // namespace lethe::attack
