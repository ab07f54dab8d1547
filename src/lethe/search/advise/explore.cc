#include "lethe/search/advise/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

// The values of the attacks and measures by name, the largest where a name occurs twice.
Json parts_of(const Json& assessment) {
    Json parts = Json::object();
    for (const char* family : {"attacks", "measures"}) {
        for (const Json& result : assessment[family]) {
            const std::string name = result["name"];
            if (!parts.contains(name) || parts[name].is_null() ||
                (result["value"].is_number() && result["value"] > parts[name])) {
                parts[name] = result["value"];
            }
        }
    }
    return parts;
}

Json try_one(const Stage& stage, const Choice& choice, const ExploreOptions& options,
             const Random& random, const Context& context) {
    const Table& table = stage.table;
    Json point;
    point["label"] = label_of(choice);
    point["method"] = choice.method;
    const double start = context.now();
    try {
        const Method& method = find_method(choice.method, Family::mask);
        Problems problems;
        const Json parameters = method.bind(choice.parameters, {}, problems);
        throw_if_any(problems);
        point["parameters"] = parameters;
        const std::vector<std::string> columns = taken_columns(method, table, options.columns);
        if (columns.empty()) throw Error(ErrorKind::usage, "takes none of the columns");
        const std::vector<TryStep> steps{{choice.method, columns, choice.parameters}};
        const Carried carried =
            carry_out(stage, steps, random.stream("seed").at(0).bits(), context.silent());
        const Json assessment =
            judge(stage, carried, options.score, random.part(1), context.silent());
        point["risk"] = assessment["risk"];
        point["loss"] = assessment["loss"];
        point["score"] = assessment["score"];
        point["worst"] = assessment["worst"];
        point["bound"] = assessment["bound"];
        point["parts"] = parts_of(assessment);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::stopped) throw;
        point["parameters"] = choice.parameters;
        point["risk"] = point["loss"] = point["score"] = nullptr;
        point["error"] = error.what();
    }
    point["seconds"] = context.now() - start;
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
void try_all(const Stage& stage, const std::vector<Choice>& grid, const ExploreOptions& options,
             const std::vector<std::size_t>& which, const char* words, const Random& random,
             const Context& context,
             const std::function<void(std::size_t place, Json tried, Round round)>& done) {
    const auto count = static_cast<std::int64_t>(which.size());
    Progress progress(context, words, count);
    const Context inner = context.single();
    std::mutex sink;
    std::int64_t finished = 0;
    parallel_tasks(context, count, [&](std::int64_t task) {
        const std::size_t i = which[static_cast<std::size_t>(task)];
        Json tried = try_one(stage, grid[i], options, random.part(i), inner);
        const std::lock_guard lock(sink);
        done(i, std::move(tried), {++finished, count});
        progress.add();
    });
}

bool in_sample(const Json& point) { return point.contains("sample"); }

// A point by what a sample says of it.
Json sampled_point(std::size_t place, const Json& tried, std::int64_t people) {
    Json point{{"id", place + 1},           {"label", tried["label"]},
               {"method", tried["method"]}, {"parameters", tried["parameters"]},
               {"risk", nullptr},           {"loss", nullptr},
               {"score", nullptr},          {"seconds", tried["seconds"]}};
    if (tried.contains("error")) {
        point["error"] = tried["error"];
        return point;
    }
    point["sample"] = {{"people", people},
                       {"risk", tried["risk"]},
                       {"loss", tried["loss"]},
                       {"score", tried["score"]},
                       {"worst", {{"value", worst_of(tried)}}},
                       {"seconds", tried["seconds"]}};
    point["left_out"] = true;
    return point;
}

