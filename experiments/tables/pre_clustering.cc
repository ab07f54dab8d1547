// Protection after pre-clustering (Marés 2013, chapter 5): microaggregation alone, inside clusters,
// and Mondrian groups with their medians inside clusters.
#include <fmt/format.h>

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

double measured_variant(Family family, const std::string& name, const Comparable& pair,
                        const Context& context, const Json& parameters = Json::object()) {
    const std::vector<Choice> choice{{name, parameters}};
    return run_assessments(family, choice, pair, {}, true, Random(1), context)
        .results[0]["value"]
        .get<double>();
}

Json row_of(const CategoryFile& file, std::int64_t k, const PreClusteringVariant& variant,
            const Context& context) {
    const Table masked =
        mask_with(variant.method, variant.parameters, file.table, Random(1), context);
    const Comparable pair = make_comparable(file.table, masked, file.table.names(), {});
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
    return {{"tables", Json::array({table_of("Protection after pre-clustering, by c-medians",
                                             {{"file", "file"},
                                              {"k", "k", 0},
                                              {"variant", "protection"},
                                              {"loss", "loss"},
                                              {"risk", "risk"},
                                              {"score", "score"},
                                              {"clustering", "clustering loss"}},
                                             rows)})},
            {"notes", Json::array({"No published figure survives. The source says that clustering "
                                   "first gives better utility."})}};
}

}  // namespace

std::vector<Experiment> pre_clustering_experiments() {
    return {{"pre-clustering", "Protection inside clusters", "Marés 2013, chapter 5",
             pre_clustering, 1}};
}

}  // namespace lethe::reproduction
