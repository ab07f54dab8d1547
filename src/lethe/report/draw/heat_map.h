// A matrix of figures as shades: one colour above zero, another below, the darker the farther.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lethe::report {

struct HeatMap {
    std::string title;
    std::string description;  // for screen readers
    std::vector<std::string> rows, columns;
    std::vector<std::vector<std::optional<double>>> values;  // by row; nothing: no figure
    double most = 1;                                         // the darkest shade
    // What a cell tells when it is pointed at, by row; its figure where there is none.
    std::vector<std::vector<std::string>> tips = {};
    int decimals = 2;
};

// Columns are numbered where they are the rows, otherwise lettered, with their names below. Empty
// where there is no cell, or lines differ in length.
std::string heat_map_svg(const HeatMap& map, std::string_view id);

}  // namespace lethe::report
