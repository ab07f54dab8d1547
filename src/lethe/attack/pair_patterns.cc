#include "lethe/attack/pair_patterns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "lethe/core/parallel.h"
#include "lethe/data/group_keys.h"

namespace lethe::attack {
namespace {

constexpr std::int64_t kChunk = 16;  // candidates looked at by one task

// Equal rows; missing equals missing here, since both agree with nothing.
Groups classes_of(const Context& context, std::span<const Compared> columns,
                  std::vector<double> Compared::*file) {
    const std::size_t rows = columns.empty() ? 0 : (columns[0].*file).size();
    Groups groups;
    groups.class_of.assign(rows, 0);
    std::vector<std::uint64_t> keys(rows);
    for (const Compared& column : columns) {
        const std::vector<double>& values = column.*file;
        for (std::size_t row = 0; row < rows; ++row) {
            const double value = std::isnan(values[row]) ? std::numeric_limits<double>::quiet_NaN()
                                                         : values[row] + 0.0;  // -0 to 0
            keys[row] = std::bit_cast<std::uint64_t>(value);
        }
        const Groups own = group_keys(context, keys);
        for (std::size_t row = 0; row < rows; ++row) {
            keys[row] = (static_cast<std::uint64_t>(groups.class_of[row]) << 32) |
                        static_cast<std::uint64_t>(own.class_of[row]);
        }
        groups = group_keys(context, keys);
    }
    return groups;
}

std::vector<std::vector<double>> values_of_classes(std::span<const Compared> columns,
                                                   std::vector<double> Compared::*file,
                                                   const Groups& groups) {
    std::vector<std::vector<double>> values;
    for (const Compared& column : columns) {
        values.emplace_back(groups.sizes.size());
        for (std::size_t row = 0; row < groups.class_of.size(); ++row) {
            values.back()[static_cast<std::size_t>(groups.class_of[row])] = (column.*file)[row];
        }
    }
    return values;
}

}  // namespace

PairPatterns::PairPatterns(const Context& context, std::span<const Compared> columns)
    : columns_(columns) {
    Groups records = classes_of(context, columns, &Compared::x);
    Groups candidates = classes_of(context, columns, &Compared::y);
    x_ = values_of_classes(columns, &Compared::x, records);
    y_ = values_of_classes(columns, &Compared::y, candidates);
    record_class_ = std::move(records.class_of);
    record_sizes_ = std::move(records.sizes);
    candidate_class_ = std::move(candidates.class_of);
    candidate_sizes_ = std::move(candidates.sizes);
}

void PairPatterns::look(std::size_t candidate, std::span<Pattern> patterns) const {
    std::fill(patterns.begin(), patterns.end(), Pattern{0});
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        const double y = y_[k][candidate];
        const double* x = x_[k].data();
        const double tolerance = columns_[k].tolerance;
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            const unsigned agree = std::fabs(x[i] - y) <= tolerance ? 1U : 0U;
            patterns[i] = static_cast<Pattern>(patterns[i] | (agree << k));
        }
    }
}

AgreementCounts PairPatterns::counts(const Context& context) const {
    using Pairs = std::vector<std::int64_t>;
    AgreementCounts counts{records(), candidates(), static_cast<int>(columns_.size()),
                           Pairs(std::size_t{1} << columns_.size(), 0)};
    const auto classes = static_cast<std::int64_t>(candidate_sizes_.size());
    // Whole numbers: one table a thread's share will do.
    const std::int64_t chunk = std::max(kChunk, classes / (4 * std::max(1, context.threads)) + 1);
    counts.pairs = parallel_reduce(
        context, classes, counts.pairs,
        [&](std::int64_t begin, std::int64_t end) {
            Pairs pairs(counts.pairs.size(), 0);
            std::vector<Pattern> patterns(record_sizes_.size());
            for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
                look(j, patterns);
                for (std::size_t i = 0; i < patterns.size(); ++i) {
                    pairs[patterns[i]] += record_sizes_[i] * candidate_sizes_[j];
                }
            }
            return pairs;
        },
        [](Pairs& total, const Pairs& part) {
            for (std::size_t i = 0; i < total.size(); ++i) total[i] += part[i];
        },
        chunk);
    return counts;
}

std::vector<Pattern> PairPatterns::matrix(const Context& context) const {
    const std::size_t classes = record_sizes_.size();
    std::vector<Pattern> by_class(classes * candidate_sizes_.size());
    parallel_chunks(context, std::ssize(candidate_sizes_), kChunk,
                    [&](std::int64_t begin, std::int64_t end, auto) {
                        for (auto j = static_cast<std::size_t>(begin);
                             j < static_cast<std::size_t>(end); ++j) {
                            look(j, std::span(by_class).subspan(j * classes, classes));
                        }
                    });
    const std::size_t width = candidate_class_.size();
    std::vector<Pattern> patterns(record_class_.size() * width);
    parallel_chunks(context, records(), kChunk, [&](std::int64_t begin, std::int64_t end, auto) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const auto own = static_cast<std::size_t>(record_class_[i]);
            for (std::size_t j = 0; j < width; ++j) {
                const auto other = static_cast<std::size_t>(candidate_class_[j]);
                patterns[i * width + j] = by_class[other * classes + own];
            }
        }
    });
    return patterns;
}

std::vector<double> PairPatterns::heaviest(const Context& context, std::span<const double> weights,
                                           std::span<const std::int64_t> record_of) const {
    constexpr double kEqual = 1e-9;
    const std::size_t classes = candidate_sizes_.size();
    std::vector<double> enough(classes, 0.0);      // the weight that counts as heaviest
    std::vector<std::int64_t> equals(classes, 0);  // so many records have it
    parallel_chunks(context, std::ssize(candidate_sizes_), kChunk,
                    [&](std::int64_t begin, std::int64_t end, auto) {
                        std::vector<Pattern> patterns(record_sizes_.size());
                        for (auto j = static_cast<std::size_t>(begin);
                             j < static_cast<std::size_t>(end); ++j) {
                            look(j, patterns);
                            double most = -std::numeric_limits<double>::infinity();
                            for (const Pattern pattern : patterns)
                                most = std::max(most, weights[pattern]);
                            enough[j] = most - kEqual;
                            for (std::size_t i = 0; i < patterns.size(); ++i) {
                                if (weights[patterns[i]] >= enough[j])
                                    equals[j] += record_sizes_[i];
                            }
                        }
                    });
    const auto own_weight = [&](std::size_t candidate, std::size_t record) {
        unsigned pattern = 0;
        for (std::size_t k = 0; k < columns_.size(); ++k) {
            const double difference = std::fabs(columns_[k].x[record] - columns_[k].y[candidate]);
            if (difference <= columns_[k].tolerance) pattern |= 1U << k;
        }
        return weights[pattern];
    };
    std::vector<double> chances(candidate_class_.size(), 0.0);
    for (std::size_t j = 0; j < chances.size(); ++j) {
        const auto own = static_cast<std::size_t>(candidate_class_[j]);
        if (record_of[j] < 0) continue;
        if (own_weight(j, static_cast<std::size_t>(record_of[j])) >= enough[own]) {
            chances[j] = 1.0 / static_cast<double>(equals[own]);
        }
    }
    return chances;
}

}  // namespace lethe::attack
