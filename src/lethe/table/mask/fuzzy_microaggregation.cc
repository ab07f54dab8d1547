// Fuzzy microaggregation: records belong to several clusters, and each is shown as the centre of
// one that is drawn by its memberships.
//
// Plain microaggregation tells an intruder which cluster a record went to: the nearest one or two.
// Here every centre has a positive probability, so that no record of the release can be excluded.
// The centres start from those of MDAV, with fuzziness m1 they settle by fuzzy c-means, and with m2
// the memberships are taken from which is drawn. Nothing makes sure that k records draw a centre:
// how often each combination is published is counted and said.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "lethe/algo/partition/fuzzy_c_means.h"
#include "lethe/algo/partition/mdav.h"
#include "lethe/core/parallel.h"
#include "lethe/data/groups.h"
#include "lethe/method/method.h"
#include "lethe/space/numeric.h"
#include "lethe/table/mask/parts/column_groups.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

struct FuzzyMicroaggregationParams : GroupParams {
    std::int64_t k = 5;
    double m1 = 1.2;
    double m2 = 1.2;
    bool per_attribute = false;
    std::int64_t rounds = 300;
};

constexpr double kSettled = 1e-6;   // in deviations
constexpr double kMostWork = 1e12;  // records x centres x rounds: about an hour on a thread

Schema<FuzzyMicroaggregationParams> fuzzy_microaggregation_schema() {
    const auto own =
        Schema<FuzzyMicroaggregationParams>()
            .field("k", &FuzzyMicroaggregationParams::k, "records a cluster, on average",
                   at_least(2))
            .field("m1", &FuzzyMicroaggregationParams::m1,
                   "fuzziness of the clusters: near 1 they are crisp, above 2 they run together",
                   above(1))
            .field("m2", &FuzzyMicroaggregationParams::m2,
                   "fuzziness of the draw: near 1 the nearest centre is published, a large m2 "
                   "publishes any",
                   above(1))
            .field("per_attribute", &FuzzyMicroaggregationParams::per_attribute,
                   "draw a centre for each column on its own instead of one for the record")
            .field("rounds", &FuzzyMicroaggregationParams::rounds,
                   "most rounds in which the centres may move", at_least(1));
    return with_column_groups(own);
}

std::vector<double> first_centres(const Context& context, const NumericSpace& space,
                                  std::int64_t k) {
    const ClusterRows rows(lethe::mdav(context, space, k));
    std::vector<double> centres;
    for (std::int32_t cluster = 0; cluster < rows.count(); ++cluster) {
        const NumericSpace::Point centre = space.centroid(rows[cluster]);
        centres.insert(centres.end(), centre.begin(), centre.end());
    }
    return centres;
}

// A place in `weights`, in proportion to them.
std::size_t drawn_place(const std::vector<double>& weights, double sum, double uniform) {
    double left = uniform * sum;
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] == 0) continue;
        if (left < weights[i]) return i;
        left -= weights[i];
        last = i;
    }
    return last;
}

// The centre of each cell: rows x columns.
std::vector<std::int32_t> drawn_centres(const MaskInput& input, const NumericSpace& space,
                                        const std::vector<double>& centres,
                                        const FuzzyMicroaggregationParams& params) {
    const Memberships memberships(centres, space.dims(), params.m2);
    const std::size_t columns = input.columns.size();
    std::vector<Stream> streams;
    for (const std::string& name : input.columns) {
        streams.push_back(
            input.random.stream(params.per_attribute ? name : "centre of the record"));
    }
    std::vector<std::int32_t> drawn(static_cast<std::size_t>(space.rows()) * columns);
    constexpr std::int64_t kChunk = 256;
    Progress progress(input.context, "drawing centres", space.rows());
    parallel_chunks(
        input.context, space.rows(), kChunk, [&](std::int64_t begin, std::int64_t end, auto) {
            std::vector<double> weight(static_cast<std::size_t>(memberships.centres()));
            std::vector<double> ratio(weight.size());
            for (std::int64_t row = begin; row < end; ++row) {
                const double sum =
                    memberships.weigh(space.points().at(row), weight.data(), ratio.data());
                std::int32_t* own = &drawn[static_cast<std::size_t>(row) * columns];
                for (std::size_t j = 0; j < columns; ++j) {
                    if (j > 0 && !params.per_attribute) {
                        own[j] = own[0];
                        continue;
                    }
                    own[j] = static_cast<std::int32_t>(
                        drawn_place(weight, sum, streams[j].at(row).uniform()));
                }
            }
            progress.add(end - begin);
        });
    return drawn;
}

std::vector<ColumnPtr> published(const MaskInput& input, const std::vector<ColumnScale>& scales,
                                 const std::vector<double>& centres,
                                 const std::vector<std::int32_t>& drawn) {
    const std::size_t columns = input.columns.size();
    std::vector<ColumnPtr> result;
    for (std::size_t j = 0; j < columns; ++j) {
        result.push_back(map_numbers(input, input.columns[j], [&](double, std::int64_t row) {
            const auto centre =
                static_cast<std::size_t>(drawn[static_cast<std::size_t>(row) * columns + j]);
            return scales[j].centre + centres[centre * columns + j] * scales[j].deviation;
        }));
    }
    return result;
}

