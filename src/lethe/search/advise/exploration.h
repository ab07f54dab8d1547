// The points of an exploration, whatever data were protected: which are on the front, which one is
// recommended, and why.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/data_kind.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/scenario.h"

namespace lethe::search {

inline constexpr double kUsualMaxRisk = 10;  // percent, as the default verdict asks

// What a sample of the people says of a protection. It chooses what is tried on all of them, and is
// never the risk of a point: people are looked for in a smaller crowd.
struct SampleFigures {
    std::int64_t people = 0;
    std::optional<double> risk = {};
    std::optional<double> loss = {};
    std::optional<double> score = {};
    std::optional<double> worst = {};  // what the worst attack finds
    double seconds = 0;
};

// One protection, tried.
struct ExplorationPoint {
    std::size_t id = 0;  // from 1
    std::string label = {};
    std::string method = {};
    Json parameters = Json::object();         // of a table, where one method is tried
    std::vector<release::Choice> steps = {};  // of other data
    std::optional<double> risk = {};          // no figures: it was not tried, or could not be
    std::optional<double> loss = {};
    std::optional<double> score = {};
    std::optional<release::Headline> worst = {};
    std::optional<release::ClassBound> bound = {};  // of a table
    FiguresByName parts = {};                       // of every attack and measure
    std::string error = {};                         // why it could not be tried
    bool failed_in_sample = false;                  // and was not tried on all people
    double seconds = 0;
    std::optional<SampleFigures> sample = {};
    bool left_out = false;            // not tried on all people, by what the sample says
    bool untried = false;             // a stop was quicker
    std::optional<bool> pareto = {};  // no other has less risk and less loss; once all are tried

    bool measured() const { return error.empty() && !left_out && !untried; }
    bool usable() const { return risk && loss; }
};
// {"id", "label", "method", "parameters" or "steps", "risk", "loss", "score", "seconds"}, and where
// it was measured "worst", "bound" and "parts"; otherwise the figures are null and there is
// "error", "left_out" or "untried". "sample" where one was tried first, "pareto" once that is
// known.
Json to_json(const ExplorationPoint& point);
// Points that were stored; what has no id, or neither figures nor a reason, is left out.
std::vector<ExplorationPoint> stored_points(const std::vector<Json>& points);

// Where a sample was tried first.
struct ExplorationSample {
    std::int64_t people = 0;
    std::int64_t of = 0;
    std::int64_t tried = 0;  // points, on the sample
    std::int64_t whole = 0;  // on all people
};

struct Exploration {
    DataKind data = DataKind::table;
    std::vector<std::string> columns = {};     // of a table: those that are masked
    release::IntruderKnowledge scenario = {};  // of a table
    release::ScoredRisk risk_rule = {};
    double alpha = 0.5;
    std::string loss_measure = {};
    std::optional<std::size_t> recommended = {};  // the id of a point
    std::string reason = {};
    bool stopped = false;  // before the end
    std::optional<ExplorationSample> sample = {};
    std::vector<ExplorationPoint> points = {};

    const ExplorationPoint* recommended_point() const;  // null: none
};
// {"kind": "exploration", "columns" and "scenario" of a table, "data_kind" of other data,
// "risk_rule", "alpha", "loss_measure", "recommended", "reason", "stopped", "points"}, and "sample"
// where one was tried first.
Json to_json(const Exploration& exploration);

// A round is the sample, or all people; a point is handed over as the done-th of its round.
struct Round {
    std::int64_t done;
    std::int64_t of;
};
using PointSink = std::function<void(const ExplorationPoint& point, Round round)>;

// Sets whether no other point has less risk and less loss.
void mark_front(std::vector<ExplorationPoint>& points);

// What the worst attack finds, whatever rule stands for the risk. Of a point with figures.
double worst_of(const ExplorationPoint& point);
// What must not be above the limit: the risk where one was asked for, the worst attack otherwise.
double limited(const ExplorationPoint& point, std::optional<double> max_risk);
double limit_of(std::optional<double> max_risk);

using PointList = std::vector<const ExplorationPoint*>;
// Usable points within the limit, the one to recommend first: the least loss where a limit was
// asked for, the lowest score otherwise.
PointList acceptable(const std::vector<ExplorationPoint>& points, std::optional<double> max_risk);
// Usable points, the least risky first and of these the one that loses least.
PointList least_risky(const std::vector<ExplorationPoint>& points, std::optional<double> max_risk);

// The recommended point (null: none) and the reason. `more` says what else one can do where there
// is none.
std::pair<const ExplorationPoint*, std::string> recommend(
    const std::vector<ExplorationPoint>& points, std::optional<double> max_risk,
    const std::string& more);

}  // namespace lethe::search
