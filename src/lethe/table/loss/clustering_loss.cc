// Clustering-based loss: whether the release falls into the same clusters as the original.
//
// Both files are clustered by the same algorithm (c-medians: medians of ordered categories, the
// most frequent of others, means of numbers, semantic centres where a column has a taxonomy), with
// the same number of clusters and the same rule for the start, on the scales of the original. The
// two partitions of the records are compared by five indices of similarity; the loss is what their
// mean lacks to 1, averaged over several numbers of clusters.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "lethe/algo/partition/c_medians.h"
#include "lethe/algo/partition/partition_similarity.h"
#include "lethe/method/comparison.h"
#include "lethe/method/tuple_params.h"
#include "lethe/space/categories.h"
#include "lethe/space/numeric.h"
#include "lethe/space/tuple_rows.h"

namespace lethe::loss {
namespace {

struct ClusteringLossParams : MeasureParams {
    std::vector<std::int64_t> c = {2, 3, 5, 10};
};

Schema<ClusteringLossParams> clustering_loss_schema() {
    return with_measure_params(Schema<ClusteringLossParams>().field(
        "c", &ClusteringLossParams::c, "numbers of clusters; the value is the mean over them",
        at_least(2)));
}

struct SimilarityIndex {
    std::string_view name;
    double PartitionSimilarity::*value;
};

constexpr std::array kIndices = {
    SimilarityIndex{"rand", &PartitionSimilarity::rand},
    SimilarityIndex{"adjusted_rand", &PartitionSimilarity::adjusted_rand},
    SimilarityIndex{"jaccard", &PartitionSimilarity::jaccard},
    SimilarityIndex{"wallace", &PartitionSimilarity::fowlkes_mallows},
    SimilarityIndex{"mantaras", &PartitionSimilarity::mantaras}};

// Less alike than chance would be is not alike.
double similarity(const PartitionSimilarity& found, const SimilarityIndex& index) {
    return std::max(0.0, found.*index.value);
}

double mean_similarity(const PartitionSimilarity& found) {
    double sum = 0;
    for (const SimilarityIndex& index : kIndices) sum += similarity(found, index);
    return sum / static_cast<double>(kIndices.size());
}

template <Space S>
std::vector<PartitionSimilarity> compare_partitions(const Context& context, const S& original,
                                                    const S& masked,
                                                    const std::vector<std::int64_t>& numbers) {
    std::vector<PartitionSimilarity> found;
    for (const std::int64_t c : numbers) {
        found.push_back(partition_similarity(context, c_medians(context, original, c).of,
                                             c_medians(context, masked, c).of));
    }
    return found;
}

// What the numbers of the original reach over, by column.
using Ranges = std::vector<std::pair<std::string, double>>;

Ranges column_ranges(const Table& original, std::span<const std::string> columns) {
    Ranges ranges;
    for (const std::string& name : columns) {
        const Column& column = original.column(name);
        if (!column.is_numeric()) continue;
        double least = std::numeric_limits<double>::infinity();
        double most = -least;
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (!column.valid(row)) continue;
            least = std::min(least, column.numbers()[static_cast<std::size_t>(row)]);
            most = std::max(most, column.numbers()[static_cast<std::size_t>(row)]);
        }
        ranges.emplace_back(name, least < most ? most - least : 1.0);
    }
    return ranges;
}

// The table with its numbers in parts of these ranges.
Table in_ranges(const Table& table, const Ranges& ranges) {
    std::vector<ColumnPtr> changed;
    for (const auto& [name, range] : ranges) {
        const Column& column = table.column(name);
        if (!column.is_numeric()) continue;
        std::vector<double> numbers(column.numbers().begin(), column.numbers().end());
        for (double& number : numbers) number /= range;
        changed.push_back(Column::numeric(name, std::move(numbers), column.validity()));
    }
    return table.with(changed);
}

std::vector<PartitionSimilarity> compare_partitions(const AssessInput& input,
                                                    const MeasureOptions& measure,
                                                    const std::vector<std::int64_t>& numbers) {
    const Context& context = input.context;
    const Table original =
        input.origin.empty() ? input.original : input.original.gather(input.origin);
    if (has_meaning(original, input.columns)) {
        const auto ranges = column_ranges(original, input.columns);
        const TupleSpace::Options options{.measure = measure, .standardise = false};
        const TupleSpace before(context, in_ranges(original, ranges), input.columns, options);
        const TupleSpace after(context, in_ranges(input.masked, ranges), input.columns, options);
        return compare_partitions(context, TupleRows(before), TupleRows(after), numbers);
    }
    const bool all_numeric =
        std::all_of(input.columns.begin(), input.columns.end(), [&](const std::string& name) {
            return original.column(name).is_numeric() && input.masked.column(name).is_numeric();
        });
    if (all_numeric) {
        const auto scales = column_scales(context, original, input.columns, Scaling::zscore);
        return compare_partitions(context, numeric_space(context, original, input.columns, scales),
                                  numeric_space(context, input.masked, input.columns, scales),
                                  numbers);
    }
    const CategoryScales scales = category_scales(context, original, input.columns);
    return compare_partitions(context, CategorySpace(context, scales, original, input.columns),
                              CategorySpace(context, scales, input.masked, input.columns), numbers);
}

Measurement assess_clustering_loss(const AssessInput& input, const ClusteringLossParams& params) {
    check_tables(input);
    Measurement result;
    std::vector<std::int64_t> numbers = params.c;
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    const auto possible = std::partition_point(
        numbers.begin(), numbers.end(), [&](std::int64_t c) { return c <= input.masked.rows(); });
    if (possible != numbers.end()) {
        result.warnings.push_back(fmt::format(
            "{} records do not make {} clusters: only smaller numbers of clusters are compared",
            input.masked.rows(), *possible));
        numbers.erase(possible, numbers.end());
    }
    Json by_c = Json::object();
    Json by_index = Json::object();
    for (const SimilarityIndex& index : kIndices) by_index[std::string(index.name)] = 0.0;
    if (!numbers.empty()) {
        const std::vector<PartitionSimilarity> found =
            compare_partitions(input, params.options(), numbers);
        const auto count = static_cast<double>(found.size());
        double sum = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const double lost = 1 - mean_similarity(found[i]);
            by_c[std::to_string(numbers[i])] = 100 * lost;
            sum += lost;
            for (const SimilarityIndex& index : kIndices) {
                Json& total = by_index[std::string(index.name)];
                total = total.get<double>() + similarity(found[i], index) / count;
            }
        }
        result.value = std::clamp(100 * sum / count, 0.0, 100.0);
    }
    result.details["by_c"] = std::move(by_c);
    result.details["similarity"] = std::move(by_index);
    if (numbers.empty()) result.warnings.push_back("nothing could be compared: the value is 0");
    return result;
}

}  // namespace

