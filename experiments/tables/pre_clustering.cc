// Protection after pre-clustering (Marés 2013, chapter 5): microaggregation alone, inside clusters,
// and Mondrian groups with their medians inside clusters.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "experiments/experiments.h"
#include "experiments/support.h"
#include "experiments/tables/category_files.h"
#include "lethe/core/parallel.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::reproduction {
namespace {

struct PreClusteringVariant {
    std::string name;
    std::string method;
    Json parameters;
};

std::vector<PreClusteringVariant> pre_clustering_variants(std::int64_t k) {
    std::vector<PreClusteringVariant> all{{"microaggregation", "mdav", {{"k", k}}},
                                          {"global median", "global-median", {{"k", k}}}};
    for (const int clusters : {2, 4, 8}) {
        for (const auto& [name, method] :
             {std::pair("microaggregation", "mdav"), std::pair("global median", "global-median")}) {
            all.push_back(
                {fmt::format("{} in {} clusters", name, clusters),
                 "clustered",
                 {{"clusters", clusters}, {"inside", method}, {"parameters", {{"k", k}}}}});
        }
    }
    return all;
}

double measured_variant(Family family, const std::string& name, const release::Comparable& pair,
                        const Context& context, const Json& parameters = Json::object()) {
    const std::vector<release::Choice> choice{{name, parameters}};
    return release::run_assessments(family, choice, pair, {}, true, Random(1), context)
        .results[0]
        .value.value();
}

Json row_of(const CategoryFile& file, std::int64_t k, const PreClusteringVariant& variant,
            const Context& context) {
    const Table masked =
        mask_with(variant.method, variant.parameters, file.table, Random(1), context);
    const release::Comparable pair =
        release::make_comparable(file.table, masked, file.table.names(), {});
    const double loss = measured_variant(Family::loss, "category-loss", pair, context);
    // As published: categories agree or not, and every cell counts.
    const double risk = measured_variant(Family::attack, "disclosure-risk", pair, context,
                                         {{"comparison", "exact"}, {"categories", "all"}});
    return {{"file", file.name},
            {"k", k},
            {"variant", variant.name},
            {"loss", loss},
            {"risk", risk},
            {"score", (loss + risk) / 2},
            {"clustering", measured_variant(Family::loss, "clustering-loss", pair, context)}};
}

bool is_clustered(const Json& row) {
    return row["variant"].get<std::string>().ends_with("clusters");
}

// At each k the best without and with clusters, and how far all scores are apart.
Json best_of(const std::vector<Json>& rows) {
    std::map<std::pair<std::string, std::int64_t>, std::vector<const Json*>> groups;
    for (const Json& row : rows) {
        groups[{row["file"].get<std::string>(), row["k"].get<std::int64_t>()}].push_back(&row);
    }
    Json best = Json::array();
    for (const auto& [group, members] : groups) {
        const Json *alone = nullptr, *clusters = nullptr;
        std::vector<double> scores;
        for (const Json* row : members) {
            const Json*& leader = is_clustered(*row) ? clusters : alone;
            if (leader == nullptr || (*row)["score"] < (*leader)["score"]) leader = row;
            scores.push_back((*row)["score"]);
        }
        best.push_back({{"file", group.first},
                        {"k", group.second},
                        {"alone", (*alone)["variant"]},
                        {"alone_score", (*alone)["score"]},
                        {"clusters", (*clusters)["variant"]},
                        {"clusters_score", (*clusters)["score"]},
                        {"mean", spread(scores).mean},
                        {"sd", json_of(spread(scores).deviation())}});
    }
    return best;
}

// The best scores without and with clusters over k, a chart a file.
Json score_charts(const Json& best) {
    Json charts = Json::array();
    for (const char* file : {"German Credit", "Survey (for Housing)"}) {
        Json alone = Json::array(), clusters = Json::array();
        for (const Json& row : best) {
            if (row["file"] != file) continue;
            alone.push_back({row["k"], row["alone_score"]});
            clusters.push_back({row["k"], row["clusters_score"]});
        }
        charts.push_back(
            {{"title", std::string(file) + ": the best protection at each k"},
             {"x", "k"},
             {"y", "score"},
             {"lines", Json::array({{{"name", "alone"}, {"points", std::move(alone)}},
                                    {{"name", "in clusters"}, {"points", std::move(clusters)}}})}});
    }
    return charts;
}

// What the source claims, clusters first and more utility, over 4 k and 3 numbers of clusters.
Json clustering_claims(const std::vector<Json>& rows) {
    Json claims = Json::array();
    for (const char* file : {"German Credit", "Survey (for Housing)"}) {
        for (const char* method : {"microaggregation", "global median"}) {
            for (const char* figure : {"loss", "clustering"}) {
                std::int64_t holds = 0, of = 0;
                for (const Json& row : rows) {
                    const std::string variant = row["variant"];
                    if (row["file"] != file || !is_clustered(row) || !variant.starts_with(method)) {
                        continue;
                    }
                    const auto plain = std::ranges::find_if(rows, [&](const Json& other) {
                        return other["file"] == row["file"] && other["k"] == row["k"] &&
                               other["variant"] == method;
                    });
                    ++of;
                    holds += row[figure] < (*plain)[figure] ? 1 : 0;
                }
                const std::string_view name =
                    std::string_view(figure) == "loss" ? "loss" : "clustering loss";
                add_claim(claims, fmt::format("{}, {}: {} lower in clusters", file, method, name),
                          holds, of);
            }
        }
    }
    return claims;
}

Json pre_clustering(const ReproduceOptions& options, const Context& context) {
    struct Task {
        const CategoryFile* file;
        std::int64_t k;
        PreClusteringVariant variant;
    };
    const std::vector<CategoryFile> files = category_files(options, context);
    std::vector<Task> tasks;
    for (const CategoryFile& file : files) {
        if (file.name != "German Credit" && file.name != "Survey (for Housing)") continue;
        for (const std::int64_t k : {2, 5, 10, 20}) {
            for (const PreClusteringVariant& variant : pre_clustering_variants(k))
                tasks.push_back({&file, k, variant});
        }
    }
    Progress progress(context, "masking", std::ssize(tasks));
    std::vector<Json> rows(tasks.size());
    const Context inner = context.silent().single();
    parallel_tasks(context, std::ssize(tasks), [&](std::int64_t i) {
        const Task& task = tasks[static_cast<std::size_t>(i)];
        rows[static_cast<std::size_t>(i)] = row_of(*task.file, task.k, task.variant, inner);
        progress.add();
    });
    const std::vector<Head> summary{{"file", "file"},
                                    {"k", "k", 0},
                                    {"alone", "best alone"},
                                    {"alone_score", "its score"},
                                    {"clusters", "best in clusters"},
                                    {"clusters_score", "its score"},
                                    {"mean", "mean of all"},
                                    {"sd", "sd"}};
    const Json best = best_of(rows);
    return {{"charts", score_charts(best)},
            {"tables", Json::array({table_of("The best protection at each k", summary, best),
                                    table_of("Protection after pre-clustering, by c-medians",
                                             {{"file", "file"},
                                              {"k", "k", 0},
                                              {"variant", "protection"},
                                              {"loss", "loss"},
                                              {"risk", "risk"},
                                              {"score", "score"},
                                              {"clustering", "clustering loss"}},
                                             rows)})},
            {"claims", clustering_claims(rows)},
            {"checks", Json::array()},
            {"notes", Json::array({"No published figure survives. The source says that clustering "
                                   "first gives better utility."})}};
}

}  // namespace

std::vector<Experiment> pre_clustering_experiments() {
    return {{"pre-clustering", "Protection inside clusters", "Marés 2013, chapter 5",
             pre_clustering, 1}};
}

}  // namespace lethe::reproduction
