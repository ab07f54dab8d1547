// Lists of topics as they are written: the best first, with semicolons between.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lethe {

// The topics of a list in their order, without spaces around them and empty ones. Error(input) that
// names the column for more than 1000.
std::vector<std::string> topics_of_list(std::string_view text, const std::string& column);

}  // namespace lethe
