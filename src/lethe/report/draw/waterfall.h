// How a crowd shrinks step by step, on a scale of bits: each halving is as wide as any other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"

namespace lethe::report {

struct Waterfall {
    struct Step {
        std::string name;
        std::int64_t left = 0;  // at least 1, at most as many as before
    };
    std::int64_t start = 0;
    std::vector<Step> steps;
};

// From an explanation: {"records", "steps": [{"column", "left"}]}.
Waterfall waterfall_of(const Json& explanation);

// "age leaves 62 of 1,000", a bar for each; empty without a step, or where counts do not shrink.
std::string waterfall_svg(const Waterfall& waterfall, std::string_view id);

}  // namespace lethe::report
