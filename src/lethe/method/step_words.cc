#include "lethe/method/step_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lethe {

std::string listed_columns(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 6;
    if (names.size() > kMost) {
        std::vector<std::string> first(names.begin(), names.begin() + kMost - 1);
        return fmt::format("{} and {} more columns", fmt::join(first, ", "),
                           names.size() - first.size());
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    }
    return text;
}

std::string k_words(const Json& parameters) {
    const Json k = parameters.value("k", Json(nullptr));
    return k.is_number() ? k.dump() : "several";
}

std::string sizes_words(const Json& parameters) {
    const Json mean = parameters.value("mean", Json(nullptr));
    const std::string least = "at least " + k_words(parameters);
    return mean.is_number() ? fmt::format("{} and on average {}", least, mean.dump()) : least;
}

std::string grouping_words(const std::vector<std::string>& columns, const Json& parameters) {
    return fmt::format("Groups of at least {} similar people get common values of {}.",
                       k_words(parameters), listed_columns(columns));
}

}  // namespace lethe
