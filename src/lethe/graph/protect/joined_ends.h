// Who is joined to whom, how, and what changes of it leave the degrees of others alone: the second
// half of k-anonymity over profile and degree together. See joined_ends.cc.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/graph/protect/degree_targets.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

// A graph without loops and repeats whose edges come and go. Two nodes are joined in one way: both
// ways, or only from one to the other.
class JoinedEnds {
  public:
    explicit JoinedEnds(const SocialGraph& graph);

    std::vector<EndCounts> degrees() const;
    // Changes edges until every node has the degrees that are aimed at; false where that was not
    // found, with some of the changes done. Sums must fit, see degree_targets.
    bool reach(const Context& context, std::span<const EndCounts> targets, const Stream& stream);
    // One more pair is joined both ways, a random one; where all are joined, one that was joined
    // in one direction. False: all are joined both ways.
    bool join_more(const Stream& stream);

    std::vector<Edge> edges() const;  // ascending; without direction from < to

  private:
    using Ends = std::vector<std::vector<Node>>;
    struct Kind;  // of an edge

    Ends& ends(NodeEnd end) { return ends_[static_cast<std::size_t>(end)]; }
    Node nodes() const { return static_cast<Node>(ends_[0].size()); }
    bool joined(Node a, Node b) const;
    void link(const Kind& kind, Node a, Node b);
    void unlink(const Kind& kind, Node a, Node b);
    // How many a node lacks; below zero: has too many.
    std::int64_t lacking(std::span<const EndCounts> targets, NodeEnd end, Node node);
    std::vector<Node> units(std::span<const EndCounts> targets, NodeEnd end, bool lacks,
                            Draws& draws);

    bool move_ends(const Context& context, std::span<const EndCounts> targets, const Kind& kind,
                   bool turned, Draws& draws);
    bool add_edges(const Context& context, std::span<const EndCounts> targets, const Kind& kind,
                   Draws& draws);
    bool take_edges(const Context& context, std::span<const EndCounts> targets, const Kind& kind,
                    Draws& draws);
    bool split_an_edge(const Kind& kind, Node a, Node b, Draws& draws);
    bool merge_two_edges(const Kind& kind, Node a, Node b, Draws& draws);

    bool directed_;
    std::array<Ends, kNodeEnds> ends_;         // of each node the other ends
    std::unordered_set<std::uint64_t> pairs_;  // that are joined
    std::int64_t rounds_ = 0;
};

}  // namespace lethe::graph
