// The figures of a verdict, read from an assessment.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/data/roles.h"
#include "lethe/data/table.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/assess/verdict.h"

namespace lethe::release {

// From the attacks of an assessment (assess, or the results of run_assessments): the best of
// those that find people, with its interval; uniqueness, re-identification risk, l-diversity,
// t-closeness and attribute inference where they were run. Of several runs of one attack the worst
// counts. `known` are the columns of the scenario.
VerdictFigures verdict_figures(std::span<const MethodResult> attacks, std::int64_t records,
                               std::vector<std::string> known,
                               std::vector<std::string> confidential);

// The verdict on a release whose assessment is given.
Verdict assessed_verdict(const Assessment& assessment, const Table& released, const Roles& roles,
                         const std::vector<std::string>& known,
                         const std::vector<std::string>& confidential, const Profile& profile);

// What the Safe Harbor rule looks at, of the columns of a released table.
std::vector<ReleasedColumn> released_columns(const Table& released, const Roles& roles);

}  // namespace lethe::release
