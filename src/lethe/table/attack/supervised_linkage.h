// What the attack supervised-linkage offers besides its result.
#pragma once

#include <iosfwd>

#include "lethe/method/method.h"

namespace lethe::attack {

// The mixed-integer program that the attack solves, in MPS, for any other solver: see
// algo/branch_and_cut/linkage_mps.h. `parameters` as bound. Its size grows with the square of the
// records: Error(usage) for more than kMostProgramRecords, and where the variant has no such
// program.
constexpr std::int64_t kMostProgramRecords = 2000;
void write_supervised_program(std::ostream& out, const AssessInput& input, const Json& parameters);

}  // namespace lethe::attack
