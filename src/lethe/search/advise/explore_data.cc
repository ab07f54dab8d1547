#include "lethe/search/advise/explore_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"

namespace lethe::search {
namespace {

constexpr double kAllLost = 99.9;  // percent

ExplorationPoint bare_point(std::size_t place, const ProtectionSteps& steps) {
    ExplorationPoint point;
    point.id = place + 1;
    point.label = label_of(steps);
    point.method = steps.front().method;
    point.steps = steps;
    return point;
}

ExplorationPoint tried_point(const DataExploration& options, std::size_t place,
                             const ProtectionSteps& steps, const TryProtection& trial,
                             const Random& random, const Context& context) {
    ExplorationPoint point = bare_point(place, steps);
    const double start = context.now();
    try {
        const DataTrial tried = trial(steps, random, context);
        point.risk = tried.risk;
        point.loss = tried.loss;
        point.score = options.alpha * tried.loss + (1 - options.alpha) * tried.risk;
        if (const auto& worst = tried.worst) {
            release::Headline& headline = point.worst.emplace();
            headline.found = worst->value;
            headline.attack = worst->name;
            headline.title = worst->title;
            headline.knows = worst->knows;
        }
        point.parts = tried.parts;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::stopped) throw;
        point.error = error.what();
    }
    point.seconds = context.now() - start;
    return point;
}

ExplorationPoint untried_steps(std::size_t place, const ProtectionSteps& steps) {
    ExplorationPoint point = bare_point(place, steps);
    point.untried = true;
    return point;
}

}  // namespace

std::string label_of(const ProtectionSteps& steps) {
    std::string label;
    for (const release::Choice& step : steps) label += (label.empty() ? "" : "; ") + label_of(step);
    return label;
}

std::vector<release::Choice> ladder_of(const Method& method) {
    if (method.info.ladder.empty()) return {{method.info.name, Json::object()}};
    std::vector<release::Choice> choices;
    for (const Json& parameters : method.info.ladder) {
        choices.push_back({method.info.name, parameters});
    }
    return choices;
}

void add_to_trial(DataTrial& trial, const Method& method, const Measurement& measured) {
    const MethodInfo& info = method.info;
    const auto part =
        std::ranges::find(trial.parts, info.name, [](const auto& figure) { return figure.first; });
    if (part == trial.parts.end()) {
        trial.parts.emplace_back(info.name, measured.value);
    } else if (*part->second < measured.value) {
        part->second = measured.value;
    }
    if (info.family != Family::attack || !info.finds_people) return;
    // Where people were drawn, what all of them may come to.
    const double value = measured.interval ? (*measured.interval)[1] : measured.value;
    if (trial.worst && value <= trial.risk) return;
    trial.risk = value;
    trial.worst = release::WorstAttack{info.name, info.title, value};
}

double part_of(const DataTrial& trial, const Method& method) {
    for (const auto& [name, value] : trial.parts) {
        if (name == method.info.name && value) return *value;
    }
    throw Error(ErrorKind::internal, "a method that was not run in a trial");
}

Exploration explore_data(const DataExploration& options, const std::vector<ProtectionSteps>& grid,
                         const TryProtection& trial, const std::vector<ExplorationPoint>& known,
                         const PointSink& on_point, const Random& random, const Context& context) {
    std::vector<std::optional<ExplorationPoint>> found(grid.size());
    for (const ExplorationPoint& point : known) {
        if (point.id < 1 || point.id > found.size()) continue;
        if (point.label == label_of(grid[point.id - 1])) found[point.id - 1] = point;
    }
    const std::int64_t open =
        std::ranges::count_if(found, [](const auto& point) { return !point.has_value(); });
    Exploration result;
    std::int64_t done = 0;
    try {
        Progress progress(context, "exploring", open);
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i]) continue;
            found[i] = tried_point(options, i, grid[i], trial, random.part(i), context.silent());
            if (on_point) on_point(*found[i], {++done, open});
            progress.add();
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::stopped) throw;
        result.stopped = true;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        result.points.push_back(found[i] ? *std::move(found[i]) : untried_steps(i, grid[i]));
    }
    mark_front(result.points);
    // What lost everything is no release, however safe it is.
    std::vector<ExplorationPoint> useful = result.points;
    std::erase_if(useful, [](const ExplorationPoint& point) {
        return point.usable() && *point.loss >= kAllLost;
    });
    auto [best, reason] = recommend(useful, options.max_risk, "");
    if (const std::size_t lost = result.points.size() - useful.size(); lost > 0) {
        reason = std::ranges::any_of(useful, &ExplorationPoint::usable)
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
    result.data = options.data;
    result.alpha = options.alpha;
    result.loss_measure = options.loss_measure;
    if (best != nullptr) result.recommended = best->id;
    result.reason = std::move(reason);
    return result;
}

}  // namespace lethe::search
