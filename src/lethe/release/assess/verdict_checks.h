// One check for each threshold. An inner part of verdict.cc.
#pragma once

#include <string>
#include <vector>

#include "lethe/release/assess/verdict.h"

namespace lethe::verdict_checks {

std::string text_of(double value);  // at most four significant digits

Check found(const VerdictFigures& figures, double most);
Check smallest_class(const VerdictFigures& figures, std::int64_t k);
Check record_risk(const VerdictFigures& figures, double most);
Check average_risk(const VerdictFigures& figures, double most);
Check individual_risk(const VerdictFigures& figures, double most);
Check unique(const VerdictFigures& figures, double most);
Check diversity(const VerdictFigures& figures, double l);
Check closeness(const VerdictFigures& figures, double t);
Check inference_gain(const VerdictFigures& figures, double most);
std::vector<Check> safe_harbor(const VerdictFigures& figures);

// The figure that decides: the upper end of its interval where it has one.
double deciding_gain(const VerdictFigures& figures);

}  // namespace lethe::verdict_checks
