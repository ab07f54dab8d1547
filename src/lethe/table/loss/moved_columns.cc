#include "lethe/table/loss/moved_columns.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "lethe/algo/statistics/moments.h"
#include "lethe/core/parallel.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/space/attribute/attribute.h"
#include "lethe/table/loss/value_pairs.h"

namespace lethe::loss {
namespace {

bool is_bounded(MeasureKind kind) {
    switch (kind) {
        case MeasureKind::path:
        case MeasureKind::leacock_chodorow:
        case MeasureKind::resnik:
        case MeasureKind::jiang_conrath:
        case MeasureKind::confusion:
            return false;
        default:
            return true;
    }
}

constexpr double kNotYet = -1;  // measured

double largest_between(const Context& context, const Measure& measure, const Column& column) {
    std::set<ConceptId> different;
    for (const Value& value : values_of(column)) {
        if (value.meaning != kNoConcept) different.insert(value.meaning);
    }
    const std::vector<ConceptId> concepts(different.begin(), different.end());
    return parallel_reduce(
        context.silent(), std::ssize(concepts), 1.0,
        [&](std::int64_t begin, std::int64_t end) {
            double largest = 1;
            std::vector<double> row(concepts.size());
            for (std::int64_t i = begin; i < end; ++i) {
                measure.distances(concepts[static_cast<std::size_t>(i)], concepts, row.data());
                for (const double distance : row) largest = std::max(largest, distance);
            }
            return largest;
        },
        [](double& largest, double part) { largest = std::max(largest, part); }, 16);
}

void move_categories(const AssessInput& input, const Column& original, const Column& masked,
                     const MeasureOptions& options, MovedColumn& moved) {
    AttributeOptions how;
    how.ordinal = OrdinalScale::steps_over_count;
    how.measure = options;
    how.without_concept = WithoutConcept::apart;
    const auto attribute = make_attribute(original, &masked, how);
    // Each different pair of values is measured once.
    const ValuePairs pairs = value_pairs(input, original, masked);
    std::vector<double> distances(pairs.codes.size(), kNotYet);
    std::vector<bool> apart(pairs.codes.size(), false);
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        const std::uint32_t pair = pairs.of_row[static_cast<std::size_t>(row)];
        if (distances[pair] != kNotYet) continue;
        const std::int32_t from = attribute->code(input.origin_of(row));
        const std::int32_t to = attribute->masked_code(row);
        distances[pair] = attribute->distance(from, to);
        apart[pair] = !attribute->comparable(from, to);
    }
    if (const MeaningPtr& meaning = original.meaning()) {
        if (!is_bounded(options.kind)) {
            const auto measure = meaning->measure(options);
            moved.most = largest_between(input.context, *measure, original);
        }
        for (const double distance : distances) moved.most = std::max(moved.most, distance);
        for (std::size_t pair = 0; pair < distances.size(); ++pair) {
            if (apart[pair]) distances[pair] = moved.most;
        }
    }
    for (const std::uint32_t pair : pairs.of_row) moved.distance.push_back(distances[pair]);
}

void move_numbers(const AssessInput& input, const Column& original, const Column& masked,
                  MovedColumn& moved) {
    const ColumnStats stats = bounded_stats(input.context, original);
    const double range = stats.max - stats.min;
    const bool varies = stats.variance > 0;
    if (varies) moved.deviations = range / stats.deviation();
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        const std::int64_t from = input.origin_of(row);
        double distance = original.valid(from) == masked.valid(row) ? 0 : 1;
        if (original.valid(from) && masked.valid(row)) {
            const double difference = std::abs(original.numbers()[static_cast<std::size_t>(from)] -
                                               masked.numbers()[static_cast<std::size_t>(row)]);
            distance = varies ? difference / range : (difference > 0 ? 1 : 0);
        }
        moved.distance.push_back(distance);
    }
}

}  // namespace

std::vector<MovedColumn> moved_columns(const AssessInput& input, const MeasureOptions& measure) {
    check_tables(input);
    std::vector<MovedColumn> columns;
    for (const std::string& name : input.columns) {
        MovedColumn moved;
        moved.name = name;
        const Column& original = input.original.column(name);
        const Column& masked = input.masked.column(name);
        if (original.is_numeric()) {
            move_numbers(input, original, masked, moved);
        } else {
            move_categories(input, original, masked, measure, moved);
        }
        columns.push_back(std::move(moved));
    }
    return columns;
}

}  // namespace lethe::loss
