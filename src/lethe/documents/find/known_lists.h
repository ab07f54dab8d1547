// Lists of common knowledge that are part of the program: countries, and what their people and
// faiths are called.
#pragma once

#include <vector>

#include "lethe/documents/find/list_finder.h"

namespace lethe::documents {

std::vector<NameList> known_lists();

// These and WordNet's, where it is there.
std::vector<NameList> usual_lists(const TaxonomyPtr& wordnet);

}  // namespace lethe::documents
