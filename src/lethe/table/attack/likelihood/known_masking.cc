#include "lethe/table/attack/likelihood/known_masking.h"

#include <algorithm>

#include "lethe/method/catalogue.h"
#include "lethe/method/recorded_steps.h"

namespace lethe::attack {
namespace {

using MaskingSteps = std::vector<RecordedStep>;

// What an attack needs of the steps on one column at least.
struct Call {
    const char* attack;
    bool (*answers)(const MaskingSteps& steps);
};

constexpr Call kCalls[]{
    {"rank-swapping-intersection",
     [](const MaskingSteps& steps) {
         return !steps.empty() &&
                std::all_of(steps.begin(), steps.end(), [](const RecordedStep& step) {
                    return step.method == "rank-swapping";
                });
     }},
    {"microaggregation-intersection",
     [](const MaskingSteps& steps) {
         return steps.size() == 1 && steps[0].facts.contains("parts");
     }},
    {"noise-linkage",
     [](const MaskingSteps& steps) {
         return std::any_of(steps.begin(), steps.end(),
                            [](const RecordedStep& step) { return step.method == "noise"; });
     }},
    {"known-masking-linkage", [](const MaskingSteps& steps) { return !steps.empty(); }},
};

}  // namespace

std::vector<std::string> attacks_on(const Json& record, const Table& table) {
    const MaskingSteps steps = recorded_steps(record);
    std::vector<std::string> attacks;
    for (const Call& call : kCalls) {
        const Method& method = find_method(call.attack, Family::attack);
        const auto called = [&](const ColumnPtr& column) {
            return method.accepts(column->kind()) && call.answers(steps_on(steps, column->name()));
        };
        if (std::any_of(table.columns().begin(), table.columns().end(), called)) {
            attacks.emplace_back(call.attack);
        }
    }
    return attacks;
}

}  // namespace lethe::attack
