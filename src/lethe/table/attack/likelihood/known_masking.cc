#include "lethe/table/attack/likelihood/known_masking.h"

#include <algorithm>

#include "lethe/method/catalogue.h"
#include "lethe/method/recorded_steps.h"

namespace lethe::attack {

std::vector<std::string> attacks_on(const Json& record, const Table& table) {
    const std::vector<RecordedStep> steps = recorded_steps(record);
    std::vector<std::string> attacks;
    for (const Method* method : methods_of(Family::attack)) {
        const auto called_by = method->info.called_by;
        if (called_by == nullptr) continue;
        const auto called = [&](const ColumnPtr& column) {
            return method->accepts(column->kind()) && called_by(steps_on(steps, column->name()));
        };
        if (std::any_of(table.columns().begin(), table.columns().end(), called)) {
            attacks.push_back(method->info.name);
        }
    }
    return attacks;
}

}  // namespace lethe::attack
