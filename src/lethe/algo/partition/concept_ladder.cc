#include "lethe/algo/partition/concept_ladder.h"

#include <cmath>

#include "lethe/core/error.h"

namespace lethe {

ConceptLadder::ConceptLadder(const ValueDomain& domain) : domain_(&domain) {
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
    if (kind == RaiseCost::steps) return steps(from, to);
    return generality_[static_cast<std::size_t>(to)] - generality_[static_cast<std::size_t>(from)];
}

std::vector<ConceptLadder> concept_ladders(const TupleSpace& space) {
    std::vector<ConceptLadder> ladders;
    for (std::size_t j = 0; j < space.columns(); ++j) {
        const ValueDomain* domain = space.domain(j);
        if (domain == nullptr || !domain->has_concepts()) {
            throw Error(ErrorKind::usage, "values without a taxonomy cannot be generalised");
        }
        ladders.emplace_back(*domain);
    }
    return ladders;
}

}  // namespace lethe
