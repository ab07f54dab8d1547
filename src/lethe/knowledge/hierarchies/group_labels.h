// Labels of the groups of one level. Only for this folder.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

namespace lethe {

// Groups of a level are told apart by their labels: where several have the same, each gets a
// number, "low-1", "low-2", in their order.
inline void number_equal_labels(std::vector<std::string>& labels) {
    std::unordered_map<std::string, int> groups;
    for (const std::string& label : labels) ++groups[label];
    std::unordered_map<std::string, int> met;
    for (std::string& label : labels) {
        if (groups[label] > 1) label += '-' + std::to_string(++met[label]);
    }
}

}  // namespace lethe
