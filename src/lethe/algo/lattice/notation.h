// The notation of models and metrics: NAME:FIRST,KEY=VALUE,WORD joined by " + ".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"

namespace lethe::lattice {

struct Term {
    std::string text;  // as it was written
    std::string name;
    std::string first;  // behind the colon, where it has no "="
    std::map<std::string, std::string> named;
};

// `what` (model, metric) is what messages call a term. Spaces around + , : and = do not count.
std::vector<Term> terms_of(std::string_view text, std::string_view what, Problems& problems);

std::optional<double> number_in(std::string_view text);  // finite, the whole text

}  // namespace lethe::lattice
