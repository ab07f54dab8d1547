// Categories of two files that are written in two ways.
#pragma once

#include <map>
#include <string>

#include "lethe/data/column.h"

namespace lethe::linkage {

// M and F against male and female: where the two columns have no category in common, and every one
// of the left begins, or is the beginning of, exactly one of the right. By plain_text; empty where
// that is not so.
std::map<std::string, std::string> codes_by_prefix(const Column& left, const Column& right);

}  // namespace lethe::linkage
