#include "lethe/search/advise/explore_data.h"

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

Json tried_point(const DataExploration& options, std::size_t place, const Choice& choice,
                 const TryProtection& trial, const Random& random, const Context& context) {
    Json point{{"id", place + 1}, {"label", label_of(choice)}, {"method", choice.method}};
    const double start = context.now();
    try {
        const Method& method = find_method(choice.method, Family::mask, options.data);
        Problems problems;
        const Json parameters = method.bind(choice.parameters, {}, problems);
        throw_if_any(std::move(problems));
        point["parameters"] = parameters;
        const DataTrial tried = trial(method, parameters, random, context);
        point["risk"] = tried.risk;
        point["loss"] = tried.loss;
        point["score"] = options.alpha * tried.loss + (1 - options.alpha) * tried.risk;
        point["worst"] = tried.worst;
        point["parts"] = tried.parts;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::stopped) throw;
        point["parameters"] = choice.parameters;
        point["risk"] = point["loss"] = point["score"] = nullptr;
        point["error"] = error.what();
    }
    point["seconds"] = context.now() - start;
    return point;
}

}  // namespace

std::vector<Choice> ladder_grid(DataKind data) {
    std::vector<Choice> grid;
    for (const Method* method : methods_of(Family::mask, data)) {
        if (method->info.ladder.empty()) grid.push_back({method->info.name, Json::object()});
        for (const Json& parameters : method->info.ladder) {
            grid.push_back({method->info.name, parameters});
        }
    }
    return grid;
}

void add_to_trial(DataTrial& trial, const Method& method, const Measurement& measured) {
    const MethodInfo& info = method.info;
    trial.parts[info.name] = measured.value;
    if (info.family != Family::attack || !info.finds_people) return;
    // Where people were drawn, what all of them may come to.
    const double value = measured.interval ? (*measured.interval)[1] : measured.value;
    if (!trial.worst.is_null() && value <= trial.risk) return;
    trial.risk = value;
    trial.worst = {{"name", info.name}, {"title", info.title}, {"value", value}};
}

Json explore_data(const DataExploration& options, const std::vector<Choice>& grid,
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
            if (points[i].is_null()) points[i] = untried_point(i, grid[i]);
        }
    }
    mark_front(points);
    const auto [best, reason] = recommend(points, options.max_risk, "");
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
