// How far one person is from every released record, column by column, as distance-linkage (with its
// standardised distance) measures it.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "lethe/method/comparison.h"
#include "lethe/space/categories.h"
#include "lethe/table/attack/linkage/linkage_space.h"

namespace lethe::attack {

class PersonDistances {
  public:
    // A row of the original. Where all columns are numbers, their differences in deviations of each
    // file; otherwise Gower's distance. Error(usage) without a column, or for one of text.
    PersonDistances(const AssessInput& input, std::int64_t row);

    std::int64_t records() const;
    // What a column adds to the distance from a released record: a square or parts of a whole. The
    // sum over the columns, in their order, is what distance-linkage compares.
    double part(std::size_t column, std::int64_t record) const;
    double distance(std::int64_t record) const;
    // For people: the root, in deviations, or the mean over the columns.
    double shown(double distance) const;
    std::string_view unit() const;

  private:
    struct Categories {
        CategorySpace held, released;
    };
    static std::variant<LinkageSpace, Categories> space_of(const AssessInput& input,
                                                           std::int64_t row);

    std::variant<LinkageSpace, Categories> space_;
    std::size_t columns_;
};

}  // namespace lethe::attack
