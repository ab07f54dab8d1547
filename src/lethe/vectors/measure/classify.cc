// Protected vectors come in groups of equal rows. A row is classified once for all rows equal to
// it, and distances are taken to different training rows only: of these the nearest are expanded to
// documents until there are enough neighbours, so that the answer is the same as with every
// document looked at by itself.
#include "lethe/vectors/measure/classify.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/vectors/make/distinct_rows.h"
#include "lethe/vectors/protect/row_products.h"

namespace lethe::vectors {
namespace {

std::vector<std::int64_t> class_sizes(const LabelledRows& training) {
    std::vector<std::int64_t> size(static_cast<std::size_t>(training.classes), 0);
    for (const std::int32_t one : training.of) ++size[static_cast<std::size_t>(one)];
    return size;
}

template <class Values>
std::int32_t place_of_largest(const Values& values) {
    return static_cast<std::int32_t>(std::ranges::max_element(values) - values.begin());
}

// What is predicted for each different row, for every row that is equal to it.
std::vector<std::int32_t> for_all(const DistinctRows& distinct,
                                  const std::vector<std::int32_t>& predicted) {
    std::vector<std::int32_t> result;
    result.reserve(distinct.of.size());
    for (const std::int32_t which : distinct.of) {
        result.push_back(predicted[static_cast<std::size_t>(which)]);
    }
    return result;
}

// The training documents nearest to a row, nearest first.
class Neighbours {
  public:
    using Near = std::pair<double, std::int64_t>;  // -cosine, which row
    struct Search {                                // room that is used again
        std::vector<double> cosines;
        std::vector<Near> rows, documents;
        std::vector<std::int32_t> classes;
    };

    Neighbours(const LabelledRows& training, std::int64_t most)
        : training_(training),
          distinct_(distinct_rows(with_unit_norms(training.rows))),
          products_(distinct_.rows),
          most_(static_cast<std::size_t>(most)) {}

    // Their classes.
    std::span<const std::int32_t> of(const SparseRow& row, Search& search) const {
        products_.of(row, search.cosines);
        search.rows.clear();
        for (std::size_t i = 0; i < search.cosines.size(); ++i) {
            if (search.cosines[i] > 0) {
                search.rows.emplace_back(-search.cosines[i], static_cast<std::int64_t>(i));
            }
        }
        // No more different rows are needed than neighbours, apart from those as near as the last.
        if (most_ < search.rows.size()) {
            const auto last = search.rows.begin() + static_cast<std::ptrdiff_t>(most_) - 1;
            std::ranges::nth_element(search.rows, last);
            const double farthest = last->first;
            std::erase_if(search.rows, [&](const Near& one) { return one.first > farthest; });
        }
        search.documents.clear();
        for (const auto& [distance, which] : search.rows) {
            const std::size_t from = distinct_.begin[static_cast<std::size_t>(which)];
            const std::size_t end = distinct_.begin[static_cast<std::size_t>(which) + 1];
            for (std::size_t i = from; i < std::min(end, from + most_); ++i) {
                search.documents.emplace_back(distance, distinct_.places[i]);
            }
        }
        const std::size_t kept = std::min(search.documents.size(), most_);
        std::ranges::partial_sort(search.documents,
                                  search.documents.begin() + static_cast<std::ptrdiff_t>(kept));
        search.classes.clear();
        for (std::size_t i = 0; i < kept; ++i) {
            const auto document = static_cast<std::size_t>(search.documents[i].second);
            search.classes.push_back(training_.of[document]);
        }
        return search.classes;
    }

  private:
    const LabelledRows& training_;
    DistinctRows distinct_;
    RowProducts products_;
    std::size_t most_;
};

// The class with most votes; of several the one that comes first.
std::int32_t majority(std::span<const std::int32_t> votes, std::vector<std::int64_t>& count) {
    std::ranges::fill(count, 0);
    std::int64_t most = 0;
    for (const std::int32_t vote : votes) {
        most = std::max(most, ++count[static_cast<std::size_t>(vote)]);
    }
    return *std::ranges::find_if(
        votes, [&](std::int32_t vote) { return count[static_cast<std::size_t>(vote)] == most; });
}

// A number for each term and class, the classes of a term side by side.
struct TermClasses {
    std::size_t classes;
    std::vector<double> values;

    std::span<double> of(std::int32_t term) {
        return std::span(values).subspan(static_cast<std::size_t>(term) * classes, classes);
    }
    std::span<const double> of(std::int32_t term) const {
        return std::span(values).subspan(static_cast<std::size_t>(term) * classes, classes);
    }
};

TermClasses sums_by_class(const LabelledRows& training, const SparseRows& rows) {
    const auto classes = static_cast<std::size_t>(training.classes);
    TermClasses sums{classes,
                     std::vector<double>(static_cast<std::size_t>(rows.columns()) * classes, 0.0)};
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        const SparseRow row = rows[r];
        const auto own = static_cast<std::size_t>(training.of[static_cast<std::size_t>(r)]);
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            sums.of(row.columns[i])[own] += row.values[i];
        }
    }
    return sums;
}

// The class whose weights, given by term, have the largest sum over a row; `start` is added.
std::vector<std::int32_t> largest_sums(const TermClasses& weights, const std::vector<double>& start,
                                       const SparseRows& test) {
    const DistinctRows distinct = distinct_rows(test);
    std::vector<std::int32_t> predicted;
    for (std::int64_t r = 0; r < distinct.size(); ++r) {
        const SparseRow row = distinct.rows[r];
        std::vector<double> sums = start;
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            const std::span<const double> of_term = weights.of(row.columns[i]);
            for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += row.values[i] * of_term[c];
        }
        predicted.push_back(place_of_largest(sums));
    }
    return for_all(distinct, predicted);
}

}  // namespace

