#include "lethe/search/advise/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/method/catalogue.h"

namespace lethe::search {
namespace {

// The values of the attacks and measures by name, the largest where a name occurs twice.
FiguresByName parts_of(const release::Assessment& assessment) {
    FiguresByName parts;
    for (const auto* results : {&assessment.attacks, &assessment.measures}) {
        for (const release::MethodResult& result : *results) {
            const auto known =
                std::ranges::find(parts, result.name, [](const auto& part) { return part.first; });
            if (known == parts.end()) {
                parts.emplace_back(result.name, result.value);
            } else if (result.value && (!known->second || *result.value > *known->second)) {
                known->second = result.value;
            }
        }
    }
    return parts;
}

ExplorationPoint try_one(const Stage& stage, const release::Choice& choice,
                         const ExploreOptions& options, const Random& random,
                         const Context& context) {
    const Table& table = stage.table;
    ExplorationPoint point;
    point.label = label_of(choice);
    point.method = choice.method;
    point.parameters = choice.parameters;
    const double start = context.now();
    try {
        const Method& method = find_method(choice.method, Family::mask);
        Problems problems;
        Json parameters = method.bind(choice.parameters, {}, problems);
        throw_if_any(problems);
        const std::vector<std::string> columns = taken_columns(method, table, options.columns);
        if (columns.empty()) throw Error(ErrorKind::usage, "takes none of the columns");
        const std::vector<TryStep> steps{{choice.method, columns, choice.parameters}};
        const Carried carried =
            carry_out(stage, steps, random.stream("seed").at(0).bits(), context.silent());
        const release::Assessment assessment =
            judge(stage, carried, options.score, random.part(1), context.silent());
        point.parameters = std::move(parameters);
        point.risk = assessment.risk;
        point.loss = assessment.loss;
        point.score = assessment.score;
        point.worst = assessment.worst;
        point.bound = assessment.bound;
        point.parts = parts_of(assessment);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::stopped) throw;
        point.error = error.what();
    }
    point.seconds = context.now() - start;
    return point;
}

// Rows drawn without replacement, ascending.
std::vector<std::int64_t> drawn_rows(const Stream& stream, std::int64_t rows, std::int64_t count) {
    std::vector<std::pair<std::uint64_t, std::int64_t>> keys;
    for (std::int64_t row = 0; row < rows; ++row) keys.emplace_back(stream.at(row).bits(), row);
    std::nth_element(keys.begin(), keys.begin() + count, keys.end());
    std::vector<std::int64_t> result;
    for (std::int64_t i = 0; i < count; ++i)
        result.push_back(keys[static_cast<std::size_t>(i)].second);
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace

std::vector<std::string> taken_columns(const Method& method, const Table& table,
                                       std::span<const std::string> columns) {
    std::vector<std::string> taken;
    for (const std::string& name : columns) {
        if (method.accepts(table.column(name).kind())) taken.push_back(name);
    }
    return taken;
}

std::int64_t default_sample(std::int64_t rows) {
    constexpr std::int64_t kLarge = 20000, kSample = 1000;
    return rows > kLarge ? kSample : 0;
}

namespace {

// Tries the choices of some points, and hands each over as soon as it is done.
void try_all(const Stage& stage, const std::vector<release::Choice>& grid,
             const ExploreOptions& options, const std::vector<std::size_t>& which,
             const char* words, const Random& random, const Context& context,
             const std::function<void(ExplorationPoint tried, Round round)>& done) {
    const auto count = static_cast<std::int64_t>(which.size());
    Progress progress(context, words, count);
    const Context inner = context.single();
    std::mutex sink;
    std::int64_t finished = 0;
    parallel_tasks(context, count, [&](std::int64_t task) {
        const std::size_t i = which[static_cast<std::size_t>(task)];
        ExplorationPoint tried = try_one(stage, grid[i], options, random.part(i), inner);
        tried.id = i + 1;
        const std::lock_guard lock(sink);
        done(std::move(tried), {++finished, count});
        progress.add();
    });
}

// A point by what a sample says of it.
ExplorationPoint sampled_point(const ExplorationPoint& tried, std::int64_t people) {
    ExplorationPoint point;
    point.id = tried.id;
    point.label = tried.label;
    point.method = tried.method;
    point.parameters = tried.parameters;
    point.seconds = tried.seconds;
    if (!tried.error.empty()) {
        point.error = tried.error;
        point.failed_in_sample = true;
        return point;
    }
    point.sample = {people,
                    tried.risk,
                    tried.loss,
                    tried.score,
                    tried.worst ? std::optional(tried.worst->found) : tried.risk,
                    tried.seconds};
    point.left_out = true;
    return point;
}

// Points as they are found; nothing yet where there is none.
using FoundPoints = std::vector<std::optional<ExplorationPoint>>;

// The points to try on all people, the most promising first: of those that the sample finds within
// the limit the best and the least risky one; of its front those a little above, because a crowd of
// all hides people better; where it finds none within the limit, the least risky. What is far above
// is not tried: it takes longest and nobody would release it.
std::vector<std::size_t> promising(const FoundPoints& points, const ExploreOptions& options) {
    constexpr double kLittleAbove = 2;  // times the limit
    constexpr std::size_t kAbove = 2;
    std::vector<ExplorationPoint> sampled;
    for (const auto& point : points) {
        if (!point || !point->sample) continue;
        const SampleFigures& figures = *point->sample;
        ExplorationPoint one;
        one.id = point->id;
        one.risk = figures.risk;
        one.loss = figures.loss;
        one.score = figures.score;
        if (figures.worst) one.worst.emplace().found = *figures.worst;
        sampled.push_back(std::move(one));
    }
    mark_front(sampled);
    std::vector<std::size_t> chosen;
    const auto choose = [&](const ExplorationPoint& one) {
        if (std::ranges::find(chosen, one.id - 1) == chosen.end()) chosen.push_back(one.id - 1);
    };
    const auto most = static_cast<std::size_t>(options.promising);
    const PointList good = acceptable(sampled, options.max_risk);
    const PointList safest = least_risky(sampled, options.max_risk);
    if (good.empty()) {
        for (std::size_t i = 0; i < std::min(most, safest.size()); ++i) choose(*safest[i]);
        return chosen;
    }
    for (std::size_t i = 0; i < std::min(most, good.size()); ++i) choose(*good[i]);
    choose(*safest[0]);
    std::size_t above = 0;
    for (const ExplorationPoint* one : safest) {
        const double figure = limited(*one, options.max_risk);
        if (figure <= limit_of(options.max_risk) || !one->pareto.value()) continue;
        if (figure > kLittleAbove * limit_of(options.max_risk) || above == kAbove) break;
        choose(*one);
        ++above;
    }
    return chosen;
}

std::vector<std::size_t> open_places(const FoundPoints& points) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!points[i]) open.push_back(i);
    }
    return open;
}