Method clustering_loss() {
    return make_loss(
        MethodInfo{
            .name = "clustering-loss",
            .title = "Clustering-based loss",
            .summary = "How unlike the clusters of the original and of the release are.",
            .description =
                "Clusters the original and the masked records by the same algorithm (c-medians, "
                "from a start without chance) into `c` clusters, and compares the two partitions "
                "of the records by the indices of Rand, adjusted Rand, Jaccard, Wallace (the "
                "geometric mean of its two sides, also named after Fowlkes and Mallows) and López "
                "de Mántaras. The value is 100 (1 - mean similarity), averaged over the numbers of "
                "clusters. Use it when the release serves for finding groups of people: a masking "
                "can move every value a little and leave the clusters as they were, or keep every "
                "table of counts and break them. The more clusters, the less stable are those of "
                "the original itself. Numbers are standardised; with categories among the columns "
                "distances are those of `distance-linkage`. A missing value stands at the centre "
                "of its column. Where a column has a taxonomy both files are clustered by meaning, "
                "over the distances and centres of `sa-mdav`: concepts by `measure`, numbers by "
                "the range of the original, and a missing value is then far from all others. "
                "Where rows were dropped, the released records are compared.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::mean,
            .properties = {},
            .cites = {"mares2013categorical", "rand1971objective", "hubert1985comparing",
                      "fowlkes1983method", "mantaras1991distance"},
            .example = {{"c", {2, 3, 5}}},
            .in_words = "The original and the release are put into clusters by the same procedure. "
                        "It says how unlike the two partitions of the people are, where 0 % means "
                        "the same clusters.",
            .scale = Scale::loss,
            .details = {{"by_c", "unlike", true, "number of clusters"},
                        {"similarity", "similarity of the partitions", false, "index"}}},
        clustering_loss_schema(), assess_clustering_loss);
}

}  // namespace lethe::loss
