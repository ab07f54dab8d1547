#include "lethe/advise/explore.h"

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

std::vector<std::string> taken_columns(const Method& method, const Table& table,
                                       std::span<const std::string> columns) {
    std::vector<std::string> taken;
    for (const std::string& name : columns) {
        if (method.accepts(table.column(name).kind())) taken.push_back(name);
    }
    return taken;
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

bool usable(const Json& point) { return point["risk"].is_number() && point["loss"].is_number(); }

bool dominates(const Json& a, const Json& b) {
    return a["risk"] <= b["risk"] && a["loss"] <= b["loss"] &&
           (a["risk"] < b["risk"] || a["loss"] < b["loss"]);
}

void mark_front(std::vector<Json>& points) {
    for (Json& point : points) {
        point["pareto"] =
            usable(point) && std::none_of(points.begin(), points.end(), [&](const Json& other) {
                return usable(other) && dominates(other, point);
            });
    }
}

// What the worst attack finds, whatever rule stands for the risk.
double worst_of(const Json& point) {
    const Json& worst = point.value("worst", Json());
    return worst.is_object() && worst.contains("value") && worst["value"].is_number()
               ? worst["value"].get<double>()
               : point["risk"].get<double>();
}

// The recommended point and the reason for it.
std::pair<const Json*, std::string> recommend(const std::vector<Json>& points,
                                              const ExploreOptions& options) {
    const Json* lowest = nullptr;  // whatever the risk
    const Json* best = nullptr;
    const Json* second = nullptr;
    const auto better = [&](const Json& a, const Json& b) {
        const char* key = options.max_risk ? "loss" : "score";
        if (a[key] != b[key]) return a[key] < b[key];
        return a["id"] < b["id"];
    };
    for (const Json& point : points) {
        if (!usable(point)) continue;
        if (options.max_risk && point["risk"] > *options.max_risk) continue;
        if (lowest == nullptr || better(point, *lowest)) lowest = &point;
        if (!options.max_risk && worst_of(point) > kUsualMaxRisk) continue;
        if (best == nullptr || better(point, *best)) {
            second = best;
            best = &point;
        } else if (second == nullptr || better(point, *second)) {
            second = &point;
        }
    }
    if (best == nullptr && lowest != nullptr) {
        return {nullptr,
                fmt::format("Nothing is recommended: in every protection that was tried the worst "
                            "attack finds more than {:g} %. {} has the lowest score, {:.2f}: a "
                            "risk of {:.2f} and a loss of {:.2f}. lethe advise looks for policies "
                            "of several steps; --max-risk names another limit.",
                            kUsualMaxRisk, (*lowest)["label"].get<std::string>(),
                            (*lowest)["score"].get<double>(), (*lowest)["risk"].get<double>(),
                            (*lowest)["loss"].get<double>())};
    }
    if (best == nullptr) {
        return {nullptr,
                options.max_risk
                    ? fmt::format("No protection that was tried brings the risk down to {}.",
                                  *options.max_risk)
                    : "No protection that was tried could be measured."};
    }
    std::string reason =
        options.max_risk
            ? fmt::format(
                  "{} loses least ({:.2f}) of all that keep the risk at {} or less (it has "
                  "{:.2f}).",
                  (*best)["label"].get<std::string>(), (*best)["loss"].get<double>(),
                  *options.max_risk, (*best)["risk"].get<double>())
            : fmt::format(
                  "{} has the lowest score, {:.2f}, of those in which the worst attack "
                  "finds at most {:g} %: a risk of {:.2f} and a loss of {:.2f}.",
                  (*best)["label"].get<std::string>(), (*best)["score"].get<double>(),
                  kUsualMaxRisk, (*best)["risk"].get<double>(), (*best)["loss"].get<double>());
    if (second != nullptr) {
        reason += fmt::format(" Next is {} with risk {:.2f} and loss {:.2f}.",
                              (*second)["label"].get<std::string>(),
                              (*second)["risk"].get<double>(), (*second)["loss"].get<double>());
    }
    return {best, reason};
}

// Whether the method takes any of the columns, and with these parameters.
bool fits(const Choice& choice, const Table& table, std::span<const std::string> columns) {
    const Method& method = find_method(choice.method, Family::mask);
    const std::vector<std::string> taken = taken_columns(method, table, columns);
    Problems problems;
    const Json parameters = method.bind(choice.parameters, {}, problems);
    throw_if_any(ErrorKind::internal, problems);
    method.check(table, taken, parameters, {}, problems);
    return !taken.empty() && problems.empty();
}

}  // namespace

