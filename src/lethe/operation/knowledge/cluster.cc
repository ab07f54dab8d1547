// knowledge cluster: groups of values of like meaning.
#include <algorithm>

#include "lethe/algo/partition/ward.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/shared/semantic_values.h"
#include "lethe/space/tuple_centre.h"

namespace lethe::operation {
namespace {

constexpr std::int64_t kFewestClusters = 2;
constexpr std::int64_t kMostClusters = 15;

struct SemanticClusterOptions {
    SemanticValues values;
    std::optional<std::int64_t> clusters;
    std::string output;
    Replacing replace;
};

struct ValueCluster {
    std::vector<std::int32_t> tuples;
    TupleSpace::Point centre;
    std::int64_t size = 0;
};

// As the loss of semantic clusters has them: Ward's method on the squared distances of values.
std::vector<ValueCluster> value_clusters(const Context& context, const TupleSpace& space,
                                         std::optional<std::int64_t> asked) {
    std::vector<std::int64_t> counts;
    std::vector<TupleSpace::Point> points;
    for (std::int32_t t = 0; t < space.tuples(); ++t) {
        counts.push_back(space.count(t));
        points.push_back(space.tuple_point(t));
    }
    const Dendrogram tree = ward(context, counts, [&](std::int32_t a, std::int32_t b) {
        const double distance = space.mean(space.parts(points[static_cast<std::size_t>(a)], b));
        return distance * distance;
    });
    const std::int64_t number = asked ? std::min<std::int64_t>(*asked, space.tuples())
                                      : tree.best_number(kFewestClusters, kMostClusters);
    const std::vector<std::int32_t> of_tuple = tree.cut(number);
    std::vector<ValueCluster> clusters(
        static_cast<std::size_t>(*std::ranges::max_element(of_tuple)) + 1);
    for (std::int32_t t = 0; t < space.tuples(); ++t) {
        ValueCluster& own =
            clusters[static_cast<std::size_t>(of_tuple[static_cast<std::size_t>(t)])];
        own.tuples.push_back(t);
        own.size += space.count(t);
    }
    for (ValueCluster& cluster : clusters) {
        TupleCentre centre(space, {CentreKind::semantic, {}});
        for (const std::int32_t t : cluster.tuples) centre.add(t, space.count(t));
        cluster.centre = centre.point();
    }
    std::ranges::stable_sort(clusters, std::greater(), &ValueCluster::size);
    return clusters;
}

Answer cluster_values(const SemanticClusterOptions& options, Door& door) {
    release::refuse_overwrite(options.output, options.values.inputs());
    const ValueSet set = options.values.open(door);
    const TupleSpace& space = *set.space;
    Json clusters = Json::array();
    std::vector<std::vector<std::string>> lines{{"value", "cluster", "centre", "concept"}};
    for (const ValueCluster& cluster : value_clusters(door.context(), space, options.clusters)) {
        Json members = Json::array();
        std::int64_t parts = 0;
        const std::string number = std::to_string(clusters.size() + 1);
        for (const std::int32_t t : cluster.tuples) {
            members.push_back({{"label", set.text(t)}, {"count", space.count(t)}});
            parts += space.count(t) * space.parts(cluster.centre, t);
            for (const auto& [text, times] : set.texts[static_cast<std::size_t>(t)]) {
                lines.push_back({text, number, set.text(cluster.centre), set.id(cluster.centre)});
            }
        }
        clusters.push_back(
            {{"centre", set.text(cluster.centre)},
             {"id", set.id(cluster.centre)},
             {"size", cluster.size},
             {"mean_distance", space.mean(parts) / static_cast<double>(cluster.size)},
             {"members", std::move(members)}});
    }
    Json result{{"kind", "semantic-clusters"},
                {"about", "original"},
                {"column", set.column},
                {"name", set.taxonomy},
                {"measure", name(options.values.measure)},
                {"values", set.values},
                {"missing", set.missing},
                {"different", space.tuples()},
                {"clusters", std::move(clusters)}};
    if (!options.output.empty()) {
        options.replace.check(options.output, OutputKind::table, "value,cluster,centre,concept\n");
        write_value_table(options.output, lines);
        result["output"] = options.output;
    }
    return {std::move(result)};
}

void check_cluster(const SemanticClusterOptions& options, const Door&, Problems& problems) {
    options.values.check(problems);
}

}  // namespace

Operation knowledge_cluster() {
    using O = SemanticClusterOptions;
    return make_operation(
        {.name = "cluster",
         .words = {"knowledge", "cluster"},
         .summary = "Groups of values of like meaning, each with its centre",
         .notes = "Ward's hierarchical clustering of the values by their semantic distances, as "
                  "the loss of semantic clusters has it. The file that -o writes says of each "
                  "value its cluster and the centre of that; it holds values of the data, and only "
                  "you can read it.",
         .examples = {"lethe knowledge cluster --values hiking,swimming,ducks,eagle,nurse,teacher",
                      "lethe sample survey --rows 200 --seed 1 -o visitors.csv",
                      "lethe knowledge cluster visitors.csv --column activity --clusters 4 -o "
                      "clusters.csv"}},
        Schema<O>()
            .include(&O::values, SemanticValues::schema())
            .field("clusters", &O::clusters,
                   "How many (default: as many, from 2 to 15, as separate the values best)",
                   at_least(1))
            .shown("N")
            .field("output", &O::output, "Also write value, cluster and centre (CSV)")
            .output(OutputKind::own)
            .letter('o')
            .shown("FILE")
            .include(&O::replace, Replacing::schema()),
        cluster_values, check_cluster);
}

}  // namespace lethe::operation
