#include "lethe/search/advise/explore_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

constexpr double kAllLost = 99.9;  // percent

Json step_list(const ProtectionSteps& steps) {
    Json list = Json::array();
    for (const Choice& step : steps) {
        list.push_back({{"method", step.method}, {"parameters", step.parameters}});
    }
    return list;
}

Json bare_point(std::size_t place, const ProtectionSteps& steps) {
    return {{"id", place + 1},
            {"label", label_of(steps)},
            {"method", steps.front().method},
            {"steps", step_list(steps)}};
}

Json tried_point(const DataExploration& options, std::size_t place, const ProtectionSteps& steps,
                 const TryProtection& trial, const Random& random, const Context& context) {
    Json point = bare_point(place, steps);
    const double start = context.now();
    try {
        const DataTrial tried = trial(steps, random, context);
        point["risk"] = tried.risk;
        point["loss"] = tried.loss;
        point["score"] = options.alpha * tried.loss + (1 - options.alpha) * tried.risk;
        point["worst"] = tried.worst;
        point["parts"] = tried.parts;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::stopped) throw;
        point["risk"] = point["loss"] = point["score"] = nullptr;
        point["error"] = error.what();
    }
    point["seconds"] = context.now() - start;
    return point;
}

Json untried(std::size_t place, const ProtectionSteps& steps) {
    Json point = bare_point(place, steps);
    point["risk"] = point["loss"] = point["score"] = nullptr;
    point["seconds"] = 0.0;
    point["untried"] = true;
    return point;
}

}  // namespace

std::string label_of(const ProtectionSteps& steps) {
    std::string label;
    for (const Choice& step : steps) label += (label.empty() ? "" : "; ") + label_of(step);
    return label;
}

std::vector<Choice> ladder_of(const Method& method) {
    if (method.info.ladder.empty()) return {{method.info.name, Json::object()}};
    std::vector<Choice> choices;
    for (const Json& parameters : method.info.ladder) {
        choices.push_back({method.info.name, parameters});
    }
    return choices;
}

void add_to_trial(DataTrial& trial, const Method& method, const Measurement& measured) {
    const MethodInfo& info = method.info;
    Json& part = trial.parts[info.name];
    if (part.is_null() || part.get<double>() < measured.value) part = measured.value;
    if (info.family != Family::attack || !info.finds_people) return;
    // Where people were drawn, what all of them may come to.
    const double value = measured.interval ? (*measured.interval)[1] : measured.value;
    if (!trial.worst.is_null() && value <= trial.risk) return;
    trial.risk = value;
    trial.worst = {{"name", info.name}, {"title", info.title}, {"value", value}};
}

Json explore_data(const DataExploration& options, const std::vector<ProtectionSteps>& grid,
                  const TryProtection& trial, const std::vector<Json>& known,
                  const PointSink& on_point, const Random& random, const Context& context) {
    std::vector<Json> points(grid.size());
    for (const Json& point : known) {
        const auto id = point.value("id", std::size_t{0});
        if (id < 1 || id > points.size() || point["label"] != label_of(grid[id - 1])) continue;
        points[id - 1] = point;
    }
    const std::int64_t open =
        std::ranges::count_if(points, [](const Json& point) { return point.is_null(); });
    bool stopped = false;
    std::int64_t done = 0;
    try {
        Progress progress(context, "exploring", open);
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (!points[i].is_null()) continue;
            points[i] = tried_point(options, i, grid[i], trial, random.part(i), context.silent());
            if (on_point) on_point(points[i], {++done, open});
            progress.add();
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::stopped) throw;
        stopped = true;
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (points[i].is_null()) points[i] = untried(i, grid[i]);
        }
    }
    mark_front(points);
    // What lost everything is no release, however safe it is.
    std::vector<Json> useful = points;
    std::erase_if(useful, [](const Json& point) {
        return usable(point) && point["loss"].get<double>() >= kAllLost;
    });
    auto [best, reason] = recommend(useful, options.max_risk, "");
    if (const std::size_t lost = points.size() - useful.size(); lost > 0) {
        reason = std::ranges::any_of(useful, usable)
                     ? fmt::format(
                           "{} {} {} everything and {} not counted: what lost everything "
                           "is no release, however safe it is.",
                           reason, lost, lost == 1 ? "loses" : "lose", lost == 1 ? "is" : "are")
                     : fmt::format(
                           "Nothing is recommended: every protection that could be "
                           "measured loses {:g} % or more by the measure of the score "
                           "({}), and what lost everything is no release, however safe it "
                           "is. --loss names another measure.",
                           kAllLost, options.loss_measure);
    }
    Json result{{"kind", "exploration"},
                {"data_kind", name(options.data)},
                {"risk_rule", "worst"},
                {"alpha", options.alpha},
                {"loss_measure", options.loss_measure}};
    result["recommended"] = best == nullptr ? Json(nullptr) : (*best)["id"];
    result["reason"] = reason;
    result["stopped"] = stopped;
    result["points"] = points;
    return result;
}

}  // namespace lethe
