// Shapes of points, one a series, so that series are told apart without colour.
#pragma once

#include <cstddef>
#include <string>

namespace lethe::report {

// Path data of the marker of a series around (x, y). There are eight shapes.
std::string marker_path(std::size_t series, double x, double y, double radius);

// Classes for it: a colour, and filled or hollow. There are eight colours; after eight series the
// shapes and the colours repeat, but not together.
std::string marker_style(std::size_t series, bool filled);

// An arrow head at an edge that points to the right, or up: what it stands for lies beyond.
std::string beyond_path(double x, double y, bool to_right);

}  // namespace lethe::report
