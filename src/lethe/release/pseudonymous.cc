#include "lethe/release/pseudonymous.h"

#include <algorithm>

#include "lethe/method/catalogue.h"

namespace lethe::release {

bool gets_pseudonyms(const Policy& policy, const std::string& column) {
    const auto names = [&](const std::vector<std::string>& list) {
        return std::find(list.begin(), list.end(), column) != list.end();
    };
    if (names(policy.identifiers)) return false;
    return std::any_of(policy.steps.begin(), policy.steps.end(), [&](const StepPolicy& step) {
        const Method* method = find_method(step.method);
        return names(step.columns) && method != nullptr && method->has(Purpose::pseudonyms);
    });
}

}  // namespace lethe::release
