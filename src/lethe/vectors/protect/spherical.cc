// For unit vectors 1 - cosine is half the squared Euclidean distance, so both geometries put
// documents into the same order of distance, from each other and from their centre: the groups of
// spherical and of classical microaggregation are the same. What is published of a group differs.
// With s the sum of its n vectors, the unit vector with the least sum of 1 - cosine is s / |s|, and
// that sum is n - |s|; the source prints another denominator, against its own proof.
//
// A group's sum is made of as many terms as its documents have together, so published vectors grow
// denser with k. Cut to their heaviest terms (and made unit length again) they stay small; how much
// that adds to the loss is measured.
#include "lethe/vectors/protect/spherical.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lethe/algo/partition/mdav.h"
#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/space/sparse.h"
#include "lethe/vectors/make/document_vectors.h"
#include "lethe/vectors/make/term_correlations.h"
#include "lethe/vectors/protect/refine_groups.h"

namespace lethe::vectors {
namespace {

using Entries = std::vector<std::pair<std::int32_t, double>>;

// The sum of some rows, columns ascending. `sums` is 0 everywhere, before and after.
Entries sum_of_members(const SparseRows& rows, std::span<const std::int64_t> members,
                       std::vector<double>& sums) {
    Entries entries;
    for (const std::int64_t member : members) {
        const SparseRow row = rows[member];
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            double& sum = sums[static_cast<std::size_t>(row.columns[i])];
            if (sum == 0) entries.emplace_back(row.columns[i], 0);
            sum += row.values[i];
        }
    }
    std::ranges::sort(entries);
    for (auto& [column, value] : entries) {
        value = std::exchange(sums[static_cast<std::size_t>(column)], 0);
    }
    return entries;
}

double length_of(const Entries& entries) {
    double squares = 0;
    for (const auto& entry : entries) squares += entry.second * entry.second;
    return std::sqrt(squares);
}

// Its heaviest entries; of equals those of the lower columns.
Entries heaviest(const Entries& entries, std::int64_t most) {
    if (most == 0 || std::ssize(entries) <= most) return entries;
    Entries kept = entries;
    const auto heavier = [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    };
    std::ranges::nth_element(kept, kept.begin() + most, heavier);
    kept.resize(static_cast<std::size_t>(most));
    std::ranges::sort(kept);
    return kept;
}

struct Published {
    Entries entries;
    double loss = 0;      // sum of 1 - cosine over the group
    double loss_cut = 0;  // the same of what is left after cutting
};

// With s the sum and u what is published, the sum of cosines is <s, u> / |u|; here u is s, or what
// is left of it, up to its length.
Published publish(const SparseRows& rows, std::span<const std::int64_t> members,
                  const SphericalOptions& options, std::vector<double>& sums) {
    const Entries sum = sum_of_members(rows, members, sums);
    const auto size = static_cast<double>(members.size());
    Published result{heaviest(sum, options.most_terms), 0, 0};
    const double kept = length_of(result.entries);
    result.loss = std::max(0.0, size - length_of(sum));
    result.loss_cut = std::max(0.0, size - kept);
    const double divisor = options.representative == Representative::spherical ? kept : size;
    for (auto& entry : result.entries) entry.second /= divisor;
    return result;
}

}  // namespace

Microaggregated spherical_microaggregation(const Context& context, const SparseRows& rows,
                                           const SphericalOptions& options) {
    if (options.most_terms < 0) {
        throw Error(ErrorKind::usage, "the number of terms to keep must not be negative");
    }
    check_cluster_size(rows.rows(), options.k);
    check_weights(rows);
    const SparseRows unit = with_unit_norms(rows);
    const SparseRows spread = options.correlations > 0
                                  ? spread_documents(context, unit, unit, options.correlations)
                                  : SparseRows();
    const SparseRows& compared = options.correlations > 0 ? spread : unit;
    const SparseSpace space(compared);
    Microaggregated result;
    result.clusters = mdav(context, space, options.k);
    if (options.refine)
        refine_groups(context, compared, options.k, options.representative, result.clusters);

    const ClusterRows groups(result.clusters);
    std::vector<Published> published(static_cast<std::size_t>(groups.count()));
    constexpr std::int64_t kChunk = 256;
    parallel_chunks(context, groups.count(), kChunk,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        std::vector<double> sums(static_cast<std::size_t>(unit.columns()), 0);
                        for (std::int64_t g = begin; g < end; ++g) {
                            published[static_cast<std::size_t>(g)] =
                                publish(unit, groups[static_cast<std::int32_t>(g)], options, sums);
                        }
                    });
    ExactSum loss;
    ExactSum loss_cut;
    for (const Published& group : published) {
        loss.add(group.loss);
        loss_cut.add(group.loss_cut);
    }
    const auto documents = static_cast<double>(rows.rows());
    result.loss = loss.value() / documents;
    result.loss_when_cut = loss_cut.value() / documents;
    result.rows = SparseRows(rows.columns());
    for (const std::int32_t group : result.clusters.of) {
        for (const auto& [column, value] : published[static_cast<std::size_t>(group)].entries) {
            if (value != 0) result.rows.add(column, value);
        }
        result.rows.end_row();
    }
    return result;
}

}  // namespace lethe::vectors
