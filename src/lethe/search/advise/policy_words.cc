#include "lethe/search/advise/policy_words.h"

#include <fmt/format.h>

#include "lethe/method/catalogue.h"
#include "lethe/method/step_words.h"

namespace lethe::search {
namespace {

std::string words_of(const TryStep& step) {
    const Method* method = find_method(step.method);
    if (method != nullptr && method->info.step_words != nullptr) {
        return method->info.step_words(step.columns, step.parameters);
    }
    return fmt::format("{} of {}.", method == nullptr ? step.method : method->info.title,
                       listed_columns(step.columns));
}

}  // namespace

std::string policy_words(std::span<const TryStep> steps) {
    std::string text;
    for (const TryStep& step : steps) text += (text.empty() ? "" : " Then: ") + words_of(step);
    return text;
}

std::string best_single_words(const std::string& label, double loss, bool one_size) {
    return fmt::format(
        "The best single method of the same guarantee, {}, loses {:.1f} %{}.", label, loss,
        one_size ? " (in so large a table refined groups were tried in one safe size "
                   "only: a smaller one may pass and lose less)"
                 : "");
}

}  // namespace lethe::search
