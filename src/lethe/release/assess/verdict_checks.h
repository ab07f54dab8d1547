// One check for each threshold. An inner part of verdict.cc.
#pragma once

#include <string>
#include <vector>

#include "lethe/release/assess/verdict.h"

namespace lethe::release {

std::string few_digits(double value);  // at most four significant digits

Check found_check(const VerdictFigures& figures, double most);
Check smallest_class_check(const VerdictFigures& figures, std::int64_t k);
Check record_risk_check(const VerdictFigures& figures, double most);
Check average_risk_check(const VerdictFigures& figures, double most);
Check individual_risk_check(const VerdictFigures& figures, double most);
Check unique_check(const VerdictFigures& figures, double most);
Check diversity_check(const VerdictFigures& figures, double l);
Check closeness_check(const VerdictFigures& figures, double t);
Check inference_gain_check(const VerdictFigures& figures, double most);
std::vector<Check> safe_harbor_checks(const VerdictFigures& figures);

// The figure that decides: the upper end of its interval where it has one.
double deciding_gain(const VerdictFigures& figures);

}  // namespace lethe::release
