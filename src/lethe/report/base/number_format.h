// Numbers for people, under the names that the report uses (method/figures.h).
#pragma once

#include "lethe/method/figures.h"

namespace lethe::report {

using figures::count_text;
using figures::figure_text;
using figures::found_text;
using figures::percent_text;
using figures::rounded;
using figures::seconds_text;
using figures::tick_text;

}  // namespace lethe::report
