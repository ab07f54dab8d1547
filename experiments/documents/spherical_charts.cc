#include "experiments/documents/spherical_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>

#include "experiments/support.h"

namespace lethe::reproduction {
namespace {

using Figure = std::function<std::optional<double>(const SphericalRun&)>;

Json line(const CorpusRuns& corpus, std::string_view name, const Figure& figure) {
    Json points = Json::array();
    for (const SphericalRun& run : corpus.runs) {
        if (const auto value = figure(run)) points.push_back({run.k, *value});
    }
    return {{"name", name}, {"points", std::move(points)}};
}

Json chart(const CorpusRuns& corpus, std::string_view title, std::string_view y, Json lines) {
    return {{"title", fmt::format("{}: {}", corpus.name, title)},
            {"x", "k"},
            {"y", y},
            {"lines", std::move(lines)}};
}

Json loss_chart(const CorpusRuns& corpus) {
    Json result =
        chart(corpus, "information loss", "IL",
              Json::array(
                  {line(corpus, "spherical", [](const auto& run) { return run.all.spherical; }),
                   line(corpus, "classical", [](const auto& run) { return run.all.classical; })}));
    result["bands"] =
        Json::array({{{"name", "spherical, published"}, {"low", 0.17}, {"high", 0.65}},
                     {{"name", "classical, published"}, {"low", 0.31}, {"high", 0.95}}});
    result["top"] = 1;
    return result;
}

Json query_chart(const CorpusRuns& corpus) {
    Json lines = Json::array();
    constexpr std::array<std::string_view, 3> kNames{"1 term", "3 terms", "5 terms"};
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        lines.push_back(line(corpus, kNames[i], [i](const auto& run) { return run.f1[i]; }));
    }
    Json result = chart(corpus, "searching", "F1 of ten results", std::move(lines));
    result["top"] = 1;
    return result;
}

Json scenario_chart(const CorpusRuns& corpus, std::size_t scenario) {
    Json lines = Json::array();
    for (std::size_t c = 0; c < vectors::kClassifiers.size(); ++c) {
        lines.push_back(line(corpus, vectors::kClassifiers[c], [scenario, c](const auto& run) {
            return run.scenarios[scenario].with_labels[c].accuracy;
        }));
    }
    Json result =
        chart(corpus, fmt::format("classification, {}", vectors::kScenarios[scenario].name),
              "share of right answers", std::move(lines));
    result["top"] = 1;
    return result;
}

Json cluster_chart(const CorpusRuns& corpus, bool with_labels) {
    Json lines = Json::array();
    for (std::size_t i = 0; i < corpus.runs[0].clusters.size(); ++i) {
        lines.push_back(line(corpus,
                             fmt::format("{} clusters", corpus.runs[0].clusters[i].clusters),
                             [i, with_labels](const SphericalRun& run) -> std::optional<double> {
                                 if (run.clusters.empty()) return std::nullopt;
                                 return with_labels  ? run.clusters[i].with_labels
                                        : run.k == 1 ? 1.0
                                                     : run.clusters[i].with_original;
                             }));
    }
    Json result =
        chart(corpus, with_labels ? "clusters against classes" : "clusters against the original",
              "adjusted Rand index", std::move(lines));
    result["top"] = 1;
    return result;
}

double percent_found(const SphericalRun& run) {
    return 100 * run.links.expected / static_cast<double>(run.links.records);
}

Json loss_table(const CorpusRuns& corpus) {
    Json rows = Json::array();
    for (const SphericalRun& run : corpus.runs) {
        Json row{{"k", run.k},
                 {"terms", run.statistics.terms_per_document},
                 {"density", 100 * run.statistics.density},
                 {"weight", run.statistics.mean_weight},
                 {"f1_1", run.f1[0]},
                 {"f1_3", run.f1[1]},
                 {"f1_5", run.f1[2]}};
        if (run.k > 1) {
            row.update({{"distance", run.all.mean_distance},
                        {"spherical", run.all.spherical},
                        {"spherical_training", run.training.spherical},
                        {"spherical_test", run.test.spherical},
                        {"classical", run.all.classical},
                        {"classical_training", run.training.classical},
                        {"classical_test", run.test.classical},
                        {"found", percent_found(run)}});
        }
        rows.push_back(std::move(row));
    }
    return table_of(corpus.name +
                        ": loss (IL of all, training and test part; published 0.17 to "
                        "0.65 spherical, 0.31 to 0.95 classical), density in percent, F1 "
                        "of queries of 1, 3, 5 terms, percent of documents found",
                    {{"k", "k"},
                     {"distance", "1 - cos", 3},
                     {"spherical", "IL sph.", 3},
                     {"spherical_training", "training", 3},
                     {"spherical_test", "test", 3},
                     {"classical", "IL class.", 3},
                     {"classical_training", "training", 3},
                     {"classical_test", "test", 3},
                     {"terms", "terms", 1},
                     {"density", "density", 2},
                     {"weight", "weight", 4},
                     {"f1_1", "F1 1", 3},
                     {"f1_3", "F1 3", 3},
                     {"f1_5", "F1 5", 3},
                     {"found", "found", 2}},
                    std::move(rows));
}

Json scenario_table(const CorpusRuns& corpus, std::size_t scenario) {
    Json rows = Json::array();
    for (const SphericalRun& run : corpus.runs) {
        Json row{{"k", run.k}};
        for (std::size_t c = 0; c < vectors::kClassifiers.size(); ++c) {
            const vectors::Agreement& found = run.scenarios[scenario].with_labels[c];
            row[fmt::format("accuracy{}", c)] = found.accuracy;
            row[fmt::format("macro{}", c)] = found.macro_jaccard;
        }
        rows.push_back(std::move(row));
    }
    return table_of(
        fmt::format("{}: classification, trained on {}, tested on {}: share of right answers, and "
                    "the mean Jaccard index of classes",
                    corpus.name, vectors::kScenarios[scenario].training,
                    vectors::kScenarios[scenario].test),
        {{"k", "k"},
         {"accuracy0", "5-NN", 3},
         {"accuracy1", "10-NN", 3},
         {"accuracy2", "Bayes", 3},
         {"accuracy3", "centroid", 3},
         {"macro0", "J 5-NN", 3},
         {"macro1", "J 10-NN", 3},
         {"macro2", "J Bayes", 3},
         {"macro3", "J centroid", 3}},
        std::move(rows));
}

Json cluster_table(const CorpusRuns& corpus) {
    Json rows = Json::array();
    for (const SphericalRun& run : corpus.runs) {
        for (const ClusterAgreement& one : run.clusters) {
            rows.push_back({{"k", run.k},
                            {"clusters", one.clusters},
                            {"original", json_of(one.with_original)},
                            {"labels", one.with_labels}});
        }
    }
    return table_of(corpus.name +
                        ": clusters, adjusted Rand index with those of the original and "
                        "with the classes",
                    {{"k", "k"},
                     {"clusters", "clusters"},
                     {"original", "with original", 3},
                     {"labels", "with classes", 3}},
                    std::move(rows));
}

}  // namespace

