#include "lethe/search/advise/exploration.h"

#include <fmt/format.h>

#include <algorithm>

namespace lethe {
namespace {

bool dominates(const Json& a, const Json& b) {
    return a["risk"] <= b["risk"] && a["loss"] <= b["loss"] &&
           (a["risk"] < b["risk"] || a["loss"] < b["loss"]);
}

std::string figures_of(const Json& point) {
    return fmt::format("a risk of {:.2f} and a loss of {:.2f}", point["risk"].get<double>(),
                       point["loss"].get<double>());
}

// Why nothing is recommended.
std::string none_acceptable(const std::vector<Json>& points, std::optional<double> max_risk,
                            const std::string& more) {
    const std::vector<const Json*> nearest = least_risky(points, max_risk);
    if (nearest.empty()) return "No protection that was tried could be measured.";
    const std::string least =
        fmt::format("{} comes nearest, with {}.", (*nearest[0])["label"].get<std::string>(),
                    figures_of(*nearest[0]));
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

Json untried_point(std::size_t place, const Choice& choice) {
    return {{"id", place + 1},         {"label", label_of(choice)},
            {"method", choice.method}, {"parameters", choice.parameters},
            {"risk", nullptr},         {"loss", nullptr},
            {"score", nullptr},        {"seconds", 0.0},
            {"untried", true}};
}

bool usable(const Json& point) { return point["risk"].is_number() && point["loss"].is_number(); }

void mark_front(std::vector<Json>& points) {
    for (Json& point : points) {
        point["pareto"] =
            usable(point) && std::none_of(points.begin(), points.end(), [&](const Json& other) {
                return usable(other) && dominates(other, point);
            });
    }
}

double worst_of(const Json& point) {
    const Json& worst = point.value("worst", Json());
    return worst.is_object() && worst.contains("value") && worst["value"].is_number()
               ? worst["value"].get<double>()
               : point["risk"].get<double>();
}

double limited(const Json& point, std::optional<double> max_risk) {
    return max_risk ? point["risk"].get<double>() : worst_of(point);
}

double limit_of(std::optional<double> max_risk) { return max_risk.value_or(kUsualMaxRisk); }

std::vector<const Json*> acceptable(const std::vector<Json>& points,
                                    std::optional<double> max_risk) {
    std::vector<const Json*> result;
    for (const Json& point : points) {
        if (usable(point) && limited(point, max_risk) <= limit_of(max_risk))
            result.push_back(&point);
    }
    const char* key = max_risk ? "loss" : "score";
    std::stable_sort(result.begin(), result.end(),
                     [&](const Json* a, const Json* b) { return (*a)[key] < (*b)[key]; });
    return result;
}

std::vector<const Json*> least_risky(const std::vector<Json>& points,
                                     std::optional<double> max_risk) {
    std::vector<const Json*> result;
    for (const Json& point : points) {
        if (usable(point)) result.push_back(&point);
    }
    std::stable_sort(result.begin(), result.end(), [&](const Json* a, const Json* b) {
        const double left = limited(*a, max_risk), right = limited(*b, max_risk);
        return left != right ? left < right : (*a)["loss"] < (*b)["loss"];
    });
    return result;
}

std::pair<const Json*, std::string> recommend(const std::vector<Json>& points,
                                              std::optional<double> max_risk,
                                              const std::string& more) {
    const std::vector<const Json*> good = acceptable(points, max_risk);
    if (good.empty()) return {nullptr, none_acceptable(points, max_risk, more)};
    const Json& best = *good[0];
    const std::string label = best["label"];
    std::string reason =
        max_risk ? fmt::format(
                       "{} loses least ({:.2f}) of all that keep the risk at {} or less (it has "
                       "{:.2f}).",
                       label, best["loss"].get<double>(), *max_risk, best["risk"].get<double>())
                 : fmt::format(
                       "{} has the lowest score, {:.2f}, of those in which the worst attack "
                       "finds at most {:g} %: {}.",
                       label, best["score"].get<double>(), kUsualMaxRisk, figures_of(best));
    if (good.size() > 1) {
        const Json& second = *good[1];
        reason += fmt::format(" Next is {} with risk {:.2f} and loss {:.2f}.",
                              second["label"].get<std::string>(), second["risk"].get<double>(),
                              second["loss"].get<double>());
    }
    return {&best, reason};
}

}  // namespace lethe
