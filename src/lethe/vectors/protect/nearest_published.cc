#include "lethe/vectors/protect/nearest_published.h"

#include "lethe/core/parallel.h"

namespace lethe::vectors {

std::vector<std::int32_t> nearest_published(const Context& context, const SparseRows& published,
                                            const SparseRows& added) {
    constexpr std::int64_t kAddedPerTask = 64;
    const SparseRows holders = transposed(published);
    std::vector<double> norms;
    for (std::int64_t p = 0; p < published.rows(); ++p) norms.push_back(norm(published[p]));
    std::vector<std::int32_t> nearest(static_cast<std::size_t>(added.rows()), -1);
    parallel_chunks(context, added.rows(), kAddedPerTask,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        std::vector<double> products(norms.size());
                        for (std::int64_t row = begin; row < end; ++row) {
                            const SparseRow document = added[row];
                            products.assign(norms.size(), 0);
                            // Terms ascend, so products are summed in the order of dot().
                            for (std::size_t i = 0; i < document.columns.size(); ++i) {
                                const SparseRow of_term = holders[document.columns[i]];
                                for (std::size_t j = 0; j < of_term.columns.size(); ++j) {
                                    products[static_cast<std::size_t>(of_term.columns[j])] +=
                                        document.values[i] * of_term.values[j];
                                }
                            }
                            double best = 0;
                            for (std::size_t p = 0; p < norms.size(); ++p) {
                                if (products[p] / norms[p] <= best) continue;
                                best = products[p] / norms[p];
                                nearest[static_cast<std::size_t>(row)] =
                                    static_cast<std::int32_t>(p);
                            }
                        }
                    });
    return nearest;
}

}  // namespace lethe::vectors