double CorpusRuns::largest_loss() const {
    constexpr std::size_t kPublishedClassifiers = 3;  // all but the nearest centroid, the last one
    double largest = 0;
    for (const SphericalRun& run : runs) {
        for (std::size_t s = 0; s < vectors::kScenarios.size(); ++s) {
            for (std::size_t c = 0; c < kPublishedClassifiers; ++c) {
                const double before = runs[0].scenarios[s].with_labels[c].accuracy;
                const double after = run.scenarios[s].with_labels[c].accuracy;
                largest = std::max(largest, 100 * (before - after));
            }
        }
    }
    return largest;
}

namespace {

// The histograms of distances as lines over the lower ends of the intervals; those of exactly 1
// stand at 1.
Json distance_chart(const CorpusRuns& corpus) {
    Json lines = Json::array();
    for (const SphericalRun& run : corpus.runs) {
        if (!run.distances) continue;
        Json points = Json::array();
        for (std::size_t bin = 0; bin < vectors::DistanceHistogram::kBins; ++bin) {
            points.push_back({static_cast<double>(bin) / 10, 100 * run.distances->share(bin)});
        }
        lines.push_back({{"name", run.k == 1 ? "original" : fmt::format("k = {}", run.k)},
                         {"points", std::move(points)}});
    }
    Json result = chart(corpus, "distances between documents by 0.1", "percent of all pairs",
                        std::move(lines));
    result["x"] = "distance from";
    return result;
}

}  // namespace

std::vector<Json> run_tables(const CorpusRuns& corpus) {
    return {loss_table(corpus), scenario_table(corpus, 1), scenario_table(corpus, 2),
            scenario_table(corpus, 3), cluster_table(corpus)};
}

std::vector<Json> run_charts(const CorpusRuns& corpus) {
    const auto single = [&](std::string_view title, std::string_view y, std::string_view name,
                            const Figure& figure) {
        return chart(corpus, title, y, Json::array({line(corpus, name, figure)}));
    };
    return {loss_chart(corpus),
            single("density", "percent of weights that are not 0", "density",
                   [](const auto& run) { return 100 * run.statistics.density; }),
            single("weights", "mean weight of a term", "weight",
                   [](const auto& run) { return run.statistics.mean_weight; }),
            distance_chart(corpus),
            query_chart(corpus),
            scenario_chart(corpus, 1),
            scenario_chart(corpus, 2),
            scenario_chart(corpus, 3),
            cluster_chart(corpus, false),
            cluster_chart(corpus, true),
            chart(corpus, "documents found", "percent",
                  Json::array({line(corpus, "found",
                                    [](const SphericalRun& run) -> std::optional<double> {
                                        if (run.k == 1) return std::nullopt;
                                        return percent_found(run);
                                    }),
                               line(corpus, "at most",
                                    [](const SphericalRun& run) -> std::optional<double> {
                                        if (run.k == 1) return std::nullopt;
                                        return 100.0 / static_cast<double>(run.k);
                                    })}))};
}

