// The 18 kinds of identifiers of the Safe Harbor rule (45 CFR 164.514(b)(2)) among the columns of a
// release, by their names and roles.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lethe/release/assess/verdict.h"

namespace lethe::release {

struct SafeHarborKind {
    std::string name;                  // "telephone numbers"
    std::vector<std::string> columns;  // that seem to hold it
};

// All 18, in the order of the rule. A column of three digits counts as a ZIP code cut to what the
// rule allows, an age above 90 as one over 89 that was not put into one class. A guess by names: it
// can miss a column or take one for another.
std::vector<SafeHarborKind> safe_harbor_kinds(std::span<const ReleasedColumn> columns,
                                              std::int64_t records);

}  // namespace lethe::release
