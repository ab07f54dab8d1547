// Pre-clustering: similar records first come together, then each cluster is masked on its own.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lethe/algo/partition/c_medians.h"
#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/tuple_params.h"
#include "lethe/space/categories.h"
#include "lethe/space/numeric.h"
#include "lethe/space/tuple_rows.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/masked_parts.h"
#include "lethe/table/mask/parts/microaggregate.h"

namespace lethe::mask {
namespace {

struct ClusteredParams : MeasureParams {
    std::int64_t clusters = 3;
    std::string inside = "mdav";
    Json parameters = Json::object();
};

Schema<ClusteredParams> clustered_schema() {
    return with_measure_params(
        Schema<ClusteredParams>()
            .field("clusters", &ClusteredParams::clusters, "number of clusters", at_least(1))
            .field("inside", &ClusteredParams::inside, "masking method that is run in each cluster")
            .field("parameters", &ClusteredParams::parameters,
                   "parameters of that method: a table"));
}

template <Space S>
Clusters cluster_space(const Context& context, const S& space, std::int64_t clusters,
                       std::int64_t k) {
    return join_small_clusters(space, c_medians(context, space, clusters), k);
}

Clusters cluster_space(const MaskInput& input, const ClusteredParams& params, std::int64_t k) {
    const std::int64_t clusters = params.clusters;
    if (has_meaning(input.table, input.columns)) {
        const TupleSpace space(input.context, input.table, input.columns,
                               {.measure = params.options()});
        return cluster_space(input.context, TupleRows(space), clusters, k);
    }
    const bool numbers =
        std::all_of(input.columns.begin(), input.columns.end(),
                    [&](const std::string& name) { return input.table.column(name).is_numeric(); });
    if (numbers) {
        return cluster_space(
            input.context,
            numeric_space(input.context, input.table, input.columns, Scaling::zscore), clusters, k);
    }
    return cluster_space(input.context, CategorySpace(input.context, input.table, input.columns),
                         clusters, k);
}

MaskOutput apply_clustered(const MaskInput& input, const ClusteredParams& params) {
    const Method& method = find_method(params.inside, Family::mask);
    Problems problems;
    const Json bound = method.bind(params.parameters, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    if (input.table.rows() == 0) return {};
    const ClusterRows clusters(cluster_space(input, params, largest_k(bound)));
    const Table chosen = input.table.select(input.columns);
    std::vector<Table> tables;
    std::vector<MaskOutput> outputs;
    Progress progress(input.context, "masking clusters", clusters.count());
    const Context inside = input.context.silent();
    for (std::int32_t c = 0; c < clusters.count(); ++c) {
        tables.push_back(chosen.gather(clusters[c]));
        outputs.push_back(method.mask({tables.back(), input.columns,
                                       input.random.part(static_cast<std::uint64_t>(c)), inside},
                                      bound));
        progress.add();
    }
    MaskOutput merged = merge_parts(input, clusters, tables, outputs);
    merged.facts["parameters"] = bound;
    return merged;
}

void check_clustered(const Table& table, std::span<const std::string> columns,
                     const ClusteredParams& params, const Place& place, Problems& problems) {
    if (table.rows() > 0 && params.clusters > table.rows()) {
        problems.push_back(
            {fmt::format("{} clusters, but the table has {} rows", params.clusters, table.rows()),
             within(place, "clusters"), ErrorKind::unmet});
    }
    check_inside(params.inside, params.parameters, table, columns, place, problems);
}

}  // namespace

Method clustered() {
    return make_mask(
        MethodInfo{
            .name = "clustered",
            .title = "Masking inside clusters",
            .summary = "Clusters similar records, then runs a masking method in each cluster.",
            .description =
                "Records are clustered by c-medians on the step's columns (distances and centres "
                "as in mdav; a deterministic start), and the method named `inside`, with its own "
                "`parameters`, masks every cluster as if it were a table of its own. Values are "
                "then exchanged, grouped or averaged only among similar records, so that the "
                "structure of the data suffers less: clusterings and regressions come closer to "
                "those of the original. A cluster with fewer records than the method's k joins the "
                "one with the nearest centre, so what is k-anonymous inside the clusters is so as "
                "a whole. Use it with mdav or global-median, or to keep swapping within reach. "
                "Beware: what the method promises holds within a cluster; noise or swapping in "
                "small clusters protects less. Parameters that are relative (percent of the "
                "records, deviations) are taken relative to the cluster. Missing values: for the "
                "clustering they stand in the centre; what becomes of them is up to the method "
                "inside. Where a column has a taxonomy the records are clustered by meaning, over "
                "the distances and centres of `sa-mdav`: concepts by `measure`, numbers by their "
                "range, and a missing value is then far from all others. The method inside has a "
                "`measure` of its own, among its `parameters`.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::mean,
            .properties = {Property::random, Property::changes_rows, Property::makes_missing},
            .cites = {"mares2013categorical"},
            .example = {{"clusters", 3},
                        {"inside", "resampling"},
                        {"parameters", {{"samples", 3}}}}},
        clustered_schema(), apply_clustered, check_clustered);
}

}  // namespace lethe::mask