// How often each published combination occurs: {"1": 12} means that 12 of them occur once.
void count_multiplicities(const MaskInput& input, std::int64_t k, MaskOutput& output) {
    const Table table = input.table.select(input.columns).with(output.changed);
    const Groups groups = group_rows(input.context, table, input.columns);
    Json combinations = Json::object();
    std::int64_t alone = 0, few = 0;
    for (const auto& [size, times] : size_histogram(groups.sizes)) {
        combinations[std::to_string(size)] = times;
        if (size == 1) alone = times;
        if (size < k) few += times * size;
    }
    output.facts["published_combinations"] = groups.classes();
    output.facts["multiplicities"] = std::move(combinations);
    output.facts["records_alone"] = alone;
    if (few > 0) {
        output.warnings.push_back(fmt::format(
            "not k-anonymous: {} records share their published values with fewer than {} others",
            few, k - 1));
    }
}

// One group of columns.
MaskOutput mask_together(const MaskInput& input, const FuzzyMicroaggregationParams& params) {
    MaskOutput output;
    const auto scales = column_scales(input.context, input.table, input.columns, Scaling::zscore);
    const NumericSpace space = numeric_space(input.context, input.table, input.columns, scales);
    const FuzzyClusters clusters =
        fuzzy_c_means(input.context, space, first_centres(input.context, space, params.k),
                      params.m1, params.rounds, kSettled);
    output.changed = published(input, scales, clusters.centres,
                               drawn_centres(input, space, clusters.centres, params));
    output.facts["clusters"] = std::ssize(clusters.centres) / space.dims();
    output.facts["rounds"] = clusters.rounds;
    output.facts["settled"] = clusters.settled;
    if (!clusters.settled) {
        output.warnings.push_back(fmt::format(
            "the centres still moved after {} rounds; the release is valid all the same",
            clusters.rounds));
    }
    return output;
}

MaskOutput apply_fuzzy_microaggregation(const MaskInput& input,
                                        const FuzzyMicroaggregationParams& params) {
    MaskOutput output;
    if (input.table.rows() == 0) {
        for (const std::string& name : input.columns) {
            output.changed.push_back(input.table.column_ptr(name));
        }
        return output;
    }
    const ColumnGroups groups = column_groups(input.columns, params);
    if (groups.size() == 1) {
        output = mask_together(input, params);
    } else {
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const MaskInput own{input.table, groups[g], input.random.part(g), input.context};
            MaskOutput part = mask_together(own, params);
            output.changed.insert(output.changed.end(), part.changed.begin(), part.changed.end());
            part.facts["columns"] = groups[g];
            output.facts["parts"].push_back(std::move(part.facts));
            output.warnings.insert(output.warnings.end(), part.warnings.begin(),
                                   part.warnings.end());
        }
    }
    count_multiplicities(input, params.k, output);
    return output;
}

void check_fuzzy_microaggregation(const Table& table, std::span<const std::string> columns,
                                  const FuzzyMicroaggregationParams& params, const Place& place,
                                  Problems& problems) {
    check_column_groups(columns, params, place, problems);
    if (table.rows() > 0 && table.rows() / 2 < params.k) {
        problems.push_back({fmt::format("two clusters of k = {} are the least, but the table has "
                                        "{} rows",
                                        params.k, table.rows()),
                            within(place, "k"), ErrorKind::unmet});
    }
    const auto rows = static_cast<double>(table.rows());
    const double work = rows * std::floor(rows / static_cast<double>(params.k)) *
                        static_cast<double>(params.rounds);
    if (work <= kMostWork) return;
    const double least = std::ceil(rows * rows * static_cast<double>(params.rounds) / kMostWork);
    problems.push_back({fmt::format("{} rows in clusters of {} would take far too long in up to {} "
                                    "rounds; a k of at least {:.0f}, or fewer rounds, is possible",
                                    table.rows(), params.k, params.rounds, least),
                        within(place, "k")});
}

}  // namespace

Method fuzzy_microaggregation() {
    return make_mask(
        MethodInfo{
            .name = "fuzzy-microaggregation",
            .title = "Fuzzy microaggregation",
            .summary = "Shows each record as the centre of a fuzzy cluster, drawn at random.",
            .description =
                "Clusters of about k records are formed by fuzzy c-means, which starts from the "
                "groups of MDAV: every record belongs to every cluster to some degree, to near "
                "ones most. Each record then draws one cluster with these degrees as "
                "probabilities, and its values give way to the cluster's centre. Any centre can "
                "come up, so that an intruder who knows the method and its parameters can exclude "
                "no record with certainty, as the intersection attack does with plain "
                "microaggregation. Use it when the method is published and microaggregation in "
                "groups of columns would be attacked. `per_attribute` draws for each column "
                "anew, which breaks the combinations up and loses more. `groups` and `group_size` "
                "cluster and draw groups of columns apart, in one step: less is lost, and the "
                "combinations of groups are the person's own. Beware: it is not "
                "k-anonymous; the release record says how often each published combination "
                "occurs, and some occur once. An outlier may get a centre of its own, which tells "
                "its "
                "values nearly as they are. Means and variances are not kept. The time grows "
                "with rows x rows / k; tables that would take hours are refused. Columns are "
                "standardised. A missing value stands in as the column's mean and stays missing.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::random, Property::pairwise},
            .cites = {"domingo2003fuzzy", "torra2020fuzzy", "torra2015transparency"},
            .example = {{"k", 3}},
            .effect = Effect::memberships},
        fuzzy_microaggregation_schema(), apply_fuzzy_microaggregation,
        check_fuzzy_microaggregation);
}

}  // namespace lethe::mask
