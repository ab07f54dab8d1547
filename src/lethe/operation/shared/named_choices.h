// Choices of an option whose names something else lists.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lethe::operation {

// Each name with what it stands for; `named` gives an optional. `Choice` may be an optional itself,
// of an option that need not be given.
template <class Choice, class Names, class Named>
std::vector<std::pair<std::string, Choice>> named_choices(const Names& names, Named named) {
    std::vector<std::pair<std::string, Choice>> choices;
    for (const auto& name : names) choices.emplace_back(std::string(name), *named(name));
    return choices;
}

}  // namespace lethe::operation
