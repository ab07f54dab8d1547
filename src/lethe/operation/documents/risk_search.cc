#include "lethe/operation/documents/risk_search.h"

#include <fmt/format.h>

#include <utility>

#include "lethe/core/error.h"

namespace lethe::operation {

Schema<RiskSearch> RiskSearch::schema() {
    return Schema<RiskSearch>()
        .field("risk_terms", &RiskSearch::terms,
               "Words of forbidden topics (TOML), or eo13526: those of Executive Order 13526")
        .shown("FILE")
        .choice("unit", &RiskSearch::unit,
                "What a block is: each paragraph, or the paragraphs of a cluster of terms",
                {{"paragraph", Unit::paragraph}, {"cluster", Unit::cluster}})
        .usually("paragraph")
        .shown("WHAT")
        .field("least_hits", &RiskSearch::least_hits, "The fewest risk terms of a block",
               at_least(1))
        .usually(release::RiskOptions{}.least_hits)
        .shown("N")
        .field("risk_model", &RiskSearch::model,
               "A model of risky paragraphs made by lethe text train-risk")
        .shown("FILE")
        .input()
        .field("risk_probability", &RiskSearch::probability,
               "Of --risk-model: paragraphs from this probability on are risky [the model's own]",
               between(0, 1))
        .shown("P")
        .goes_with("risk_model");
}

void RiskSearch::check(const Door& door, std::vector<std::string> of_terms,
                       std::vector<std::string> of_blocks) const {
    if (!terms.empty()) return;
    if (unit) of_terms.emplace_back("unit");
    if (least_hits) of_terms.emplace_back("least_hits");
    if (model.empty()) {
        of_terms.insert(of_terms.end(), of_blocks.begin(), of_blocks.end());
    }
    Problems problems;
    for (const std::string& option : of_terms) {
        problems.push_back({fmt::format("goes with {}: without risk terms there are no blocks",
                                        door.option_name("risk_terms")),
                            {{}, 0, 0, door.option_name(option)},
                            ErrorKind::usage});
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
}

release::RiskOptions RiskSearch::options() const {
    const release::RiskOptions usual;
    return {terms, unit.value_or(Unit::paragraph) == Unit::paragraph,
            least_hits.value_or(usual.least_hits), model, probability};
}

}  // namespace lethe::operation
