// Small charts of a report: a percentage on a scale, a hundred people, classes by their size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/sections/assessment/explain.h"

namespace lethe::report {

// A percentage on a scale from 0 to 100 (further where it is more), with the zones of a rule of
// thumb and, where ties leave it open, the range that it may lie in.
struct Gauge {
    std::string title;
    double value = 0;
    std::optional<double> low, high;
    std::optional<RuleOfThumb> rule;
};
std::string gauge_svg(const Gauge& gauge, std::string_view id);

// A hundred people, as many of them filled as are found.
std::string hundred_svg(double percent, std::string_view id);

// How many people are in classes of each size.
struct ClassSizes {
    struct Bar {
        std::string label;  // "1", "2", "5-9", "100+"
        std::int64_t people = 0;
        bool alone = false;  // classes of one
    };
    std::vector<Bar> bars;
};
// From {"1": people, "2": people, ...}; sizes are gathered into ranges. Also reads pairs
// [[size, people], ...]. Labels that are not numbers are kept as they are.
ClassSizes class_sizes(const Json& histogram);
std::string class_sizes_svg(const ClassSizes& sizes, std::string_view id);

}  // namespace lethe::report
