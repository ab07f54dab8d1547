#include "lethe/vectors/measure/vector_linkage.h"

#include <vector>

#include "lethe/core/parallel.h"
#include "lethe/vectors/make/distinct_rows.h"
#include "lethe/vectors/protect/row_products.h"

namespace lethe::vectors {

RightLinks vector_linkage(const Context& context, const SparseRows& original,
                          const SparseRows& published) {
    const SparseRows held = with_unit_norms(original);
    const DistinctRows released = distinct_rows(with_unit_norms(published));
    const RowProducts products(released.rows);
    std::vector<Nearest> links(static_cast<std::size_t>(held.rows()));
    constexpr std::int64_t kChunk = 64;
    parallel_chunks(
        context, held.rows(), kChunk, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            std::vector<double> cosines;
            for (std::int64_t row = begin; row < end; ++row) {
                products.of(held[row], cosines);
                Nearest& nearest = links[static_cast<std::size_t>(row)];
                for (std::size_t to = 0; to < cosines.size(); ++to) {
                    nearest.offer(1 - cosines[to], released.places[released.begin[to]],
                                  released.count[to]);
                }
                const auto own =
                    static_cast<std::size_t>(released.of[static_cast<std::size_t>(row)]);
                nearest.has_match = 1 - cosines[own] == nearest.distance;
            }
        });
    return right_links(links);
}

Json to_json(const RightLinks& links, std::int64_t smallest) {
    Json result = Json::object();
    links.describe(result);
    result["bound"] = smallest > 0 ? 100.0 / static_cast<double>(smallest) : 100.0;
    return result;
}

}  // namespace lethe::vectors
