// The vector of levels that loses least among those at which the models hold: exactly, or where
// there are too many of them the best that was found, with a bound.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

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

// What ended a search.
enum class SearchEnd {
    proven,       // nothing is left that could be better
    evaluations,  // as many as were allowed
    seconds,      // the time is over: another machine may end elsewhere
};

std::string_view name(SearchEnd end);

struct SearchResult {
    std::optional<Solution> best;
    bool exact = true;
    SearchEnd end = SearchEnd::proven;
    double bound = 0;            // no node loses less; the best loss where exact
    double nodes = 0;            // that there are; a double, for there may be very many
    std::int64_t evaluated = 0;  // times that the classes of a node were counted
    double cut = 0;              // nodes met, and left out because they cannot be better
    std::int64_t ties = 0;       // other nodes seen with the same loss
    // Where there is none: the fewest rows that would have to be suppressed, and where. None where
    // no suppression helps.
    std::optional<Solution> nearest;

    double gap() const;  // (best - bound) / best
};

// Of a search that need not come to its end (best_first.h). Evaluations end it at the same place on
// every machine and for any number of threads; seconds, by the context's clock, do not.
struct AnytimeLimits {
    std::int64_t evaluations = 10'000;
    double seconds = std::numeric_limits<double>::infinity();
};

// Exact where there are kMostNodes nodes at the most, of a slow loss (Measure::slow) as many as may
// be evaluated; else best first within the limits.
// Error(stopped). The result is the same for any number of threads.
SearchResult search_levels(const Context& context, const Evaluation& evaluation,
                           const AnytimeLimits& limits = {});
inline constexpr double kMostNodes = 5'000'000;

// At given levels, with all failing classes suppressed whatever the limit.
Solution at_levels(const Evaluation& evaluation, const Node& node);

// Nodes that there are.
double node_count(const Evaluation& evaluation);

}  // namespace lethe::lattice
