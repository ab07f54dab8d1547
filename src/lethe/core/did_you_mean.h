// Help for a name that does not exist.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lethe {

// The known name nearest to `wrong` (edit distance with transpositions, case ignored), or nothing
// when none is near.
std::string nearest_name(std::string_view wrong, std::span<const std::string> known);

// "there is no column \"agee\"; did you mean \"age\"?", otherwise the list of what there is.
std::string unknown_name(std::string_view what, std::string_view wrong,
                         std::span<const std::string> known);

}  // namespace lethe
