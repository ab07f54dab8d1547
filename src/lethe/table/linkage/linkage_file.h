// A file of settings for linkage (TOML):
//
//     ignore = ["note"]            columns of either file that take no part
//
//     [[pair]]
//     intruder = "gender"          a column of the intruder's file
//     release = "sex"              and the one of the release that it answers to
//     comparator = "exact"         otherwise chosen by the values
//     tolerance = 2                of comparators number and date
//     codes = { M = "male" }       values of the intruder's file as the release writes them
#pragma once

#include <string>
#include <string_view>

#include "lethe/table/linkage/linkage_plan.h"

namespace lethe::linkage {

// Adds what the file says to the request. Error(usage) with every problem and its line.
void read_linkage_file(std::string_view text, const std::string& file, PlanRequest& request);

}  // namespace lethe::linkage
