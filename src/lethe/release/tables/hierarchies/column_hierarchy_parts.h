// What the ways to make a hierarchy of a column share. Only for column_hierarchy*.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/release/tables/hierarchies/column_hierarchy.h"

namespace lethe::release {

// The different texts of a column with how many people have each, in the order of their numbers or
// of the texts.
struct DistinctValues {
    std::vector<std::string> texts;
    std::vector<double> numbers;  // of a numeric column
    std::vector<std::int64_t> people;

    void add(const std::string& text) {  // one that nobody has
        texts.push_back(text);
        people.push_back(0);
    }
};

inline constexpr std::string_view kLabelsTell =
    "its labels depend on how many people of this data have each value, and tell about it; give "
    "counts of the population where they are known";

LevelTable dates_of(const Column& column, const DistinctValues& values,
                    const HierarchyRequest& request);

// How many people of the population have each value, by a file with the columns value and count.
// Error(input) for values without one, with rows of the data and no value.
std::vector<double> read_counts(const Context& context, const Column& column,
                                const DistinctValues& values, const std::string& path);

LevelTable frequency_of(const Context& context, const Column& column, const DistinctValues& values,
                        const HierarchyRequest& request, std::vector<std::string>& notes);
LevelTable groups_of(const Context& context, DistinctValues& values,
                     const HierarchyRequest& request, std::vector<std::string>& notes);
LevelTable table_of(const Context& context, const Column& column, DistinctValues& values,
                    const HierarchyRequest& request, std::vector<std::string>& notes);

}  // namespace lethe::release
