// The worked examples of semantic microaggregation (Abril 2014, Tables 4.4 to 4.8), from WordNet.
#pragma once

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::reproduction {

// Adds its tables and checks.
void add_semantic_examples(const Context& context, const TaxonomyPtr& wordnet, Json& tables,
                           Json& checks);

}  // namespace lethe::reproduction
