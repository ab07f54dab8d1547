// The partitions of a column's values among which a recoding may choose, as a tree whose leaves are
// the values.
//
// A block of an allowed partition is a value, or two or more children of one node, each with all
// that is below it. So the children of a node that stands alone are parted into blocks; a child
// that is alone in its block is parted in its turn, and the others stay whole. Four schemes are
// this one rule over a flat tree or a taxonomy, with blocks of neighbours or of any children:
//
//   flat, neighbours      partitions of a total order (Bayardo and Agrawal 2005)
//   flat, any             all partitions: set partitioning, SPS (Li and Li 2008)
//   taxonomy, any         guided set partitioning, GSPS: who joins two values takes all that are
//                         nearer to either, by the height of what they have in common
//   taxonomy, neighbours  the same with an order among the children, GOPS
//
// A partition, decided as far as it is, is a mark for each child of each inner node: see Marks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lethe {

class ValueTree {
  public:
    enum class Together { neighbours, any };

    // All values directly below the root, in their order; `order`: a permutation of the values.
    static ValueTree flat(std::span<const std::int32_t> order, Together together);
    // `ways`: of each value the nodes above it from the root's child down, by numbers of the
    // caller's; empty: directly below the root. Children stand as `order` meets them. Nodes with a
    // single child are left out.
    ValueTree(std::span<const std::int32_t> order, std::span<const std::vector<std::int32_t>> ways,
              Together together);

    std::int32_t values() const { return values_; }
    Together together() const { return together_; }

    // For each child of each inner node. Neighbours: whether it is parted from the child after it
    // (kApart) or not (0). Any: the number of its block. Marks below a child that is not alone say
    // nothing.
    using Marks = std::vector<std::int32_t>;
    static constexpr std::int32_t kUndecided = -1;
    static constexpr std::int32_t kApart = 1;
    Marks undecided() const { return Marks(marks_, kUndecided); }
    Marks whole() const { return Marks(marks_, 0); }  // one block
    Marks single() const;                             // a block for each value

    // What marks leave open: values that have one `sure` label are together in every partition that
    // these marks can become, values with different `may` labels in none. Both are allowed
    // partitions themselves, and equal where all is decided.
    struct Labels {
        std::vector<std::int32_t> of_value;
        std::int32_t count = 0;
    };
    struct Reach {
        Labels sure, may;
    };
    void reach(const Marks& marks, Reach& out) const;

    // A mark that can be set, and to what.
    struct Decision {
        std::int64_t weight = -1;  // below 0: nothing is left to decide
        std::size_t mark = 0;
        std::vector<std::int32_t> options;
    };
    // Of the marks that are undecided and matter, the one with the greatest weight: the product of
    // the records that are parted or joined by it. `records`: of each value. Every partition that
    // the marks can become is met by exactly one of the options.
    Decision decision(const Marks& marks, std::span<const std::int64_t> records) const;

    // Of marks that are all decided: every other setting of one mark that matters.
    struct Move {
        std::size_t mark = 0;
        std::int32_t becomes = 0;
    };
    std::vector<Move> moves(const Marks& marks) const;

  private:
    struct Node {
        std::vector<std::int32_t> children;
        std::vector<std::int32_t> below;  // values
        std::size_t first_mark = 0;
    };
    // How the children of a node stand: numbers of their sure blocks and of the parts within which
    // they may be joined.
    struct Standing {
        std::vector<std::int32_t> sure, may;
        std::vector<std::int32_t> sure_size, may_size;
    };

    Standing standing(const Node& node, const Marks& marks) const;
    template <class Visit>
    void visit_active(std::int32_t node, const Marks& marks, const Visit& visit) const;
    bool is_leaf(std::int32_t node) const {
        return nodes_[static_cast<std::size_t>(node)].children.empty();
    }

    std::vector<Node> nodes_;  // the root first
    std::int32_t values_ = 0;
    std::size_t marks_ = 0;
    Together together_;
};

}  // namespace lethe
