#include "lethe/algo/partition/concept_ladder.h"

#include <cmath>

#include "lethe/core/error.h"

namespace lethe {

ConceptLadder::ConceptLadder(const ValueDomain& domain, std::int64_t weight)
    : domain_(&domain), weight_(weight) {
    const Taxonomy& taxonomy = domain.taxonomy();
    candidate_of_.assign(static_cast<std::size_t>(taxonomy.size()), -1);
    for (std::int32_t c = 0; c < size(); ++c) {
        const ConceptId own = domain.concept_of(c);
        if (own != kNoConcept) candidate_of_[static_cast<std::size_t>(own)] = c;
    }
    root_ = candidate_of_[static_cast<std::size_t>(taxonomy.root())];
    const auto all = static_cast<double>(taxonomy.leaves(taxonomy.root()));
    for (std::int32_t c = 0; c < size(); ++c) {
        const ConceptId own = domain.concept_of(c);
        const bool top = own == kNoConcept || own == taxonomy.root();
        const ConceptId above = top ? taxonomy.root() : taxonomy.parents(own).front();
        parents_.push_back(candidate_of_[static_cast<std::size_t>(above)]);
        const auto leaves = own == kNoConcept ? 1 : taxonomy.leaves(own);
        generality_.push_back(
            leaves <= 1 ? 0 : std::llround(kWhole * (static_cast<double>(leaves) / all)));
    }
}

int ConceptLadder::height(std::int32_t c) const {
    int edges = 0;
    for (; c != root_; c = parent(c)) ++edges;
    return edges;
}

std::int32_t ConceptLadder::join(std::int32_t a, std::int32_t b) const {
    if (a == b) return a;
    const ConceptId first = domain_->concept_of(a);
    const ConceptId second = domain_->concept_of(b);
    if (first == kNoConcept || second == kNoConcept) return root_;
    const Taxonomy& taxonomy = domain_->taxonomy();
    if (taxonomy.subsumes(first, second)) return a;
    if (taxonomy.subsumes(second, first)) return b;
    return candidate_of_[static_cast<std::size_t>(taxonomy.lcs(first, second))];
}

std::int64_t ConceptLadder::steps(std::int32_t from, std::int32_t to) const {
    if (from == to) return 0;
    const ConceptId own = domain_->concept_of(from);
    if (own == kNoConcept) return 1;
    return domain_->taxonomy().climb(own, domain_->concept_of(to));
}

std::int64_t ConceptLadder::cost(std::int32_t from, std::int32_t to, RaiseCost kind) const {
    if (kind == RaiseCost::steps) return weight_ * steps(from, to);
    return weight_ * (generality_[static_cast<std::size_t>(to)] -
                      generality_[static_cast<std::size_t>(from)]);
}

std::vector<ConceptLadder> concept_ladders(const TupleSpace& space,
                                           std::span<const std::int64_t> weights) {
    std::vector<ConceptLadder> ladders;
    for (std::size_t j = 0; j < space.columns(); ++j) {
        const ValueDomain* domain = space.domain(j);
        if (domain == nullptr || !domain->has_concepts()) {
            throw Error(ErrorKind::usage, "values without a taxonomy cannot be generalised");
        }
        ladders.emplace_back(*domain, weights.empty() ? 1 : weights[j]);
    }
    return ladders;
}

std::int64_t total_cost(const TupleSpace& space, std::span<const ConceptLadder> ladders,
                        const GeneralisedTuples& made, RaiseCost cost) {
    std::int64_t sum = 0;
    for (std::int32_t t = 0; t < space.tuples(); ++t) {
        const TupleSpace::Point& point =
            made.points[static_cast<std::size_t>(made.of_tuple[static_cast<std::size_t>(t)])];
        for (std::size_t j = 0; j < space.columns(); ++j) {
            const std::int32_t from = space.domain(j)->candidate_of(space.code(j, t));
            const auto to = static_cast<std::int32_t>(point[j]);
            sum += space.count(t) * ladders[j].weight() *
                   (cost == RaiseCost::steps ? ladders[j].steps(from, to)
                                             : ladders[j].penalty(from, to));
        }
    }
    return sum;
}

}  // namespace lethe