// The points to try on all people, the most promising first: of those that the sample finds within
// the limit the best and the least risky one; of its front those a little above, because a crowd of
// all hides people better; where it finds none within the limit, the least risky. What is far above
// is not tried: it takes longest and nobody would release it.
std::vector<std::size_t> promising(const std::vector<Json>& points, const ExploreOptions& options) {
    constexpr double kLittleAbove = 2;  // times the limit
    constexpr std::size_t kAbove = 2;
    std::vector<Json> sampled;
    for (const Json& point : points) {
        if (!in_sample(point)) continue;
        Json one = point["sample"];
        one["id"] = point["id"];
        sampled.push_back(std::move(one));
    }
    mark_front(sampled);
    std::vector<std::size_t> chosen;
    const auto choose = [&](const Json& one) {
        const std::size_t place = one["id"].get<std::size_t>() - 1;
        if (std::ranges::find(chosen, place) == chosen.end()) chosen.push_back(place);
    };
    const auto most = static_cast<std::size_t>(options.promising);
    const std::vector<const Json*> good = acceptable(sampled, options.max_risk);
    const std::vector<const Json*> safest = least_risky(sampled, options.max_risk);
    if (good.empty()) {
        for (std::size_t i = 0; i < std::min(most, safest.size()); ++i) choose(*safest[i]);
        return chosen;
    }
    for (std::size_t i = 0; i < std::min(most, good.size()); ++i) choose(*good[i]);
    choose(*safest[0]);
    std::size_t above = 0;
    for (const Json* one : safest) {
        const double figure = limited(*one, options.max_risk);
        if (figure <= limit_of(options.max_risk) || !(*one)["pareto"].get<bool>()) continue;
        if (figure > kLittleAbove * limit_of(options.max_risk) || above == kAbove) break;
        choose(*one);
        ++above;
    }
    return chosen;
}

// Fills the points that a sample decides about; returns those to be tried on all people.
std::vector<std::size_t> try_sample(const Stage& stage, const std::vector<Choice>& grid,
                                    const ExploreOptions& options, std::vector<Json>& points,
                                    const PointSink& on_point, const Random& random,
                                    const Context& context) {
    const std::int64_t all = stage.table.rows();
    Stage some = stage;
    some.table =
        stage.table.gather(drawn_rows(random.stream("sample of people"), all, options.sample));
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].is_null()) open.push_back(i);
    }
    try_all(some, grid, options, open, "exploring a sample", random, context,
            [&](std::size_t i, Json tried, Round round) {
                points[i] = sampled_point(i, tried, options.sample);
                if (on_point) on_point(points[i], round);
            });
    std::vector<std::size_t> next = promising(points, options);
    std::erase_if(next, [&](std::size_t i) { return !points[i].contains("left_out"); });
    return next;
}

}  // namespace

Json explore(const Stage& stage, const std::vector<Choice>& grid, const ExploreOptions& options,
             const std::vector<Json>& known, const PointSink& on_point, const Random& random,
             const Context& context) {
    const bool sampled = options.sample > 0 && stage.table.rows() > options.sample;
    std::vector<Json> points(grid.size());
    for (const Json& point : known) {
        const auto id = point.value("id", std::size_t{0});
        if (id < 1 || id > points.size() || point["label"] != label_of(grid[id - 1])) continue;
        if (!sampled && point.contains("left_out")) continue;
        points[id - 1] = point;  // the later of two
    }
    bool stopped = false;
    try {
        std::vector<std::size_t> open;
        if (sampled) {
            open = try_sample(stage, grid, options, points, on_point, random, context);
        } else {
            for (std::size_t i = 0; i < points.size(); ++i) {
                if (points[i].is_null()) open.push_back(i);
            }
        }
        try_all(stage, grid, options, open, "exploring", random, context,
                [&](std::size_t i, Json tried, Round round) {
                    Json point{{"id", i + 1}};
                    point.update(tried);
                    if (sampled) point["sample"] = points[i]["sample"];
                    if (on_point) on_point(point, round);
                    points[i] = std::move(point);
                });
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::stopped) throw;
        stopped = true;
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (points[i].is_null()) points[i] = untried_point(i, grid[i]);
        }
    }

    mark_front(points);
    const auto [best, reason] =
        recommend(points, options.max_risk, "lethe advise looks for policies of several steps; ");
    Json result;
    result["kind"] = "exploration";
    result["columns"] = options.columns;
    result["scenario"] = to_json(stage.intruder);
    result["risk_rule"] = name(options.score.risk);
    result["alpha"] = options.score.alpha;
    result["loss_measure"] =
        loss_name(loss_parts(options.score, stage.table.select(stage.intruder.columns)));
    result["recommended"] = best == nullptr ? Json(nullptr) : (*best)["id"];
    result["reason"] = reason;
    result["stopped"] = stopped;
    if (sampled) {
        result["sample"] = {{"people", options.sample},
                            {"of", stage.table.rows()},
                            {"tried", std::ranges::count_if(points, in_sample)},
                            {"whole", std::ranges::count_if(points, usable)}};
    }
    result["points"] = points;
    return result;
}

}  // namespace lethe
