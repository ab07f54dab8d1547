// How the values of a column are generalised: raised to concepts that subsume them, and at what
// price.
//
// Values and concepts are the candidates of the column's domain. What has no concept (a missing
// value, a text that the taxonomy does not know) stands directly below the root.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/space/tuple_space.h"
#include "lethe/space/value_domain.h"

namespace lethe {

// What it costs to raise a value.
enum class RaiseCost {
    steps,  // the is-a edges that are climbed, as few as there can be
    ncp,    // the share of the taxonomy's leaves that are below the new concept
};

class ConceptLadder {
  public:
    // Of a column with a meaning; kept. `weight`: what a step or a share of the column counts.
    explicit ConceptLadder(const ValueDomain& domain, std::int64_t weight = 1);

    std::int64_t weight() const { return weight_; }

    std::int32_t size() const { return domain_->candidates(); }
    std::int32_t root() const { return root_; }
    // The first parent; the root's is the root.
    std::int32_t parent(std::int32_t c) const { return parents_[static_cast<std::size_t>(c)]; }
    int height(std::int32_t c) const;  // first parents up to the root

    // The least common subsumer; one of the two where it subsumes the other.
    std::int32_t join(std::int32_t a, std::int32_t b) const;

    // Of raising `from` to `to`, which subsumes it; 0 where they are equal.
    std::int64_t steps(std::int32_t from, std::int32_t to) const;
    // The certainty penalty (NCP) of a value that was raised, in parts of kWhole: the leaves below
    // the new one, of all leaves, and nothing for a single one.
    static constexpr std::int64_t kWhole = std::int64_t{1} << 20;
    std::int64_t penalty(std::int32_t from, std::int32_t to) const {
        return from == to ? 0 : generality_[static_cast<std::size_t>(to)];
    }
    // How much more one is than the other, whatever was raised to it before: a cost of the
    // step from `from` to `to`, times the weight.
    std::int64_t cost(std::int32_t from, std::int32_t to, RaiseCost kind) const;

  private:
    const ValueDomain* domain_;
    std::int64_t weight_;
    std::int32_t root_ = 0;
    std::vector<std::int32_t> parents_;
    std::vector<std::int64_t> generality_;
    std::vector<std::int32_t> candidate_of_;  // of the concepts of the taxonomy; -1: none
};

// Of each column of the space, all of which have meanings; with the weights of the columns, where
// they are given.
std::vector<ConceptLadder> concept_ladders(const TupleSpace& space,
                                           std::span<const std::int64_t> weights = {});

// A generalisation of tuples: what each of them is shown as.
struct GeneralisedTuples {
    std::vector<TupleSpace::Point> points;
    std::vector<std::int32_t> of_tuple;
};

// What it costs in all: of every record and column the steps from its value to what it is shown as,
// or the penalty, times the weight of the column.
std::int64_t total_cost(const TupleSpace& space, std::span<const ConceptLadder> ladders,
                        const GeneralisedTuples& made, RaiseCost cost);

}  // namespace lethe
