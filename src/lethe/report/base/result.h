// Reading results tolerantly: a report shows what it is given. Absent, null and non-finite are one
// case, a field of another type than expected is absent too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/figures.h"

namespace lethe::report {

using figures::count;
using figures::field;
using figures::flag;
using figures::number;

std::string text(const Json& object, std::string_view key);                // cleaned
std::vector<std::string> texts(const Json& object, std::string_view key);  // cleaned
std::vector<double> numbers(const Json& object, std::string_view key);     // absent ones are 0

// Only the items that are objects.
std::vector<Json> objects(const Json& object, std::string_view key);

std::string file_name(std::string_view path);  // without its folders

// How many people an assessment is about.
std::optional<std::int64_t> rows_of(const Json& assessment);

}  // namespace lethe::report
