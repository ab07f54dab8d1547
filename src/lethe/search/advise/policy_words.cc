#include "lethe/search/advise/policy_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

// "a", "a and b", "a, b and c"; of many the first few.
std::string list(const std::vector<std::string>& names) {
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

std::string k_of(const Json& parameters) {
    const Json k = parameters.value("k", Json(nullptr));
    return k.is_number() ? k.dump() : "several";
}

// "at least 5", "at least 5 and on average 9"
std::string sizes_of(const Json& parameters) {
    const Json mean = parameters.value("mean", Json(nullptr));
    const std::string least = "at least " + k_of(parameters);
    return mean.is_number() ? fmt::format("{} and on average {}", least, mean.dump()) : least;
}

std::string words_of(const TryStep& step) {
    const Json& parameters = step.parameters;
    if (step.method == "stratified") {
        const std::vector<std::string> by = parameters["by"];
        std::vector<std::string> rest;
        for (const std::string& name : step.columns) {
            if (std::find(by.begin(), by.end(), name) == by.end()) rest.push_back(name);
        }
        const std::string sizes = sizes_of(parameters["parameters"]);
        const bool dropped = parameters.value("rest", "masked") == "dropped";
        return fmt::format(
            "Groups of {} people who share {} get common values of {}; {}.", sizes, list(by),
            list(rest),
            dropped ? "who shares them with too few is not released"
                    : "who shares them with too few shares fewer of them, the last one first");
    }
    if (step.method == "mdav" || step.method == "global-median") {
        return fmt::format("Groups of at least {} similar people get common values of {}.",
                           k_of(parameters), list(step.columns));
    }
    if (step.method == "exchange-groups") {
        return fmt::format(
            "Groups of {} similar people get common values of {}; people change groups "
            "until no change that was tried loses less.",
            sizes_of(parameters), list(step.columns));
    }
    if (step.method == "mondrian") {
        return parameters.value("publish", "interval") == "interval"
                   ? fmt::format(
                         "Values of {} are made coarser until at least {} people share "
                         "them; every released value is true.",
                         list(step.columns), k_of(parameters))
                   : fmt::format("Groups of at least {} similar people get common values of {}.",
                                 k_of(parameters), list(step.columns));
    }
    if (step.method == "local-suppression") {
        return fmt::format(
            "As few values of {} as can be are left out, until at least {} people "
            "share what is left.",
            list(step.columns), k_of(parameters));
    }
    const Method* method = find_method(step.method);
    return fmt::format("{} of {}.", method == nullptr ? step.method : method->info.title,
                       list(step.columns));
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

}  // namespace lethe
