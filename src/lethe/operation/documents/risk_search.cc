#include "lethe/operation/documents/risk_search.h"

namespace lethe::operation {

Schema<RiskSearch> RiskSearch::schema() {
    return Schema<RiskSearch>()
        .field("risk_terms", &RiskSearch::terms,
               "Words of forbidden topics (TOML), or eo13526: those of Executive Order 13526")
        .shown("FILE")
        .choice("unit", &RiskSearch::unit,
                "What a block is: each paragraph, or the paragraphs of a cluster of terms",
                {{"paragraph", Unit::paragraph}, {"cluster", Unit::cluster}})
        .shown("WHAT")
        .field("least_hits", &RiskSearch::least_hits, "The fewest risk terms of a block",
               at_least(1))
        .shown("N");
}

}  // namespace lethe::operation
