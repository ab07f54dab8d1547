#include "lethe/algo/partition/concept_axis.h"

#include <algorithm>
#include <utility>

#include "lethe/space/value_domain.h"

namespace lethe {
namespace {

// From the root down to the concept.
std::vector<ConceptId> way_down(const Taxonomy& taxonomy, ConceptId c) {
    std::vector<ConceptId> way{c};
    while (!taxonomy.parents(way.back()).empty()) {
        const auto parents = taxonomy.parents(way.back());
        ConceptId best = parents.front();
        for (const ConceptId parent : parents) {
            if (std::pair(taxonomy.depth(parent), -parent) >
                std::pair(taxonomy.depth(best), -best)) {
                best = parent;
            }
        }
        way.push_back(best);
    }
    std::reverse(way.begin(), way.end());
    return way;
}

// The values of a domain along the walk; without the missing one, which is the domain's last.
std::vector<std::int32_t> values_along_walk(const ValueDomain& domain) {
    std::vector<std::pair<std::vector<ConceptId>, std::int32_t>> found;
    std::vector<std::int32_t> without;
    for (std::int32_t value = 0; value < domain.values(); ++value) {
        const std::int32_t candidate = domain.candidate_of(value);
        if (!domain.text(candidate)) continue;
        const ConceptId c = domain.concept_of(candidate);
        if (c == kNoConcept) {
            without.push_back(value);
        } else {
            found.emplace_back(way_down(domain.taxonomy(), c), value);
        }
    }
    std::sort(found.begin(), found.end());
    std::vector<std::int32_t> order;
    for (const auto& [way, value] : found) order.push_back(value);
    order.insert(order.end(), without.begin(), without.end());
    return order;
}

}  // namespace

MondrianAxis concept_axis(const Context& context, const Column& column,
                          const MeasureOptions& measure) {
    const ValueDomain domain(context, column, measure, false);
    const std::vector<std::int32_t> order = values_along_walk(domain);
    MondrianAxis axis;
    axis.values = static_cast<std::int32_t>(order.size());
    std::vector<std::int32_t> place(static_cast<std::size_t>(domain.values()), axis.values);
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
        axis.numbers.push_back(
            i == 0 ? 0.0
                   : axis.numbers.back() +
                         domain.distance(domain.candidate_of(order[i - 1]), order[i]));
    }
    axis.codes = domain.value_codes(column);
    for (std::int32_t& code : axis.codes) {
        code = place[static_cast<std::size_t>(code)];
        axis.has_missing = axis.has_missing || code == axis.values;
    }
    return axis;
}

}  // namespace lethe
