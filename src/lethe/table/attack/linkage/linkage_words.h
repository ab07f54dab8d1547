// What linkages found, in sentences, and how their details are shown (MethodInfo).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/method/method.h"

namespace lethe::attack {

// Of how many people a linkage's value is the share; `people` where it does not say.
std::optional<std::int64_t> records_looked_for(const Json& attack,
                                               std::optional<std::int64_t> people);

// "It finds about 614 of 1,080 people (56.9 %). ...": of any attack that finds people.
std::string read_linkage(const Json& attack, double value, std::optional<std::int64_t> people);

// Of the best distance of a family, with what is proven of it.
std::string read_best_linkage(const Json& attack, double value, std::optional<std::int64_t> people);

// Of attacks that exclude records.
std::vector<DetailLook> intersection_details();

// Of attacks that learn a distance: its tables and drawings say these. `first`: what is shown.
std::vector<DetailLook> learnt_details(std::vector<DetailLook> first = {});

}  // namespace lethe::attack
