// The version of the program, as releases record it.
#pragma once

namespace lethe {

extern const char* const kProgramVersion;  // "0.1.0"

}  // namespace lethe
