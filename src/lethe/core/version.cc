#include "lethe/core/version.h"

namespace lethe {

const char* const kProgramVersion = LETHE_VERSION;

}  // namespace lethe