Json distance_table(const std::array<CorpusRuns, 2>& corpora) {
    Json rows = Json::array();
    for (std::size_t c = 0; c < corpora.size(); ++c) {
        for (const SphericalRun& run : corpora[c].runs) {
            if (!run.distances) continue;
            Json row{{"corpus", corpora[c].name},
                     {"k", run.k},
                     {"near", 100 * (1 - run.distances->share(9) - run.distances->share(10))},
                     {"far", 100 * run.distances->share(9)},
                     {"nothing", 100 * run.distances->share(10)}};
            if (c == 0 && run.k == 1) {
                row.update({{"published_far", 57.9}, {"published_nothing", 31.5}});
            }
            if (c == 0 && run.k == 3) row["published_nothing"] = 3.6;
            if (c == 1 && run.k == 1) row["published_both"] = 99.3;
            rows.push_back(std::move(row));
        }
    }
    return table_of(
        "Distances between documents, percent of all pairs (published for the original "
        "reviews: 99.3 from 0.9 on)",
        {{"corpus", "collection"},
         {"k", "k"},
         {"near", "below 0.9", 2},
         {"far", "0.9 to 1", 2},
         {"published_far", "published", 1},
         {"nothing", "exactly 1", 2},
         {"published_nothing", "published", 1},
         {"published_both", "0.9 on, published", 1}},
        std::move(rows));
}

Json histogram_table(const CorpusRuns& corpus) {
    Json rows = Json::array();
    std::deque<std::string> words;  // of the heads, which stay where they are
    std::vector<Head> heads{{"bin", "distance"}};
    for (const SphericalRun& run : corpus.runs) {
        if (!run.distances) continue;
        const std::string& key = words.emplace_back(fmt::format("k{}", run.k));
        heads.push_back({key, run.k == 1 ? std::string_view("original")
                                         : words.emplace_back(fmt::format("k = {}", run.k))});
    }
    for (std::size_t bin = 0; bin < vectors::DistanceHistogram::kBins; ++bin) {
        Json row{{"bin",
                  bin < 10 ? fmt::format("0.{} to {}", bin,
                                         bin == 9 ? std::string("1") : fmt::format("0.{}", bin + 1))
                           : std::string("exactly 1")}};
        for (const SphericalRun& run : corpus.runs) {
            if (run.distances) row[fmt::format("k{}", run.k)] = 100 * run.distances->share(bin);
        }
        rows.push_back(std::move(row));
    }
    return table_of(
        fmt::format("{}: distances between documents by 0.1, percent of all pairs", corpus.name),
        heads, std::move(rows));
}

Json statement_table(const std::array<CorpusRuns, 2>& corpora) {
    Json rows = Json::array();
    const auto add = [&](std::string_view what, std::string_view published, double obtained) {
        rows.push_back({{"what", what}, {"published", published}, {"obtained", obtained}});
    };
    const SphericalRun &news = corpora[0].runs.back(), &reviews = corpora[1].runs.back();
    const auto extreme = [&](double GeometryLosses::*of, bool largest) {
        double found = largest ? 0 : 1;
        for (const CorpusRuns& corpus : corpora) {
            for (std::size_t i = 1; i < corpus.runs.size(); ++i) {
                for (const GeometryLosses* loss :
                     {&corpus.runs[i].all, &corpus.runs[i].training, &corpus.runs[i].test}) {
                    found = largest ? std::max(found, loss->*of) : std::min(found, loss->*of);
                }
            }
        }
        return found;
    };
    add("smallest spherical IL", "0.17", extreme(&GeometryLosses::spherical, false));
    add("largest spherical IL", "0.65", extreme(&GeometryLosses::spherical, true));
    add("smallest classical IL", "0.31", extreme(&GeometryLosses::classical, false));
    add("largest classical IL", "about 0.95", extreme(&GeometryLosses::classical, true));
    add("spherical IL of the news, k = 20", "below 0.5 for k < 20", news.all.spherical);
    add("spherical IL of the reviews, k = 9", "below 0.5 for k < 10",
        corpora[1].runs[8].all.spherical);
    add("density of the news, k = 20, percent", "about 5", 100 * news.statistics.density);
    add("density of the reviews, k = 20, percent", "about 16", 100 * reviews.statistics.density);
    add("largest loss of right answers, news, percent", "about 20", corpora[0].largest_loss());
    add("largest loss of right answers, reviews, percent", "about 15", corpora[1].largest_loss());
    return table_of("What the source says in words",
                    {{"what", "what"}, {"published", "published"}, {"obtained", "obtained", 3}},
                    std::move(rows));
}

}  // namespace lethe::reproduction
