// The vector of levels that loses least among those at which the models hold, exactly.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lethe/algo/lattice/evaluation.h"
#include "lethe/core/context.h"

namespace lethe::lattice {

// A node with what is released of it.
struct Solution {
    Node node;
    std::int64_t suppressed = 0;
    Loss loss;
};

// Of two solutions the better: less loss, then the smaller sum of levels, then the first levels.
bool better(const Solution& a, const Solution& b);

struct SearchResult {
    std::optional<Solution> best;
    bool exact = true;
    double bound = 0;            // no node loses less; the best loss where exact
    double nodes = 0;            // that there are; a double, for there may be very many
    std::int64_t evaluated = 0;  // whose classes were counted
    std::int64_t ties = 0;       // other nodes seen with the same loss
    // Where there is none: the fewest rows that would have to be suppressed, and where. None where
    // no suppression helps.
    std::optional<Solution> nearest;

    double gap() const;  // (best - bound) / best
};

// Exact. Error(unmet) for more than kMostNodes nodes, Error(stopped). The result is the same for
// any number of threads.
SearchResult search_levels(const Context& context, const Evaluation& evaluation);
inline constexpr double kMostNodes = 5'000'000;

// At given levels, with all failing classes suppressed whatever the limit.
Solution at_levels(const Evaluation& evaluation, const Node& node);

// Nodes that there are.
double node_count(const Evaluation& evaluation);

// Class lists that others can be made from: the tuples, and some of those that were made last.
class ClassCache {
  public:
    explicit ClassCache(const Classes& classes) : classes_(classes) {}

    std::shared_ptr<const ClassList> make(const Node& node, bool with_values) const;
    void keep(std::shared_ptr<const ClassList> list);

  private:
    const Classes& classes_;
    std::vector<std::shared_ptr<const ClassList>> lists_;  // a ring
    std::size_t next_ = 0;
    std::size_t kept_ = 0;  // classes in them
};

}  // namespace lethe::lattice