std::vector<Choice> default_grid(const Table& table, std::span<const std::string> columns) {
    std::vector<Choice> grid;
    const auto add = [&](const char* name, const char* parameter,
                         std::initializer_list<Json> values, const Json& more = Json::object()) {
        for (const Json& value : values) {
            Json parameters{{parameter, value}};
            parameters.update(more);
            Choice choice{name, std::move(parameters)};
            if (fits(choice, table, columns)) grid.push_back(std::move(choice));
        }
    };
    add("mdav", "k", {3, 5, 10, 20, 50});
    add("individual-ranking", "k", {5, 10, 20, 50});
    add("optimal-univariate", "k", {5, 20});
    add("zscore-projection", "k", {3, 10});
    add("pca-projection", "k", {3, 10});
    add("mondrian", "k", {3, 5, 10, 20}, {{"publish", "representative"}});
    add("global-median", "k", {3, 5, 10, 20});
    add("pram", "p", {0.5, 0.7, 0.8, 0.9});
    add("pram", "p", {0.5, 0.8}, {{"type", "invariant"}});
    add("pram", "theta", {0.2, 0.5, 0.9}, {{"type", "frequency"}});
    add("rank-swapping", "p", {1, 2, 5, 10, 15, 20});
    add("noise", "p", {5, 10, 20, 50});
    add("noise", "p", {10, 20, 50}, {{"type", "correlated"}});
    add("noise", "p", {20, 50}, {{"type", "covariance-preserving"}});
    add("resampling", "samples", {1, 10});
    add("rounding", "base", {1000, 5000});
    add("top-bottom-coding", "top_percent", {5, 10}, {{"replacement", "mean"}});
    const bool meaning = std::any_of(columns.begin(), columns.end(), [&](const std::string& name) {
        return table.column(name).meaning() != nullptr;
    });
    if (meaning) {
        add("sa-mdav", "k", {3, 5, 10, 20});
        add("semantic-recoding", "k", {3, 5, 10, 20});
        add("semantic-resampling", "k", {5, 20});
    }
    return grid;
}

Json explore(const Stage& stage, const std::vector<Choice>& grid, const ExploreOptions& options,
             const std::vector<Json>& known, const PointSink& on_point, const Random& random,
             const Context& context) {
    std::vector<Json> points(grid.size());
    for (const Json& point : known) {
        const auto id = point.value("id", std::size_t{0});
        if (id >= 1 && id <= points.size() && point["label"] == label_of(grid[id - 1])) {
            points[id - 1] = point;
        }
    }
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].is_null()) open.push_back(i);
    }
    Progress progress(context, "exploring", static_cast<std::int64_t>(open.size()));
    const Context inner = context.single();
    std::mutex sink;
    parallel_tasks(context, static_cast<std::int64_t>(open.size()), [&](std::int64_t task) {
        const std::size_t i = open[static_cast<std::size_t>(task)];
        Json tried = try_one(stage, grid[i], options, random.part(i), inner);
        Json point{{"id", i + 1}};
        point.update(tried);
        const std::lock_guard lock(sink);
        if (on_point) on_point(point);
        points[i] = std::move(point);
        progress.add();
    });

    mark_front(points);
    const auto [best, reason] = recommend(points, options);
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
    result["points"] = points;
    return result;
}

}  // namespace lethe
