#include "lethe/vectors/measure/vector_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/vectors/make/distinct_rows.h"
#include "lethe/vectors/make/vector_defaults.h"
#include "lethe/vectors/measure/vector_pair.h"
#include "lethe/vectors/protect/row_products.h"

namespace lethe::vectors {
namespace {

constexpr std::size_t kNothingShared = DistanceHistogram::kBins - 1;

std::size_t bin_of(double cosine) {
    if (cosine <= 0) return kNothingShared;
    const double place = std::floor(10 * (1 - cosine));
    return static_cast<std::size_t>(std::clamp(place, 0.0, 9.0));
}

SparseRows sampled(const SparseRows& rows, std::int64_t most, const Random& random) {
    if (rows.rows() <= most) return rows;
    SparseRows result(rows.columns());
    for (const std::int64_t row : random_subset(random.stream("documents"), rows.rows(), most)) {
        result.append(rows[row]);
    }
    return result;
}

}  // namespace

VectorStatistics vector_statistics(const SparseRows& rows) {
    VectorStatistics result{.documents = rows.rows(), .entries = rows.entries()};
    ExactSum weight;
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        for (const double value : rows[r].values) weight.add(value);
    }
    result.terms = std::ranges::count(used_columns(rows), true);
    if (result.entries == 0) return result;
    const auto documents = static_cast<double>(result.documents);
    const auto entries = static_cast<double>(result.entries);
    const double all = documents * static_cast<double>(result.terms);
    result.density = entries / all;
    result.terms_per_document = entries / documents;
    result.mean_weight = weight.value() / entries;
    result.mean_of_all = weight.value() / all;
    return result;
}

std::int64_t DistanceHistogram::all() const {
    return std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0});
}

double DistanceHistogram::share(std::size_t bin) const {
    const std::int64_t sum = all();
    return sum > 0 ? static_cast<double>(pairs[bin]) / static_cast<double>(sum) : 0;
}

DistanceHistogram distance_histogram(const Context& context, const SparseRows& rows,
                                     std::int64_t most, const Random& random) {
    const DistinctRows distinct = distinct_rows(with_unit_norms(sampled(rows, most, random)));
    const RowProducts products(distinct.rows);
    using Pairs = std::array<std::int64_t, DistanceHistogram::kBins>;
    constexpr std::int64_t kChunk = 64;
    const Pairs pairs = parallel_reduce(
        context, distinct.size(), Pairs{},
        [&](std::int64_t begin, std::int64_t end) {
            Pairs part{};
            std::vector<double> cosines;
            for (std::int64_t a = begin; a < end; ++a) {
                const std::int64_t count = distinct.count[static_cast<std::size_t>(a)];
                const bool empty = distinct.rows[a].size() == 0;
                part[empty ? kNothingShared : 0] += count * (count - 1) / 2;
                products.of(distinct.rows[a], cosines, a + 1);
                for (auto b = static_cast<std::size_t>(a) + 1; b < cosines.size(); ++b) {
                    part[bin_of(cosines[b])] += count * distinct.count[b];
                }
            }
            return part;
        },
        [](Pairs& total, const Pairs& part) {
            for (std::size_t bin = 0; bin < part.size(); ++bin) total[bin] += part[bin];
        },
        kChunk);
    return {pairs, std::min(most, rows.rows())};
}

double difference(const DistanceHistogram& a, const DistanceHistogram& b) {
    double sum = 0;
    for (std::size_t bin = 0; bin < DistanceHistogram::kBins; ++bin) {
        sum += std::abs(a.share(bin) - b.share(bin));
    }
    return std::min(1.0, sum / 2);
}

Json to_json(const VectorStatistics& statistics) {
    return {{"documents", statistics.documents},
            {"terms", statistics.terms},
            {"entries", statistics.entries},
            {"density", statistics.density},
            {"terms_per_document", statistics.terms_per_document},
            {"mean_weight", statistics.mean_weight},
            {"mean_of_all", statistics.mean_of_all}};
}

Json to_json(const DistanceHistogram& histogram) {
    Json shares = Json::array();
    for (std::size_t bin = 0; bin < DistanceHistogram::kBins; ++bin) {
        shares.push_back(histogram.share(bin));
    }
    return {{"shares", std::move(shares)}, {"documents", histogram.documents}};
}

namespace {

struct StatisticsParams {
    std::int64_t most = kMostCompared;
};

Measurement assess_statistics(const AssessInput& input, const StatisticsParams& params) {
    const VectorPair pair = vector_pair(input);
    const auto distances_of = [&](const SparseRows& rows) {
        return distance_histogram(input.context, rows, params.most, input.random);
    };
    const DistanceHistogram before = distances_of(pair.original);
    const DistanceHistogram after = distances_of(pair.published);
    Measurement result;
    result.value = 100 * difference(before, after);
    result.details = {{"statistics", to_json(vector_statistics(pair.published))},
                      {"distances", to_json(after)}};
    result.about_original = {{"statistics", to_json(vector_statistics(pair.original))},
                             {"distances", to_json(before)}};
    if (after.documents < pair.published.rows()) {
        result.warnings.push_back(fmt::format(
            "Distances are those between {} documents, a random sample.", after.documents));
    }
    return result;
}

}  // namespace

Method vector_statistics_method() {
    return make_assessment(
        Family::loss,
        MethodInfo{
            .name = "vector-statistics",
            .title = "Statistics of document vectors",
            .summary = "How far the distances between documents are distributed otherwise.",
            .description =
                "Distances, 1 - cosine, of all pairs of documents are counted in ten bins of 0.1, "
                "and pairs that share no term in one of their own, before and after. The value is "
                "the share of pairs that would have to lie in another bin for both to be the same, "
                "in percent: 0 where the distances are distributed alike, 100 where no bin is "
                "shared. Beside it stand how many terms there are, how full the vectors are and "
                "how heavy their weights. Use it to see what protecting did to the shape of a "
                "collection: groups of equal documents, denser vectors, fewer pairs without a "
                "common term. Beware: it compares distributions, not documents, so that exchanging "
                "documents changes nothing. Of more than `most` documents a random sample is "
                "compared, the same before and after; the time grows with its square.",
            .kinds = {Kind::numeric},
            .properties = {Property::random, Property::pairwise},
            .cites = {"abril2014privacy"},
            .example = {{"most", 2000}},
            .in_words = "How far apart documents lie, before and after.",
            .scale = Scale::loss,
            .details = {{"statistics", "Published vectors", false, "figure"},
                        {"distances", "Shares of pairs by distance", false, "figure"}},
            .by_default = true},
        Schema<StatisticsParams>().field(
            "most", &StatisticsParams::most,
            "Documents whose distances are all measured; of more a random sample is drawn",
            at_least(2)),
        assess_statistics);
}

}  // namespace lethe::vectors