// Fills the points that a sample decides about; returns those to be tried on all people.
std::vector<std::size_t> try_sample(const Stage& stage, const std::vector<release::Choice>& grid,
                                    const ExploreOptions& options, FoundPoints& points,
                                    const PointSink& on_point, const Random& random,
                                    const Context& context) {
    const std::int64_t all = stage.table.rows();
    Stage some = stage;
    some.table =
        stage.table.gather(drawn_rows(random.stream("sample of people"), all, options.sample));
    try_all(some, grid, options, open_places(points), "exploring a sample", random, context,
            [&](const ExplorationPoint& tried, Round round) {
                ExplorationPoint point = sampled_point(tried, options.sample);
                if (on_point) on_point(point, round);
                points[point.id - 1] = std::move(point);
            });
    std::vector<std::size_t> next = promising(points, options);
    std::erase_if(next, [&](std::size_t i) { return !points[i]->left_out; });
    return next;
}

// What an earlier run knows of the grid; of two points of one place the later.
FoundPoints known_points(const std::vector<ExplorationPoint>& known,
                         const std::vector<release::Choice>& grid, bool sampled) {
    FoundPoints points(grid.size());
    for (const ExplorationPoint& point : known) {
        if (point.id < 1 || point.id > points.size()) continue;
        if (point.label != label_of(grid[point.id - 1])) continue;
        if (!sampled && point.left_out) continue;
        std::optional<ExplorationPoint>& place = points[point.id - 1];
        place = point;
        place->failed_in_sample = sampled && !point.error.empty() && !point.sample;
    }
    return points;
}

ExplorationPoint untried_point(std::size_t place, const release::Choice& choice) {
    ExplorationPoint point;
    point.id = place + 1;
    point.label = label_of(choice);
    point.method = choice.method;
    point.parameters = choice.parameters;
    point.untried = true;
    return point;
}

}  // namespace

Exploration explore(const Stage& stage, const std::vector<release::Choice>& grid,
                    const ExploreOptions& options, const std::vector<ExplorationPoint>& known,
                    const PointSink& on_point, const Random& random, const Context& context) {
    const bool sampled = options.sample > 0 && stage.table.rows() > options.sample;
    FoundPoints points = known_points(known, grid, sampled);
    Exploration result;
    try {
        const std::vector<std::size_t> open =
            sampled ? try_sample(stage, grid, options, points, on_point, random, context)
                    : open_places(points);
        try_all(stage, grid, options, open, "exploring", random, context,
                [&](ExplorationPoint tried, Round round) {
                    std::optional<ExplorationPoint>& place = points[tried.id - 1];
                    if (place) tried.sample = place->sample;
                    if (on_point) on_point(tried, round);
                    place = std::move(tried);
                });
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::stopped) throw;
        result.stopped = true;
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        result.points.push_back(points[i] ? *std::move(points[i]) : untried_point(i, grid[i]));
    }

    mark_front(result.points);
    const auto [best, reason] = recommend(result.points, options.max_risk,
                                          "lethe advise looks for policies of several steps; ");
    result.columns = options.columns;
    result.scenario = stage.intruder;
    result.risk_rule = options.score.risk;
    result.alpha = options.score.alpha;
    result.loss_measure = release::loss_name(
        release::loss_parts(options.score, stage.table.select(stage.intruder.columns)));
    if (best != nullptr) result.recommended = best->id;
    result.reason = reason;
    if (sampled) {
        const auto in_sample = [](const ExplorationPoint& point) {
            return point.sample.has_value();
        };
        result.sample = {options.sample, stage.table.rows(),
                         std::ranges::count_if(result.points, in_sample),
                         std::ranges::count_if(result.points, &ExplorationPoint::usable)};
    }
    return result;
}

}  // namespace lethe::search
