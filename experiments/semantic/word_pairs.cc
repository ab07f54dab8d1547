#include "experiments/semantic/word_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "lethe/data/formats/table_files.h"
#include "lethe/knowledge/word_similarity.h"

namespace lethe::reproduction {

Pairs read_pairs(const ReproduceOptions& options, std::string_view file, const Taxonomy& taxonomy,
                 const Context& context) {
    ReadOptions read;
    read.header = true;
    const Table table =
        read_table(context, fmt::format("{}/semantic_similarity/{}", options.data, file), read);
    Pairs pairs;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        const std::string first = table.column("word1").text(row);
        const std::string second = table.column("word2").text(row);
        SimilarPair pair{first, second, senses_of_word(taxonomy, first),
                         senses_of_word(taxonomy, second),
                         table.column("score").numbers()[static_cast<std::size_t>(row)]};
        if (pair.first.empty() || pair.second.empty()) {
            ++pairs.unknown;
        } else {
            pairs.known.push_back(std::move(pair));
        }
    }
    return pairs;
}

std::optional<double> pearson(const std::vector<double>& x, const std::vector<double>& y) {
    const auto n = static_cast<double>(x.size());
    const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
    const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    if (xx == 0 || yy == 0) return std::nullopt;
    return std::abs(xy) / std::sqrt(xx * yy);
}

std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> found(values.size());
    for (std::size_t i = 0; i < order.size();) {
        const std::size_t first = i;
        while (i < order.size() && values[order[i]] == values[order[first]]) ++i;
        for (std::size_t j = first; j < i; ++j) {
            found[order[j]] = static_cast<double>(first + i - 1) / 2;
        }
    }
    return found;
}

}  // namespace lethe::reproduction
