#include "lethe/release/tables/scatter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "lethe/algo/statistics/moments.h"
#include "lethe/core/index.h"
#include "lethe/method/result_json.h"

namespace lethe::release {
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

Scatter scatter(const PlanePoints& points, const PlaneAxis& along, const PlaneAxis& up) {
    Scatter result{.x = along, .y = up, .records = std::ssize(points.x), .missing = points.missing};
    if (auto few = few_points(points)) {
        result.points = std::move(*few);
    } else {
        result.across = kHexagonsAcross;
        result.points = hexagon_cells(points.x, points.y, along, up, kHexagonsAcross);
    }
    for (std::size_t i = 0; i < points.x.size(); ++i) {
        result.beyond += is_beyond(along, points.x[i]) || is_beyond(up, points.y[i]) ? 1 : 0;
    }
    return result;
}

}  // namespace

ColumnScatter scatter_of_column(const Context& context, const Table& original, const Table& masked,
                                std::span<const std::int64_t> origin, const std::string& name) {
    const ColumnPtr before =
        origin.empty() ? original.column_ptr(name) : original.column(name).gather(origin);
    const std::vector<ColumnPtr> both{before, masked.column_ptr(name)};
    const PlanePoints points = plane_points(*both[0], *both[1]);
    const PlaneAxis axis = common_axis(points.x, points.y);
    return {scatter(points, axis, axis), Moments(context, both, 2).pair(0, 1).correlation()};
}

PairScatter scatter_of_pair(const Table& original, const Table& masked, const std::string& a,
                            const std::string& b) {
    const PlanePoints before = plane_points(original.column(a), original.column(b));
    const PlanePoints after = plane_points(masked.column(a), masked.column(b));
    const PlaneAxis along = common_axis(before.x, after.x), up = common_axis(before.y, after.y);
    return {{a, b}, scatter(before, along, up), scatter(after, along, up)};
}

Json to_json(const Scatter& scatter) {
    Json json{{"about", "original"},
              {"form", scatter.across ? "hexagons" : "points"},
              {"x", Json::array({scatter.x.low, scatter.x.high})},
              {"y", Json::array({scatter.y.low, scatter.y.high})}};
    if (scatter.across) json["across"] = *scatter.across;
    Json points = Json::array();
    for (const PlaneCount& place : scatter.points) {
        points.push_back(Json::array({place.x, place.y, place.records}));
    }
    json["points"] = std::move(points);
    json["records"] = scatter.records;
    json["missing"] = scatter.missing;
    json["beyond"] = scatter.beyond;
    return json;
}

Json to_json(const ColumnScatter& column) {
    Json json = to_json(column.scatter);
    json["correlation"] = or_null(column.correlation);
    return json;
}

Json to_json(const PairScatter& pair) {
    return {{"about", "original"},
            {"columns", pair.columns},
            {"before", to_json(pair.before)},
            {"after", to_json(pair.after)}};
}

}  // namespace lethe::release
