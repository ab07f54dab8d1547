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

// A value of a domain and the way to it, which is empty where it has no concept.
using Met = std::pair<std::vector<ConceptId>, std::int32_t>;

// The values of a domain along the walk; without the missing one, which is the domain's last.
std::vector<Met> values_along_walk(const ValueDomain& domain) {
    std::vector<Met> found, without;
    for (std::int32_t value = 0; value < domain.values(); ++value) {
        const std::int32_t candidate = domain.candidate_of(value);
        if (!domain.text(candidate)) continue;
        const ConceptId c = domain.concept_of(candidate);
        if (c == kNoConcept) {
            without.emplace_back(std::vector<ConceptId>(), value);
        } else {
            found.emplace_back(way_down(domain.taxonomy(), c), value);
        }
    }
    std::sort(found.begin(), found.end());
    found.insert(found.end(), without.begin(), without.end());
    return found;
}

}  // namespace

ConceptWalk concept_walk(const Context& context, const Column& column,
                         const MeasureOptions& measure) {
    const ValueDomain domain(context, column, measure, false);
    const std::vector<Met> met = values_along_walk(domain);
    ConceptWalk walk;
    MondrianAxis& axis = walk.axis;
    axis.values = static_cast<std::int32_t>(met.size());
    std::vector<std::int32_t> place(static_cast<std::size_t>(domain.values()), axis.values);
    for (std::size_t i = 0; i < met.size(); ++i) {
        const auto& [way, value] = met[i];
        place[static_cast<std::size_t>(value)] = static_cast<std::int32_t>(i);
        axis.numbers.push_back(
            i == 0 ? 0.0
                   : axis.numbers.back() +
                         domain.distance(domain.candidate_of(met[i - 1].second), value));
        walk.ways.emplace_back(way.empty() ? way.begin() : way.begin() + 1, way.end());
    }
    axis.codes = domain.value_codes(column);
    for (std::int32_t& code : axis.codes) {
        code = place[static_cast<std::size_t>(code)];
        axis.has_missing = axis.has_missing || code == axis.values;
    }
    return walk;
}

MondrianAxis concept_axis(const Context& context, const Column& column,
                          const MeasureOptions& measure) {
    return concept_walk(context, column, measure).axis;
}

}  // namespace lethe
