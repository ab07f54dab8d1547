#include "lethe/table/attack/linkage/pair_patterns.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "lethe/core/parallel.h"

namespace lethe::attack {
namespace {

PairedCodes codes_of(const LevelColumn& column) {
    std::vector<double> distinct;
    for (const auto* values : {&column.x, &column.y}) {
        for (const double value : *values) {
            if (!std::isnan(value)) distinct.push_back(value);
        }
    }
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    const auto coded = [&](const std::vector<double>& values) {
        std::vector<std::int32_t> codes;
        codes.reserve(values.size());
        for (const double value : values) {
            codes.push_back(std::isnan(value)
                                ? PairedCodes::kMissing
                                : static_cast<std::int32_t>(
                                      std::lower_bound(distinct.begin(), distinct.end(), value) -
                                      distinct.begin()));
        }
        return codes;
    };
    return {coded(column.x), coded(column.y)};
}

AgreementCounts visit_pairs(const Context& context, std::span<const LevelColumn> columns,
                            std::span<const std::int64_t> people) {
    using Pairs = std::vector<std::int64_t>;
    std::vector<LevelView> views;
    for (const LevelColumn& column : columns) views.emplace_back(column, Looks::from_x, people);
    const LevelClasses classes = index_classes(context, views);
    const Groups queries = query_classes(context, views);
    std::vector<std::size_t> first(queries.sizes.size());
    for (std::size_t q = queries.class_of.size(); q-- > 0;) {
        first[static_cast<std::size_t>(queries.class_of[q])] = q;
    }
    AgreementCounts counts{std::ssize(people), std::ssize(columns[0].y),
                           static_cast<int>(columns.size()),
                           Pairs(std::size_t{1} << columns.size(), 0)};
    counts.pairs = parallel_reduce(
        context, std::ssize(first), counts.pairs,
        [&](std::int64_t begin, std::int64_t end) {
            Pairs pairs(counts.pairs.size(), 0);
            std::vector<std::int32_t> patterns(classes.groups.sizes.size());
            for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c) {
                std::fill(patterns.begin(), patterns.end(), 0);
                for (std::size_t k = 0; k < views.size(); ++k) {
                    const std::vector<std::int32_t> bits{std::int32_t{1} << k, 0};
                    views[k].add_weights(views[k].queries()[first[c]], classes.codes[k], bits,
                                         patterns);
                }
                for (std::size_t i = 0; i < patterns.size(); ++i) {
                    pairs[static_cast<std::size_t>(patterns[i])] +=
                        queries.sizes[c] * classes.groups.sizes[i];
                }
            }
            return pairs;
        },
        [](Pairs& total, const Pairs& part) {
            for (std::size_t i = 0; i < total.size(); ++i) total[i] += part[i];
        },
        64);
    return counts;
}

}  // namespace

AgreementCounts pair_patterns(const Context& context, std::span<const LevelColumn> columns,
                              const Random& random, std::int64_t most_pairs) {
    const bool equality =
        std::all_of(columns.begin(), columns.end(),
                    [](const LevelColumn& column) { return column.widths[0] == 0; });
    if (equality) {
        std::vector<PairedCodes> codes;
        for (const LevelColumn& column : columns) codes.push_back(codes_of(column));
        return count_agreements(context, codes);
    }
    const auto rows = std::ssize(columns[0].x);
    const auto candidates = std::max<std::int64_t>(std::ssize(columns[0].y), 1);
    std::vector<std::int64_t> people(static_cast<std::size_t>(rows));
    std::iota(people.begin(), people.end(), 0);
    const std::int64_t most = std::max<std::int64_t>(most_pairs / candidates, 1);
    if (rows > most) {
        people = random_subset(random.stream("probabilistic-linkage patterns"), rows, most);
    }
    return visit_pairs(context, columns, people);
}

}  // namespace lethe::attack
