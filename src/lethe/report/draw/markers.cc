#include "lethe/report/draw/markers.h"

#include <fmt/format.h>

#include <array>
#include <span>

#include "lethe/report/base/svg.h"

namespace lethe::report {
namespace {

struct Corner {
    double x, y;
};

// Of about the same area as a circle of radius 1.
constexpr Corner kSquare[] = {{-.9, -.9}, {.9, -.9}, {.9, .9}, {-.9, .9}};
constexpr Corner kUp[] = {{0, -1.2}, {1.1, .85}, {-1.1, .85}};
constexpr Corner kDiamond[] = {{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}};
constexpr Corner kDown[] = {{0, 1.2}, {1.1, -.85}, {-1.1, -.85}};
constexpr Corner kPlus[] = {{-.4, -1.2}, {.4, -1.2}, {.4, -.4},   {1.2, -.4},
                            {1.2, .4},   {.4, .4},   {.4, 1.2},   {-.4, 1.2},
                            {-.4, .4},   {-1.2, .4}, {-1.2, -.4}, {-.4, -.4}};
constexpr Corner kHexagon[] = {{-.6, -1.1}, {.6, -1.1}, {1.2, 0}, {.6, 1.1}, {-.6, 1.1}, {-1.2, 0}};
constexpr Corner kStar[] = {{0, -1.35}, {.35, -.35}, {1.35, 0},  {.35, .35},
                            {0, 1.35},  {-.35, .35}, {-1.35, 0}, {-.35, -.35}};

constexpr std::size_t kCount = 8;  // the circle and these
constexpr std::array<std::span<const Corner>, kCount - 1> kPolygons = {
    kSquare, kUp, kDiamond, kDown, kPlus, kHexagon, kStar};

std::string circle(double x, double y, double radius) {
    const std::string r = coordinate(radius);
    return fmt::format("M{} {}a{} {} 0 1 0 {} 0a{} {} 0 1 0 {} 0Z", coordinate(x - radius),
                       coordinate(y), r, r, coordinate(2 * radius), r, r, coordinate(-2 * radius));
}

}  // namespace

std::string marker_path(std::size_t series, double x, double y, double radius) {
    const std::size_t shape = (series + series / kCount * 3) % kCount;
    if (shape == 0) return circle(x, y, radius);
    const std::span<const Corner> corners = kPolygons[shape - 1];
    PathData path;
    path.move(x + corners[0].x * radius, y + corners[0].y * radius);
    for (const Corner& corner : corners.subspan(1)) {
        path.line(x + corner.x * radius, y + corner.y * radius);
    }
    return path.close().text();
}

std::string marker_style(std::size_t series, bool filled) {
    return fmt::format("c-m{} {}", series % kCount + 1, filled ? "c-solid" : "c-hollow");
}

std::string beyond_path(double x, double y, bool to_right) {
    if (to_right) return PathData().move(x - 7, y - 5).line(x, y).line(x - 7, y + 5).text();
    return PathData().move(x - 5, y + 7).line(x, y).line(x + 5, y + 7).text();
}

}  // namespace lethe::report
