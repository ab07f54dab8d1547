#include "lethe/advise/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <set>
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

// The least difference between the ends of a column of numbers; nothing where none are masked.
std::optional<double> narrowest(const Table& table, std::span<const std::string> columns) {
    std::optional<double> least;
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        if (!column.is_numeric()) continue;
        std::optional<double> low, high;
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (!column.valid(row)) continue;
            const double value = column.numbers()[static_cast<std::size_t>(row)];
            low = std::min(low.value_or(value), value);
            high = std::max(high.value_or(value), value);
        }
        if (low) least = std::min(least.value_or(*high - *low), *high - *low);
    }
    return least;
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
    // Bases that leave something of the narrowest column: nobody wants ages of 0 and 1,000.
    for (const int base : {1000, 5000}) {
        if (narrowest(table, columns).value_or(0) > base) add("rounding", "base", {base});
    }
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

std::int64_t default_sample(std::int64_t rows) {
    constexpr std::int64_t kLarge = 20000, kSample = 1000;
    return rows > kLarge ? kSample : 0;
}

namespace {

// Tries the choices of some points, and hands each over as soon as it is done.
void try_all(const Stage& stage, const std::vector<Choice>& grid, const ExploreOptions& options,
             const std::vector<std::size_t>& which, const char* words, const Random& random,
             const Context& context,
             const std::function<void(std::size_t place, Json tried)>& done) {
    Progress progress(context, words, static_cast<std::int64_t>(which.size()));
    const Context inner = context.single();
    std::mutex sink;
    parallel_tasks(context, static_cast<std::int64_t>(which.size()), [&](std::int64_t task) {
        const std::size_t i = which[static_cast<std::size_t>(task)];
        Json tried = try_one(stage, grid[i], options, random.part(i), inner);
        const std::lock_guard lock(sink);
        done(i, std::move(tried));
        progress.add();
    });
}

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
                       {"seconds", tried["seconds"]}};
    point["left_out"] = true;
    return point;
}

// The points to try on all people: the best by the sample, and others along its front.
std::vector<std::size_t> promising(const std::vector<Json>& points, const ExploreOptions& options) {
    std::vector<Json> sampled;
    for (const Json& point : points) {
        if (!point.contains("sample")) continue;
        Json one = point["sample"];
        one["id"] = point["id"];
        one["label"] = point["label"];
        sampled.push_back(std::move(one));
    }
    mark_front(sampled);
    std::set<std::size_t> chosen;
    const auto choose = [&](const Json& one) { chosen.insert(one["id"].get<std::size_t>() - 1); };
    if (const Json* best = recommend(sampled, options).first) choose(*best);
    std::vector<const Json*> front;
    for (const Json& one : sampled) {
        if (one["pareto"].get<bool>()) front.push_back(&one);
    }
    std::stable_sort(front.begin(), front.end(),
                     [](const Json* a, const Json* b) { return (*a)["risk"] < (*b)["risk"]; });
    const auto most = static_cast<std::size_t>(options.promising);
    if (front.size() <= most) {
        for (const Json* one : front) choose(*one);
    } else {
        for (std::size_t i = 0; i < most; ++i) choose(*front[i * (front.size() - 1) / (most - 1)]);
    }
    return {chosen.begin(), chosen.end()};
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
            [&](std::size_t i, Json tried) {
                points[i] = sampled_point(i, tried, options.sample);
                if (on_point) on_point(points[i]);
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
    std::vector<std::size_t> open;
    if (sampled) {
        open = try_sample(stage, grid, options, points, on_point, random, context);
    } else {
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (points[i].is_null()) open.push_back(i);
        }
    }
    try_all(stage, grid, options, open, "exploring", random, context,
            [&](std::size_t i, Json tried) {
                Json point{{"id", i + 1}};
                point.update(tried);
                if (sampled) point["sample"] = points[i]["sample"];
                if (on_point) on_point(point);
                points[i] = std::move(point);
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
    if (sampled) {
        result["sample"] = {{"people", options.sample},
                            {"of", stage.table.rows()},
                            {"tried", grid.size()},
                            {"whole", std::ranges::count_if(points, usable)}};
    }
    result["points"] = points;
    return result;
}

}  // namespace lethe
