#include "lethe/search/advise/exploration.h"

#include <fmt/format.h>

#include <algorithm>

namespace lethe::search {
namespace {

bool dominates(const ExplorationPoint& a, const ExplorationPoint& b) {
    return *a.risk <= *b.risk && *a.loss <= *b.loss && (*a.risk < *b.risk || *a.loss < *b.loss);
}

std::string figures_of(const ExplorationPoint& point) {
    return fmt::format("a risk of {:.2f} and a loss of {:.2f}", *point.risk, *point.loss);
}

// Why nothing is recommended.
std::string none_acceptable(const std::vector<ExplorationPoint>& points,
                            std::optional<double> max_risk, const std::string& more) {
    const PointList nearest = least_risky(points, max_risk);
    if (nearest.empty()) return "No protection that was tried could be measured.";
    const std::string least =
        fmt::format("{} comes nearest, with {}.", nearest[0]->label, figures_of(*nearest[0]));
    if (max_risk) {
        return fmt::format("No protection that was tried brings the risk down to {}. {}", *max_risk,
                           least);
    }
    return fmt::format(
        "Nothing is recommended: in every protection that was tried the worst attack finds more "
        "than {:g} %. {} {}Another limit can be given (max-risk).",
        kUsualMaxRisk, least, more);
}

}  // namespace

const ExplorationPoint* Exploration::recommended_point() const {
    for (const ExplorationPoint& point : points) {
        if (recommended == point.id) return &point;
    }
    return nullptr;
}

void mark_front(std::vector<ExplorationPoint>& points) {
    for (ExplorationPoint& point : points) {
        point.pareto =
            point.usable() && std::none_of(points.begin(), points.end(), [&](const auto& other) {
                return other.usable() && dominates(other, point);
            });
    }
}

double worst_of(const ExplorationPoint& point) {
    return point.worst ? point.worst->found : *point.risk;
}

double limited(const ExplorationPoint& point, std::optional<double> max_risk) {
    return max_risk ? *point.risk : worst_of(point);
}

double limit_of(std::optional<double> max_risk) { return max_risk.value_or(kUsualMaxRisk); }

PointList acceptable(const std::vector<ExplorationPoint>& points, std::optional<double> max_risk) {
    PointList result;
    for (const ExplorationPoint& point : points) {
        if (point.usable() && limited(point, max_risk) <= limit_of(max_risk)) {
            result.push_back(&point);
        }
    }
    const auto figure = max_risk ? &ExplorationPoint::loss : &ExplorationPoint::score;
    std::stable_sort(result.begin(), result.end(),
                     [&](const auto* a, const auto* b) { return a->*figure < b->*figure; });
    return result;
}

PointList least_risky(const std::vector<ExplorationPoint>& points, std::optional<double> max_risk) {
    PointList result;
    for (const ExplorationPoint& point : points) {
        if (point.usable()) result.push_back(&point);
    }
    std::stable_sort(result.begin(), result.end(), [&](const auto* a, const auto* b) {
        const double left = limited(*a, max_risk), right = limited(*b, max_risk);
        return left != right ? left < right : *a->loss < *b->loss;
    });
    return result;
}

std::pair<const ExplorationPoint*, std::string> recommend(
    const std::vector<ExplorationPoint>& points, std::optional<double> max_risk,
    const std::string& more) {
    const PointList good = acceptable(points, max_risk);
    if (good.empty()) return {nullptr, none_acceptable(points, max_risk, more)};
    const ExplorationPoint& best = *good[0];
    std::string reason =
        max_risk ? fmt::format(
                       "{} loses least ({:.2f}) of all that keep the risk at {} or less (it has "
                       "{:.2f}).",
                       best.label, *best.loss, *max_risk, *best.risk)
                 : fmt::format(
                       "{} has the lowest score, {:.2f}, of those in which the worst attack "
                       "finds at most {:g} %: {}.",
                       best.label, best.score.value(), kUsualMaxRisk, figures_of(best));
    if (good.size() > 1) {
        reason += fmt::format(" Next is {} with risk {:.2f} and loss {:.2f}.", good[1]->label,
                              *good[1]->risk, *good[1]->loss);
    }
    return {&best, reason};
}

}  // namespace lethe::search
