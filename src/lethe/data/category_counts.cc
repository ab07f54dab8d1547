#include "lethe/data/category_counts.h"

#include <algorithm>

#include "lethe/core/parallel.h"

namespace lethe {

std::vector<std::int64_t> category_counts(const Context& context, const Column& column) {
    using Counts = std::vector<std::int64_t>;
    const auto codes = column.codes();
    const Counts none(column.dictionary().size(), 0);
    // A chunk is never shorter than the dictionary, so that adding up costs no more than counting.
    const auto chunk = std::max<std::int64_t>(kDefaultChunk, std::ssize(none));
    return parallel_reduce(
        context, column.size(), none,
        [&](std::int64_t begin, std::int64_t end) {
            Counts counts = none;
            for (std::int64_t row = begin; row < end; ++row) {
                if (!column.valid(row)) continue;
                ++counts[static_cast<std::size_t>(codes[static_cast<std::size_t>(row)])];
            }
            return counts;
        },
        [](Counts& total, const Counts& part) {
            for (std::size_t code = 0; code < total.size(); ++code) total[code] += part[code];
        },
        chunk);
}

}  // namespace lethe
