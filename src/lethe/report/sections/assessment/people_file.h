// An intruder's own file in the sentences on top of an assessment.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

// Whether a result of an assessment is that of the people of a file alone.
bool of_file(const Json& attack);

// What her file finds, for whom that holds, and what is found over all people. `best` is the worst
// attack of the assessment. Empty where the scenario has no file.
std::string people_file_sentences(const Json& assessment, const Json& best);

}  // namespace lethe::report
