#include "lethe/vectors/measure/vector_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/vectors/make/distinct_rows.h"
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

}  // namespace lethe::vectors
