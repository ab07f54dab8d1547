// The categories of an original and of its masked version, coded alike.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/statistics/cell_counts.h"
#include "lethe/method/comparison.h"

namespace lethe {

// Codes 0 .. domain - 1 are the categories of the original's dictionary, in its order, whether they
// occur or not: the domain. Then come the categories that only the masked table has (merged ones,
// intervals, sets), and last the code of missing values.
struct CategoryColumn {
    std::string name;
    bool ordinal = false;
    std::int32_t domain = 0;
    std::int32_t codes = 1;              // how many there are
    std::vector<std::int32_t> original;  // by row of the original
    std::vector<std::int32_t> masked;    // by row of the masked table
    std::vector<std::int32_t> gathered;  // the original of each masked row, where rows were dropped
    // By code: the category of the domain that it is read as. A category of the domain is read as
    // itself; one that only the masked table has as the lower median (nominal: the most frequent,
    // the first of them) of the original values that it replaced; missing, and what replaced
    // nothing but missing values, as kNothing.
    std::vector<std::int32_t> read_as;

    static constexpr std::int32_t kNothing = -1;

    std::int32_t missing() const { return codes - 1; }
    std::span<const std::int32_t> aligned() const { return gathered.empty() ? original : gathered; }
    CodedPair whole() const { return {original, masked, codes}; }  // both tables, all their rows
    bool has_new_categories() const { return codes > domain + 1; }
};

// Checks the tables; Error(input) names a column that has no categories in one of them.
CategoryColumn category_column(const AssessInput& input, const std::string& name);
std::vector<CategoryColumn> category_columns(const AssessInput& input);

}  // namespace lethe
