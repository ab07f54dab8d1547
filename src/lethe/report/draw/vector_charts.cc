// The curves of published document vectors against their k.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "lethe/report/base/result.h"
#include "lethe/report/sections/vectors/vector_assessment.h"

namespace lethe::report {
namespace {

using Figure = std::function<std::optional<double>(const Json&)>;

class Curves {
  public:
    explicit Curves(const Json& assessment)
        : original_(field(assessment, "original")), releases_(objects(assessment, "releases")) {
        std::ranges::stable_sort(releases_, {}, k_of);
    }

    bool drawable() const {
        if (releases_.size() < 2) return false;
        return std::ranges::adjacent_find(releases_, {}, k_of) == releases_.end();
    }
    const Json& first() const { return releases_.front(); }

    // `at_original` is the value at k = 1.
    LineChart::Line line(std::string name, std::optional<double> at_original,
                         const Figure& figure) const {
        LineChart::Line result{std::move(name), {}};
        if (at_original && k_of(first()) > 1) result.points.emplace_back(1, *at_original);
        for (const Json& release : releases_) {
            if (const auto value = figure(release))
                result.points.emplace_back(k_of(release), *value);
        }
        return result;
    }

    LineChart loss() const {
        const auto share = [](std::string_view space) {
            return [space](const Json& release) {
                return number(field(field(release, "loss"), space), "il");
            };
        };
        return {
            "Information loss",
            "k",
            "share of the differences lost",
            {line("on the sphere", 0, share("spherical")), line("of Euclid", 0, share("classical")),
             line("mean distance", 0,
                  [](const Json& release) {
                      return number(field(release, "loss"), "mean_distance");
                  })},
            {},
            {}};
    }

    LineChart density() const {
        const auto of = [](const Json& item) -> std::optional<double> {
            const auto share = number(field(item, "statistics"), "density");
            return share ? std::optional(100 * *share) : std::nullopt;
        };
        return {"Density",
                "k",
                "percent of weights that are not 0",
                {line("density", of(original_), of)},
                {},
                {}};
    }

    LineChart weight() const {
        const auto of = [](const Json& item) {
            return number(field(item, "statistics"), "mean_weight");
        };
        return {"Weights", "k", "mean weight of a term", {line("weight", of(original_), of)},
                {},        {}};
    }

    LineChart queries() const {
        LineChart chart{"Searching", "k", "F1 of the first ten results", {}, {}, 1};
        for (const std::int64_t length : {1, 3, 5}) {
            chart.lines.push_back(
                line(fmt::format("{} term{}", length, length == 1 ? "" : "s"), 1,
                     [length](const Json& release) -> std::optional<double> {
                         for (const Json& mean : objects(field(release, "queries"), "means")) {
                             if (count(mean, "length") == length && count(mean, "results") == 10) {
                                 return number(mean, "f1");
                             }
                         }
                         return std::nullopt;
                     }));
        }
        return chart;
    }

    std::vector<LineChart> classification() const {
        std::vector<LineChart> charts;
        for (const Json& scenario : scenarios(first())) {
            const std::string name = text(scenario, "scenario");
            if (name == "original") continue;
            LineChart chart{
                fmt::format("Classification, {}", name), "k", "share of right answers", {}, {}, 1};
            for (const Json& classifier : objects(scenario, "classifiers")) {
                const std::string by = text(classifier, "classifier");
                chart.lines.push_back(
                    line(by, accuracy(first(), "original", by),
                         [&](const Json& release) { return accuracy(release, name, by); }));
            }
            charts.push_back(std::move(chart));
        }
        return charts;
    }

    LineChart clustering(const char* with, std::string title) const {
        LineChart chart{std::move(title), "k", "adjusted Rand index", {}, {}, 1};
        for (const Json& item : objects(first(), "clustering")) {
            const auto clusters = count(item, "clusters");
            const auto of = [clusters, with](const Json& one) -> std::optional<double> {
                for (const Json& found : objects(one, "clustering")) {
                    if (count(found, "clusters") == clusters) {
                        return number(field(found, with), "adjusted_rand");
                    }
                }
                return std::nullopt;
            };
            const bool itself = std::string_view(with) == "with_original";
            chart.lines.push_back(line(fmt::format("{} clusters", clusters.value_or(0)),
                                       itself ? std::optional(1.0) : of(original_), of));
        }
        return chart;
    }

    LineChart linkage() const {
        const auto of = [](std::string_view key, std::string_view by = "linkage") {
            return [key, by](const Json& release) { return number(field(release, by), key); };
        };
        return {"Documents found",
                "k",
                "percent",
                {line("found", {}, of("expected")), line("for certain", {}, of("strict")),
                 line("by meaning", {}, of("expected", "linkage_by_meaning")),
                 line("at most", {}, of("bound"))},
                {},
                {}};
    }

  private:
    static double k_of(const Json& release) { return number(release, "k").value_or(0); }
    static std::vector<Json> scenarios(const Json& release) {
        return objects(field(release, "classification"), "scenarios");
    }
    static std::optional<double> accuracy(const Json& release, std::string_view scenario,
                                          std::string_view by) {
        for (const Json& one : scenarios(release)) {
            if (text(one, "scenario") != scenario) continue;
            for (const Json& classifier : objects(one, "classifiers")) {
                if (text(classifier, "classifier") == by) {
                    return number(field(classifier, "with_labels"), "accuracy");
                }
            }
        }
        return std::nullopt;
    }

    const Json& original_;
    std::vector<Json> releases_;
};

}  // namespace

std::vector<LineChart> vector_charts(const Json& assessment) {
    const Curves curves(assessment);
    if (!curves.drawable()) return {};
    std::vector<LineChart> charts{curves.linkage(), curves.loss(), curves.density(),
                                  curves.weight(), curves.queries()};
    for (LineChart& chart : curves.classification()) charts.push_back(std::move(chart));
    charts.push_back(curves.clustering("with_original", "Clusters, as those of the original"));
    charts.push_back(curves.clustering("with_labels", "Clusters, as the classes"));
    std::erase_if(charts, [](LineChart& chart) {
        std::erase_if(chart.lines, [](const auto& line) { return line.points.size() < 2; });
        return chart.lines.empty();
    });
    return charts;
}

}  // namespace lethe::report
