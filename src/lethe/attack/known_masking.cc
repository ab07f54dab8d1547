#include "lethe/attack/known_masking.h"

#include <algorithm>

#include "lethe/method/recorded_steps.h"

namespace lethe::attack {

std::vector<std::string> attacks_on(const Json& record) {
    std::vector<std::string> attacks;
    const auto add = [&](const char* name) {
        if (std::find(attacks.begin(), attacks.end(), name) == attacks.end()) {
            attacks.emplace_back(name);
        }
    };
    for (const RecordedStep& step : recorded_steps(record)) {
        if (step.method == "rank-swapping") add("rank-swapping-intersection");
        if (step.method == "noise") add("noise-linkage");
        if (step.facts.contains("parts")) add("microaggregation-intersection");
    }
    return attacks;
}

}  // namespace lethe::attack
