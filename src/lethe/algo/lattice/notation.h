// The notation of models and metrics: NAME:FIRST,KEY=VALUE,WORD joined by " + ". Between quotation
// marks nothing parts anything; a quotation mark there is written twice.
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

// Names of columns. A list of them is parted by `between`, outside of quotation marks.
std::string quoted(const std::string& name);  // in quotation marks where it needs them
std::string unquoted(std::string_view text);
std::vector<std::string> names_in(std::string_view text, char between);
std::string joined_names(const std::vector<std::string>& names);  // by |

std::optional<double> number_in(std::string_view text);  // finite, the whole text

}  // namespace lethe::lattice
