// What came out of the statements of the sources when their experiments were run as this tree has
// them: at how many settings each holds. A run that gives anything else fails, so that no outcome
// changes without being seen, for the better or for the worse.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "lethe/core/json.h"

namespace lethe::reproduction {

struct RecordedOutcome {
    std::string_view experiment;
    std::string_view statement;  // empty: those of the experiment without an entry may wait
    std::int64_t holds = 0;
    std::int64_t of = 0;
    std::string_view because = {};  // why it does not hold everywhere, where that is known
};

std::span<const RecordedOutcome> recorded_outcomes();

// Adds "recorded" and "because" to each of the claims that a run with the usual seed, samples and
// seconds made, and a check for each: that it came out as recorded. A claim without a record fails,
// unless those of its experiment may wait, and so does a record without a claim.
void hold_to_recorded(std::string_view experiment, Json& claims, Json& checks);
// The same against a list of one's own.
void hold_to_recorded(std::span<const RecordedOutcome> recorded, std::string_view experiment,
                      Json& claims, Json& checks);

}  // namespace lethe::reproduction
