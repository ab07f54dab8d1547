#include "lethe/table/mask/models/value_distances.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "lethe/algo/statistics/earth_mover.h"
#include "lethe/knowledge/meaning.h"

namespace lethe::mask {
namespace {

std::vector<ConceptId> concepts_of_values(const Column& column,
                                          std::span<const std::int32_t> value_of_row,
                                          std::size_t values) {
    const Meaning& meaning = *column.meaning();
    std::vector<ConceptId> concepts(values, kNoConcept);
    std::vector<char> known(values, 0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const std::int32_t value = value_of_row[static_cast<std::size_t>(row)];
        if (value == lattice::kNotCounted || !column.valid(row)) continue;
        const auto i = static_cast<std::size_t>(value);
        if (known[i] != 0) continue;
        known[i] = 1;
        const std::string text = column.text(row);
        if (!meaning.is_missing(text)) concepts[i] = meaning.value_of(text);
    }
    return concepts;
}

// Infinite from what has no concept, but from itself.
std::vector<double> distances_between(const Measure& measure,
                                      const std::vector<ConceptId>& concepts) {
    const std::size_t n = concepts.size();
    std::vector<double> distances(n * n, 0);
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const bool known = concepts[a] != kNoConcept && concepts[b] != kNoConcept;
            const double distance = known ? measure.distance(concepts[a], concepts[b])
                                          : std::numeric_limits<double>::infinity();
            distances[a * n + b] = distances[b * n + a] = distance;
        }
    }
    return distances;
}

std::vector<double> scaled_to_one(std::vector<double> distances) {
    double largest = 1;
    for (const double distance : distances) {
        if (distance < std::numeric_limits<double>::infinity()) {
            largest = std::max(largest, distance);
        }
    }
    for (double& distance : distances) distance = std::min(1.0, distance / largest);
    return distances;
}

}  // namespace

void add_distances(const Column& column, std::span<const std::int32_t> value_of_row,
                   std::span<const lattice::Model> models, lattice::Counted& counted,
                   Problems& problems) {
    std::vector<ConceptId> concepts;
    for (const lattice::Model& model : models) {
        const bool here = model.sensitive.empty() || model.sensitive == column.name();
        if (!here || !lattice::is_by_meaning(model.kind)) continue;
        if (counted.values > kMostMatrixValues) {
            problems.push_back({fmt::format("model {}: column \"{}\" has {} different values, too "
                                            "many to compare each with each (at most {})",
                                            lattice::to_text(model), column.name(), counted.values,
                                            kMostMatrixValues),
                                {},
                                ErrorKind::unmet});
            continue;
        }
        if (concepts.empty()) {
            concepts =
                concepts_of_values(column, value_of_row, static_cast<std::size_t>(counted.values));
        }
        MeasureOptions options;
        options.kind = model.measure;
        std::vector<double> distances =
            distances_between(*column.meaning()->measure(options), concepts);
        if (model.kind == lattice::ModelKind::t_semantic) {
            counted.scaled[model.measure] = scaled_to_one(std::move(distances));
        } else {
            counted.measured[model.measure] = std::move(distances);
        }
    }
}

}  // namespace lethe::mask
