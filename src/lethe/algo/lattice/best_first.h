// The best vector of levels that is found within limits, and a bound that none is below: for
// lattices that are too large to be searched to the end.
#pragma once

#include <cstdint>
#include <optional>

#include "lethe/algo/lattice/search.h"

namespace lethe::lattice {

// Exact where it comes to its end within the limits: then the same node as the exact search finds.
// The same result for any number of threads, unless the time ends it. Keeps a few class lists, and
// of each node that was met its levels and two numbers. Error(stopped).
SearchResult search_best_first(const Context& context, const Evaluation& evaluation,
                               const AnytimeLimits& limits);

// What the parts of such a search share: the best so far, and what is left of the limits.
class AnytimeRun {
  public:
    AnytimeRun(const Context& context, const Evaluation& evaluation, const AnytimeLimits& limits);

    const Context& context() const { return context_; }
    const Evaluation& evaluation() const { return evaluation_; }
    const std::optional<Solution>& best() const { return best_; }
    // Of the nodes that would suppress more than is allowed the one that suppresses fewest.
    const std::optional<Solution>& nearest() const { return nearest_; }
    std::int64_t evaluated() const { return evaluated_; }
    std::int64_t ties() const { return ties_; }
    SearchEnd end() const { return end_; }

    bool over() const { return end_ != SearchEnd::proven; }
    // So many of the evaluations that are wanted may be made now, and are counted; with 0 it is
    // over.
    std::int64_t allowed(std::int64_t wanted);
    // Whether nothing with such a bound can be the best.
    bool cuts(double bound) const;
    void take(Solution solution);
    void take_infeasible(const Node& node, std::int64_t suppressed);

    static constexpr std::int64_t kAtOnce = 8;  // whatever the number of threads

  private:
    const Context& context_;
    const Evaluation& evaluation_;
    AnytimeLimits limits_;
    double started_;
    Progress progress_;
    std::optional<Solution> best_;
    std::optional<Solution> nearest_;
    std::int64_t evaluated_ = 0;
    std::int64_t ties_ = 0;
    SearchEnd end_ = SearchEnd::proven;
};

}  // namespace lethe::lattice
