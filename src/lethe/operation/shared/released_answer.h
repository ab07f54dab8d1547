// What an operation answers that made a release.
#pragma once

#include <string>
#include <string_view>

#include "lethe/operation/operation.h"
#include "lethe/release/released.h"

namespace lethe::operation {

// Says the notes; the summary, or the release itself where it goes to standard output.
Answer released_answer(const release::Released& released, Door& door);

// Error(usage) where a release has no path, unless nothing is written; `such_as` is one.
void check_output_given(const std::string& output, bool dry_run, std::string_view such_as);

// Error(usage) where the release goes to standard output and JSON does too.
void check_standard_output(const std::string& output, const Door& door);

}  // namespace lethe::operation
