// A synthetic census to try things on: people with identifiers, demographic categories, the seven
// money columns whose moments are published for the Census reference file (Abril 2014, Table 5.3),
// and a confidential diagnosis. No person behind it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"

namespace lethe {

struct PublishedMoments {
    std::string_view column;
    double mean;
    double deviation;
};

// The published moments, in the file order of the Census reference file.
std::span<const PublishedMoments> census_moments();

// Columns: person_id, region, sex, age, education, marital_status, occupation, the seven of
// census_moments(), diagnosis. Expected means and deviations of the seven are the published ones;
// incomes and taxes are correlated, and depend on age and education. Row i depends on the seed and
// i alone.
Table sample_census(const Context& context, const Random& random, std::int64_t rows);

}  // namespace lethe
