#include "lethe/table/loss/moved_columns.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "lethe/algo/statistics/moments.h"
#include "lethe/core/parallel.h"
#include "lethe/knowledge/meaning.h"
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

// By pair; negative: as far as can be.
std::vector<double> concept_distances(const Measure& measure, const Column& original,
                                      const Column& masked, const ValuePairs& pairs) {
    std::vector<double> distances;
    for (const auto& [before, after] : pairs.codes) {
        const Value from = value_of(original, before);
        const Value to = value_of(masked, after);
        const bool both = from.meaning != kNoConcept && to.meaning != kNoConcept;
        distances.push_back(from == to ? 0
                            : both     ? measure.distance(from.meaning, to.meaning)
                                       : -1);
    }
    return distances;
}

std::vector<double> label_distances(const Column& original, const Column& masked,
                                    const ValuePairs& pairs) {
    const Dictionary& domain = original.dictionary();
    const auto place = [&](const std::string& text) {
        const auto found = std::find(domain.begin(), domain.end(), text);
        return found == domain.end() ? -1.0 : static_cast<double>(found - domain.begin());
    };
    std::vector<double> distances;
    for (const auto& [before, after] : pairs.codes) {
        const Value from = value_of(original, before);
        const Value to = value_of(masked, after);
        double distance = from == to ? 0 : 1;
        if (distance > 0 && original.kind() == Kind::ordinal && from.text && to.text) {
            const double end = place(*to.text);
            if (end >= 0) {
                distance = std::abs(place(*from.text) - end) / static_cast<double>(domain.size());
            }
        }
        distances.push_back(distance);
    }
    return distances;
}

void move_categories(const AssessInput& input, const Column& original, const Column& masked,
                     const MeasureOptions& options, MovedColumn& moved) {
    const ValuePairs pairs = value_pairs(input, original, masked);
    std::vector<double> distances;
    if (const MeaningPtr& meaning = original.meaning()) {
        const auto measure = make_measure(meaning->taxonomy_ptr(), options);
        distances = concept_distances(*measure, original, masked, pairs);
        if (!is_bounded(options.kind)) {
            moved.most = largest_between(input.context, *measure, original);
        }
        for (const double distance : distances) moved.most = std::max(moved.most, distance);
        for (double& distance : distances) distance = distance < 0 ? moved.most : distance;
    } else {
        distances = label_distances(original, masked, pairs);
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
