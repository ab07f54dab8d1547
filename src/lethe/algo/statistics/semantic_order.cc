#include "lethe/algo/statistics/semantic_order.h"

#include <algorithm>
#include <tuple>

namespace lethe {
namespace {

// The distances from a point to all tuples of the space, column by column.
std::vector<std::int64_t> parts_from(const TupleSpace& space, const TupleSpace::Point& from,
                                     std::span<const TupleCount> tuples) {
    std::vector<std::int64_t> sums(tuples.size(), 0);
    std::vector<std::int32_t> of_value;
    for (std::size_t j = 0; j < space.columns(); ++j) {
        of_value.resize(static_cast<std::size_t>(space.values(j)));
        space.column_parts(j, from[j], of_value);
        for (std::size_t i = 0; i < tuples.size(); ++i) {
            sums[i] += of_value[static_cast<std::size_t>(space.code(j, tuples[i].tuple))];
        }
    }
    if (space.options().whole_records) {
        for (std::int64_t& sum : sums) sum = sum != 0 ? space.whole_parts() : 0;
    }
    return sums;
}

std::int64_t weighted(std::int64_t parts, const TupleCount& tuple, Weighting weighting) {
    return weighting == Weighting::frequency ? parts * tuple.count : parts;
}

}  // namespace

std::int32_t extreme_tuple(const TupleSpace& space, std::span<const TupleCount> tuples,
                           Weighting weighting, const CentreOptions& options) {
    TupleCentre centre(space, options);
    for (const auto& [tuple, count] : tuples) centre.add(tuple, count);
    const std::vector<std::int64_t> parts = parts_from(space, centre.point(), tuples);
    std::size_t best = 0;
    for (std::size_t i = 1; i < tuples.size(); ++i) {
        if (weighted(parts[i], tuples[i], weighting) >
            weighted(parts[best], tuples[best], weighting)) {
            best = i;
        }
    }
    return tuples[best].tuple;
}

std::vector<TupleCount> semantic_order(const TupleSpace& space, std::span<const TupleCount> tuples,
                                       Weighting weighting, std::int32_t reference) {
    const auto parts = parts_from(space, space.tuple_point(reference), tuples);
    std::vector<std::tuple<std::int64_t, bool, std::int32_t, std::int64_t>> keyed;
    for (std::size_t i = 0; i < tuples.size(); ++i) {
        keyed.emplace_back(weighted(parts[i], tuples[i], weighting), tuples[i].tuple != reference,
                           tuples[i].tuple, tuples[i].count);
    }
    std::sort(keyed.begin(), keyed.end());
    std::vector<TupleCount> order;
    for (const auto& [key, other, tuple, count] : keyed) order.push_back({tuple, count});
    return order;
}

std::vector<std::int32_t> semantic_ranking(const Context& context, const Table& table,
                                           const std::string& column,
                                           const MeasureOptions& measure) {
    const std::vector<std::string> name{column};
    const TupleSpace space(context, table, name, {.measure = measure});
    const ValueDomain& domain = *space.domain(0);
    std::vector<TupleCount> tuples;
    std::vector<std::vector<std::int32_t>> rows(static_cast<std::size_t>(space.tuples()));
    for (std::int32_t tuple = 0; tuple < space.tuples(); ++tuple) {
        if (!domain.text(domain.candidate_of(space.code(0, tuple)))) continue;
        tuples.push_back({tuple, space.count(tuple)});
        rows[static_cast<std::size_t>(tuple)].reserve(static_cast<std::size_t>(space.count(tuple)));
    }
    if (tuples.empty()) return {};
    const auto of_row = space.tuple_of_row();
    for (std::size_t row = 0; row < of_row.size(); ++row) {
        rows[static_cast<std::size_t>(of_row[row])].push_back(static_cast<std::int32_t>(row));
    }
    const std::int32_t first = extreme_tuple(space, tuples, Weighting::none, {});
    std::vector<std::int32_t> order;
    for (const auto& [tuple, count] : semantic_order(space, tuples, Weighting::none, first)) {
        const auto& own = rows[static_cast<std::size_t>(tuple)];
        order.insert(order.end(), own.begin(), own.end());
    }
    return order;
}

}  // namespace lethe
