// Semantic clustering loss: whether the release falls into the same groups of like meaning.
#include <algorithm>
#include <optional>

#include "lethe/algo/partition/partition_similarity.h"
#include "lethe/algo/partition/ward.h"
#include "lethe/method/comparison.h"
#include "lethe/method/measure_params.h"
#include "lethe/space/tuple_space.h"

namespace lethe::loss {
namespace {

struct SemanticClusteringLossParams : MeasureParams {
    std::optional<std::int64_t> clusters;
};

constexpr std::int64_t kFewest = 2;
constexpr std::int64_t kMostClustered = 15;

Schema<SemanticClusteringLossParams> semantic_clustering_loss_schema() {
    return with_measure_params(Schema<SemanticClusteringLossParams>().field(
        "clusters", &SemanticClusteringLossParams::clusters,
        "groups to compare; none: in each table as many, from 2 to 15, as separate it best",
        at_least(2)));
}

struct Clustered {
    std::vector<std::int32_t> of_row;
    std::int64_t clusters = 0;
};

Clustered cluster(const AssessInput& input, const Table& table,
                  const SemanticClusteringLossParams& params) {
    const TupleSpace space(input.context, table, input.columns, {.measure = params.options()});
    std::vector<std::int64_t> counts;
    std::vector<TupleSpace::Point> points;
    for (std::int32_t tuple = 0; tuple < space.tuples(); ++tuple) {
        counts.push_back(space.count(tuple));
        points.push_back(space.tuple_point(tuple));
    }
    const Dendrogram tree = ward(input.context, counts, [&](std::int32_t a, std::int32_t b) {
        const double distance = space.mean(space.parts(points[static_cast<std::size_t>(a)], b));
        return distance * distance;
    });
    Clustered result;
    result.clusters = params.clusters ? std::min<std::int64_t>(*params.clusters, space.tuples())
                                      : tree.best_number(kFewest, kMostClustered);
    const std::vector<std::int32_t> of_tuple = tree.cut(result.clusters);
    for (const std::int32_t tuple : space.tuple_of_row()) {
        result.of_row.push_back(of_tuple[static_cast<std::size_t>(tuple)]);
    }
    return result;
}

Measurement assess_semantic_clustering_loss(const AssessInput& input,
                                            const SemanticClusteringLossParams& params) {
    check_tables(input);
    Measurement result;
    if (input.masked.rows() == 0) {
        result.warnings.push_back("nothing could be compared: the value is 0");
        return result;
    }
    const Table released =
        input.origin.empty() ? input.original : input.original.gather(input.origin);
    const Clustered before = cluster(input, released, params);
    const Clustered after = cluster(input, input.masked, params);
    const PartitionSimilarity alike =
        partition_similarity(input.context, before.of_row, after.of_row);
    result.value = 100 * (1 - alike.mantaras);
    result.details["partition_distance"] = 1 - alike.mantaras;
    result.details["adjusted_rand"] = alike.adjusted_rand;
    result.details["clusters"] = {{"masked", after.clusters}};
    result.about_original["clusters"] = {{"original", before.clusters}};
    return result;
}

}  // namespace

Method semantic_clustering_loss() {
    return make_loss(
        MethodInfo{
            .name = "semantic-clustering-loss",
            .title = "Semantic clustering loss",
            .summary = "How unlike the groups of like meaning are, before and after.",
            .description =
                "Clusters the original and the masked records by what they mean (Ward's "
                "hierarchical method on the distances of `semantic-linkage`, squared) and compares "
                "the two partitions by the distance of López de Mántaras: 0 percent where both "
                "group the records alike, 100 where knowing one partition tells nothing about the "
                "other. Without `clusters`, each table is cut into as many groups, from 2 to 15, "
                "as separate it best (the index of Calinski and Harabasz). Use it when the release "
                "serves for finding groups of people by their answers, diagnoses or occupations. "
                "Equal records are one, and at most 15,000 different ones can be clustered. "
                "Numbers are measured by the range of their own table. Where rows were dropped, "
                "the released records are compared. Missing is a value of its own, far from all "
                "others.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"martinez2012textual", "batet2008semantic", "ward1963hierarchical",
                      "murtagh1983survey", "calinski1974dendrite", "mantaras1991distance"},
            .example = {{"clusters", 3}},
            .in_words =
                "The original and the release are put into groups of like meaning. It says how "
                "unlike the two partitions of the people are, where 0 % means the same groups.",
            .scale = Scale::loss},
        semantic_clustering_loss_schema(), assess_semantic_clustering_loss);
}

}  // namespace lethe::loss
