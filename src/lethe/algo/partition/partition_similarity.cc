#include "lethe/algo/partition/partition_similarity.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lethe/algo/statistics/cell_counts.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

std::int64_t pairs_of(std::int64_t records) { return records * (records - 1) / 2; }

std::int32_t bound_of(std::span<const std::int32_t> classes) {
    return classes.empty() ? 0 : *std::max_element(classes.begin(), classes.end()) + 1;
}

std::vector<std::int64_t> sizes_of(std::span<const std::int32_t> classes) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(bound_of(classes)), 0);
    for (const std::int32_t c : classes) ++sizes[static_cast<std::size_t>(c)];
    return sizes;
}

std::int64_t pairs_within(const std::vector<std::int64_t>& sizes) {
    std::int64_t pairs = 0;
    for (const std::int64_t size : sizes) pairs += pairs_of(size);
    return pairs;
}

// Sum of n log n: N log N minus this is N times the entropy.
double sum_of_logs(const std::vector<std::int64_t>& sizes) {
    double sum = 0;
    for (const std::int64_t size : sizes) {
        if (size > 1) sum += static_cast<double>(size) * std::log(static_cast<double>(size));
    }
    return sum;
}

double quotient_or_zero(double part, double whole) { return whole > 0 ? part / whole : 0; }

double adjusted_rand(const PairCounts& pairs) {
    const auto both = static_cast<double>(pairs.both);
    const auto of_p = static_cast<double>(pairs.both + pairs.first);
    const auto of_q = static_cast<double>(pairs.both + pairs.second);
    const double expected = of_p * of_q / static_cast<double>(pairs.all());
    const double most = (of_p + of_q) / 2;
    return most == expected ? 0 : (both - expected) / (most - expected);
}

}  // namespace

PartitionSimilarity partition_similarity(const Context& context, std::span<const std::int32_t> p,
                                         std::span<const std::int32_t> q) {
    if (p.size() != q.size()) {
        throw Error(ErrorKind::internal, "partitions of different numbers of records");
    }
    const std::vector<CodedPair> columns{{p, {}, bound_of(p)}, {q, {}, bound_of(q)}};
    std::vector<std::int64_t> cells;
    for (const Cell& cell : count_cells(context, columns)) cells.push_back(cell.x);
    const std::vector<std::int64_t> of_p = sizes_of(p);
    const std::vector<std::int64_t> of_q = sizes_of(q);
    const auto records = static_cast<std::int64_t>(p.size());

    PartitionSimilarity result;
    PairCounts& pairs = result.pairs;
    pairs.both = pairs_within(cells);
    pairs.first = pairs_within(of_p) - pairs.both;
    pairs.second = pairs_within(of_q) - pairs.both;
    pairs.neither = pairs_of(records) - pairs.both - pairs.first - pairs.second;
    if (pairs.first == 0 && pairs.second == 0) return result;

    const auto both = static_cast<double>(pairs.both);
    const auto in_p = static_cast<double>(pairs.both + pairs.first);
    const auto in_q = static_cast<double>(pairs.both + pairs.second);
    const auto apart = static_cast<double>(pairs.first + pairs.second);
    const auto n = static_cast<double>(records);
    result.rand =
        static_cast<double>(pairs.both + pairs.neither) / static_cast<double>(pairs.all());
    result.adjusted_rand = adjusted_rand(pairs);
    result.jaccard = quotient_or_zero(both, both + apart);
    result.fowlkes_mallows = quotient_or_zero(both, std::sqrt(in_p) * std::sqrt(in_q));
    result.wallace_first = quotient_or_zero(both, in_p);
    result.wallace_second = quotient_or_zero(both, in_q);
    result.mirkin = 2 * apart / (n * n);
    // N H(P, Q) and N (H(P|Q) + H(Q|P)); the first is above 0 where the partitions differ.
    const double joint = n * std::log(n) - sum_of_logs(cells);
    const double conditional = sum_of_logs(of_p) + sum_of_logs(of_q) - 2 * sum_of_logs(cells);
    result.mantaras = std::clamp(1 - conditional / joint, 0.0, 1.0);
    // N (H(P) + H(Q)), of which both halves but the conditional entropies are shared.
    const double both_entropies = 2 * n * std::log(n) - sum_of_logs(of_p) - sum_of_logs(of_q);
    result.information = std::clamp(1 - conditional / both_entropies, 0.0, 1.0);
    return result;
}

}  // namespace lethe