std::vector<std::vector<std::int32_t>> predict_by_neighbours(
    const Context& context, const LabelledRows& training, const SparseRows& test,
    std::span<const std::int64_t> neighbours) {
    const DistinctRows distinct = distinct_rows(test);
    const std::int32_t most_frequent = place_of_largest(class_sizes(training));
    std::vector<std::vector<std::int32_t>> predicted(
        neighbours.size(), std::vector<std::int32_t>(static_cast<std::size_t>(distinct.size())));
    const Neighbours all(training, *std::ranges::max_element(neighbours));
    constexpr std::int64_t kChunk = 256;
    parallel_chunks(
        context, distinct.size(), kChunk, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            Neighbours::Search search;
            std::vector<std::int64_t> count(static_cast<std::size_t>(training.classes));
            for (std::int64_t r = begin; r < end; ++r) {
                const std::span<const std::int32_t> classes = all.of(distinct.rows[r], search);
                for (std::size_t i = 0; i < neighbours.size(); ++i) {
                    const auto votes = classes.first(
                        std::min(classes.size(), static_cast<std::size_t>(neighbours[i])));
                    predicted[i][static_cast<std::size_t>(r)] =
                        votes.empty() ? most_frequent : majority(votes, count);
                }
            }
        });
    for (auto& one : predicted) one = for_all(distinct, one);
    return predicted;
}

std::vector<std::int32_t> predict_by_bayes(const LabelledRows& training, const SparseRows& test) {
    TermClasses weights = sums_by_class(training, training.rows);
    std::vector<bool> present(static_cast<std::size_t>(training.rows.columns()), false);
    std::vector<double> all(weights.classes, 0.0);
    for (std::int32_t term = 0; term < training.rows.columns(); ++term) {
        for (std::size_t c = 0; c < weights.classes; ++c) {
            const double sum = weights.of(term)[c];
            all[c] += sum;
            if (sum != 0) present[static_cast<std::size_t>(term)] = true;
        }
    }
    const auto terms = static_cast<double>(std::ranges::count(present, true));
    for (std::int32_t term = 0; term < training.rows.columns(); ++term) {
        for (std::size_t c = 0; c < weights.classes; ++c) {
            double& weight = weights.of(term)[c];
            const bool seen = present[static_cast<std::size_t>(term)];
            weight = seen ? std::log((weight + 1) / (all[c] + terms)) : 0;
        }
    }
    std::vector<double> prior;
    for (const std::int64_t size : class_sizes(training)) {
        prior.push_back(
            size > 0 ? std::log(static_cast<double>(size) / static_cast<double>(training.of.size()))
                     : -std::numeric_limits<double>::infinity());
    }
    return largest_sums(weights, prior, test);
}

std::vector<std::int32_t> predict_by_centroid(const LabelledRows& training,
                                              const SparseRows& test) {
    TermClasses centroids = sums_by_class(training, with_unit_norms(training.rows));
    std::vector<double> square(centroids.classes, 0.0);
    for (std::size_t i = 0; i < centroids.values.size(); ++i) {
        square[i % centroids.classes] += centroids.values[i] * centroids.values[i];
    }
    for (std::size_t i = 0; i < centroids.values.size(); ++i) {
        const double norm = std::sqrt(square[i % centroids.classes]);
        if (norm > 0) centroids.values[i] /= norm;
    }
    return largest_sums(centroids, std::vector<double>(centroids.classes, 0.0), test);
}

Predictions predict(const Context& context, const LabelledRows& training, const SparseRows& test) {
    constexpr std::array<std::int64_t, 2> kNeighbours{5, 10};
    auto by_neighbours = predict_by_neighbours(context, training, test, kNeighbours);
    return {std::move(by_neighbours[0]), std::move(by_neighbours[1]),
            predict_by_bayes(training, test), predict_by_centroid(training, test)};
}

Agreement agreement(std::span<const std::int32_t> predicted, std::span<const std::int32_t> expected,
                    std::int32_t classes) {
    std::vector<std::int64_t> both(static_cast<std::size_t>(classes), 0), either = both;
    std::int64_t right = 0;
    for (std::size_t i = 0; i < predicted.size(); ++i) {
        const auto p = static_cast<std::size_t>(predicted[i]);
        const auto e = static_cast<std::size_t>(expected[i]);
        ++either[p];
        if (p == e) {
            ++both[p];
            ++right;
        } else {
            ++either[e];
        }
    }
    Agreement result;
    if (predicted.empty()) return result;
    result.accuracy = static_cast<double>(right) / static_cast<double>(predicted.size());
    result.micro_jaccard = result.accuracy / (2 - result.accuracy);
    std::int64_t occurring = 0;
    for (std::size_t c = 0; c < both.size(); ++c) {
        if (either[c] == 0) continue;
        ++occurring;
        result.macro_jaccard += static_cast<double>(both[c]) / static_cast<double>(either[c]);
    }
    result.macro_jaccard /= static_cast<double>(occurring);
    return result;
}

Json to_json(const Agreement& agreement) {
    return {{"accuracy", agreement.accuracy},
            {"micro_jaccard", agreement.micro_jaccard},
            {"macro_jaccard", agreement.macro_jaccard}};
}

}  // namespace lethe::vectors
