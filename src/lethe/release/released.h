// What came of a release, or of planning one.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"

namespace lethe::release {

struct Released {
    Json summary;                    // for people and programs: counts, proof, where the files are
    std::vector<std::string> notes;  // what the owner should know before publishing, a line each
    std::string text;                // the release itself, where it goes to standard output
};

}  // namespace lethe::release
