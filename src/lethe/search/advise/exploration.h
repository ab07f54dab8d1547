// The points of an exploration, whatever data were protected: which are on the front, which one is
// recommended, and why.
//
// A point is {"id", "label", "method", "parameters", "risk", "loss", "score", "worst", ...};
// figures of what could not be tried are null.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe {

inline constexpr double kUsualMaxRisk = 10;  // percent, as the default verdict asks

// A round is the sample, or all people; a point is handed over as the done-th of its round.
struct Round {
    std::int64_t done;
    std::int64_t of;
};
using PointSink = std::function<void(const Json& point, Round round)>;

// A point that a stop was quicker than.
Json untried_point(std::size_t place, const Choice& choice);

bool usable(const Json& point);  // has a risk and a loss

// Sets "pareto": whether no other point has less risk and less loss.
void mark_front(std::vector<Json>& points);

// What the worst attack finds, whatever rule stands for the risk.
double worst_of(const Json& point);
// What must not be above the limit: the risk where one was asked for, the worst attack otherwise.
double limited(const Json& point, std::optional<double> max_risk);
double limit_of(std::optional<double> max_risk);

// Usable points within the limit, the one to recommend first: the least loss where a limit was
// asked for, the lowest score otherwise.
std::vector<const Json*> acceptable(const std::vector<Json>& points,
                                    std::optional<double> max_risk);
// Usable points, the least risky first and of these the one that loses least.
std::vector<const Json*> least_risky(const std::vector<Json>& points,
                                     std::optional<double> max_risk);

// The recommended point (null: none) and the reason. `more` says what else one can do where there
// is none.
std::pair<const Json*, std::string> recommend(const std::vector<Json>& points,
                                              std::optional<double> max_risk,
                                              const std::string& more);

}  // namespace lethe
