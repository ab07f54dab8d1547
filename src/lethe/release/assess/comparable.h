// An original beside its masked version, column by column of the same kind.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lethe/data/table.h"
#include "lethe/release/tables/survey_design.h"

namespace lethe::release {

// Two tables made comparable: the same columns in the same order, of the same kind, categories
// coded alike: a masked column's dictionary is the original's, which stays as it is, followed by
// the categories that only the masked column has; its texts mean what those of the original mean.
// Labels of intervals ("[20,30)") in place of numbers are read as the numbers in their middle, as
// an intruder would, and stay as the spelling of these numbers. Texts of one column are read in the
// notation of the other (dates whose order one file does not tell); days beside mere numbers are
// compared as texts.
struct Comparable {
    Table original;
    Table masked;
    std::vector<std::string> unchanged;  // columns that are equal in both, row by row
    // Original and masked columns that attacks and measures do not use, but for those that ask
    // what is learnt about confidential values.
    std::vector<std::pair<ColumnPtr, ColumnPtr>> confidential;
    // Of the original, by its rows: what measures of risk take that know how people were sampled.
    SurveyColumns survey = {};
};

// `columns` empty: all that both tables have, but for identifiers (by guess). `origin` as in
// AssessInput; without it both tables must have the same number of rows. Error(usage) for a column
// that one of them lacks, Error(input) when rows do not agree. Of the `confidential` ones those
// are taken that both tables have and that are not among the columns.
Comparable make_comparable(const Table& original, const Table& masked,
                           std::span<const std::string> columns,
                           std::span<const std::int64_t> origin,
                           std::span<const std::string> confidential = {});

}  // namespace lethe::release
