// Local recoding by rounds: what one search over levels suppresses is searched again by itself, so
// that few records need high levels. See rounds.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/lattice/search.h"

namespace lethe::lattice {

struct RoundLimits {
    std::int64_t rounds = 100;  // searches after the first
    double step = 0.05;         // by which gs grows where a search releases nobody
};

struct Round {
    Node node;
    double gs = 0;              // of its search
    std::int64_t released = 0;  // rows that show these levels
};

struct RecodedInRounds {
    std::vector<Round> rounds;               // those that released somebody, in their order
    std::vector<std::int32_t> round_of_row;  // kNeverReleased: suppressed
    std::int64_t searches = 0;               // after the first
    std::int64_t suppressed = 0;             // rows that are left
    bool exact = true;                       // every search
    SearchEnd end = SearchEnd::proven;       // of the last search that was not exact
    std::int64_t evaluated = 0;
};

inline constexpr std::int32_t kNeverReleased = -1;

// Whether models and metric can go by rounds, with a sentence for each that cannot: models that do
// not survive joining, a metric that is not loss.
void check_rounds(const Settings& settings, Problems& problems);

// From the metric's gs on. Any number of rows may be suppressed in a round, whatever the limit of
// the settings. Error with all problems; Error(stopped).
RecodedInRounds recode_in_rounds(const Context& context, const Records& records,
                                 const Settings& settings, const RoundLimits& limits,
                                 const AnytimeLimits& anytime = {});

}  // namespace lethe::lattice
