// What the searches for cuts share: the trees of all columns, the classes of records that a cut
// leaves, and descents, which open concepts from the top down. See tree_cut.cc. Only for the
// searches of this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "lethe/algo/partition/cuts/column_tree.h"
#include "lethe/algo/partition/cuts/tree_cut.h"
#include "lethe/core/context.h"

namespace lethe {

class CutSpace {
  public:
    using Cut = std::vector<ColumnTree::Depths>;  // of each column

    CutSpace(const Context& context, const TupleSpace& space,
             std::span<const ConceptLadder> ladders, std::int64_t k, RaiseCost loss);

    const std::vector<ColumnTree>& trees() const { return trees_; }
    const TupleSpace& tuples() const { return space_; }
    std::int64_t looked_at() const { return looked_at_; }
    // After so many cuts a search ends: it depends on the size of the data alone.
    std::int64_t most_looks() const;

    std::int64_t loss(const Cut& cut) const;
    std::int32_t shown(const Cut& cut, std::size_t column, std::int32_t tuple) const {
        const std::int32_t value = space_.code(column, tuple);
        return trees_[column].node(value, cut[column][static_cast<std::size_t>(value)]);
    }
    // The tuples whose classes have fewer than k records, ascending.
    std::vector<std::int32_t> rare_tuples(const Cut& cut);
    bool is_anonymous(const Cut& cut) { return rare_tuples(cut).empty(); }

    struct Opening {
        std::int64_t gain = 0;
        std::size_t column = 0;
        std::int32_t node = 0;

        bool operator<(const Opening& other) const {  // the greatest gain first
            return std::tuple(-gain, column, node) <
                   std::tuple(-other.gain, other.column, other.node);
        }
        bool same(const Opening& other) const {
            return column == other.column && node == other.node;
        }
    };

    // What is open, in the order in which it was opened.
    struct Descent {
        Cut cut;
        std::vector<Opening> open;
        std::int64_t loss = 0;
    };

    // Shows what is below a concept as the concept (0) or one deeper (1).
    void set(Cut& cut, const Opening& at, std::size_t deeper) const;
    Descent top() const;
    // Goes on from a cut; `but` stays closed.
    Descent descend(Descent from, const std::optional<Opening>& but);
    // The same with a concept closed, and all that is open below it.
    Descent closed(const Descent& from, const Opening& at) const;

    // The tuples as the cut shows them, with what was looked at.
    TreeCut made(const Cut& cut) const;

  private:
    const Context& context_;
    const TupleSpace& space_;
    std::int64_t k_;
    std::vector<ColumnTree> trees_;
    std::int64_t looked_at_ = 0;
};

}  // namespace lethe
