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
        .shown("N");
}

void RiskSearch::check(const Door& door, std::vector<std::string> given) const {
    if (!terms.empty()) return;
    if (unit) given.emplace_back("unit");
    if (least_hits) given.emplace_back("least_hits");
    Problems problems;
    for (const std::string& option : given) {
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
            least_hits.value_or(usual.least_hits)};
}

}  // namespace lethe::operation
