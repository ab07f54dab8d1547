// How the values of a column are spread, in one file or in two beside each other. Of two the
// original is always drawn as an outline and the release as a filled shape, so that they are told
// apart without colour; one alone is filled.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"

namespace lethe::report {

// edges.size() == before.size() + 1; `after` as many, or none for one file. Bars are densities,
// which are counts where the bins are equally wide. Nothing is drawn of fewer than two edges.
struct Histogram {
    std::string column;
    std::vector<double> edges;
    std::vector<double> before, after = {};
};
std::string histogram_svg(const Histogram& histogram, std::string_view id);

struct CategoryBars {
    std::string column;
    std::vector<std::string> labels;
    std::vector<double> before, after = {};
    bool people = true;  // what is counted: pages let some bars be selected and say how many
};
std::string bars_svg(const CategoryBars& bars, std::string_view id);

// An item of distributions() as whichever of the two it is; empty where it cannot be drawn.
std::string distribution_svg(const Json& distribution, std::string_view id);

// Its shape alone, as wide and high as its place: beside what says the rest. Of one file.
std::string distribution_spark_svg(const Json& distribution);

}  // namespace lethe::report
