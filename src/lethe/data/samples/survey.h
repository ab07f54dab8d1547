// A synthetic survey of visitors to a nature park, whose two open answers are nouns of leisure: a
// stand-in for the private survey of Martinez (2012), with its published counts. No person behind
// it.
#pragma once

#include <cstdint>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"

namespace lethe {

inline constexpr std::int64_t kSurveyRows = 975;

// Columns: age, gender, days, companions, origin, reason, activity. The last two have 25 different
// nouns together, all of them in WordNet. Of every kSurveyRows rows: 211 different pairs of reason
// and activity, 118 of them once, the most frequent one 115 times; 302 rows in pairs that occur at
// most 5 times, 488 in pairs that occur fewer than 15 times; 249 times the reason is relaxation.
// Other numbers of rows are whole copies of these pairs and a random choice among them.
Table sample_survey(const Context& context, const Random& random, std::int64_t rows);

}  // namespace lethe
