#include "lethe/release/tables/scatter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "lethe/algo/statistics/moments.h"
#include "lethe/core/index.h"
#include "lethe/release/tables/hexagon_cells.h"

namespace lethe {
namespace {

constexpr std::size_t kMostPoints = 400;  // different ones that are drawn one by one
constexpr std::int64_t kHexagonsAcross = 22;
constexpr double kTail = 0.005;  // on either side, of values that may lie beyond
constexpr double kFarTail = 3;   // from so many times the width of the others on

// The records that have both values.
struct PlanePoints {
    std::vector<double> x, y;
    std::int64_t missing = 0;
};

PlanePoints plane_points(const Column& along, const Column& up) {
    PlanePoints points;
    for (std::int64_t row = 0; row < along.size(); ++row) {
        if (!along.valid(row) || !up.valid(row)) {
            ++points.missing;
            continue;
        }
        points.x.push_back(along.numbers()[at(row)]);
        points.y.push_back(up.numbers()[at(row)]);
    }
    return points;
}

PlaneAxis axis_of(std::vector<double> values) {
    if (values.empty()) return {};
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const PlaneAxis all{*least, *most};
    const auto quantile = [&](double share) {
        const auto place = static_cast<std::ptrdiff_t>(
            std::llround(share * static_cast<double>(values.size() - 1)));
        std::nth_element(values.begin(), values.begin() + place, values.end());
        return values[static_cast<std::size_t>(place)];
    };
    const PlaneAxis middle{quantile(kTail), quantile(1 - kTail)};
    const double width = middle.high - middle.low;
    return width > 0 && all.high - all.low > kFarTail * width ? middle : all;
}

PlaneAxis common_axis(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> both = a;
    both.insert(both.end(), b.begin(), b.end());
    return axis_of(std::move(both));
}

// The different points with their counts; nothing where there are too many.
std::optional<std::vector<PlaneCount>> few_points(const PlanePoints& points) {
    std::map<std::pair<double, double>, std::int64_t> counts;
    for (std::size_t i = 0; i < points.x.size(); ++i) {
        ++counts[{points.x[i], points.y[i]}];
        if (counts.size() > kMostPoints) return std::nullopt;
    }
    std::vector<PlaneCount> few;
    for (const auto& [place, records] : counts) few.push_back({place.first, place.second, records});
    return few;
}

bool is_beyond(const PlaneAxis& axis, double value) {
    return value < axis.low || value > axis.high;
}

Json scatter(const PlanePoints& points, const PlaneAxis& along, const PlaneAxis& up) {
    const auto few = few_points(points);
    Json result{{"about", "original"},
                {"form", few ? "points" : "hexagons"},
                {"x", Json::array({along.low, along.high})},
                {"y", Json::array({up.low, up.high})}};
    if (!few) result["across"] = kHexagonsAcross;
    const std::vector<PlaneCount> places =
        few ? *few : hexagon_cells(points.x, points.y, along, up, kHexagonsAcross);
    Json listed = Json::array();
    for (const PlaneCount& place : places) {
        listed.push_back(Json::array({place.x, place.y, place.records}));
    }
    std::int64_t beyond = 0;
    for (std::size_t i = 0; i < points.x.size(); ++i) {
        beyond += is_beyond(along, points.x[i]) || is_beyond(up, points.y[i]) ? 1 : 0;
    }
    result["points"] = std::move(listed);
    result["records"] = points.x.size();
    result["missing"] = points.missing;
    result["beyond"] = beyond;
    return result;
}

}  // namespace

Json scatter_of_column(const Context& context, const Table& original, const Table& masked,
                       std::span<const std::int64_t> origin, const std::string& name) {
    const ColumnPtr before =
        origin.empty() ? original.column_ptr(name) : original.column(name).gather(origin);
    const std::vector<ColumnPtr> both{before, masked.column_ptr(name)};
    const PlanePoints points = plane_points(*both[0], *both[1]);
    const PlaneAxis axis = common_axis(points.x, points.y);
    Json result = scatter(points, axis, axis);
    const auto correlation = Moments(context, both, 2).pair(0, 1).correlation();
    result["correlation"] = correlation ? Json(*correlation) : Json(nullptr);
    return result;
}

Json scatter_of_pair(const Table& original, const Table& masked, const std::string& a,
                     const std::string& b) {
    const PlanePoints before = plane_points(original.column(a), original.column(b));
    const PlanePoints after = plane_points(masked.column(a), masked.column(b));
    const PlaneAxis along = common_axis(before.x, after.x), up = common_axis(before.y, after.y);
    return {{"about", "original"},
            {"columns", Json::array({a, b})},
            {"before", scatter(before, along, up)},
            {"after", scatter(after, along, up)}};
}

}  // namespace lethe
