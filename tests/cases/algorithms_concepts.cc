// Cases of the distances between concepts of the small taxonomies of tests/support.

#include "algorithms.h"
#include "lethe/knowledge/measure.h"
#include "taxonomies.h"

namespace lethe::test {

// `distances`: of each value to each candidate; `sums`: of each candidate, over the values by their
// counts; `nearest`: the candidate with the smallest sum, the first of equals.
Json concept_distance(const Json& input) {
    const TaxonomyPtr taxonomy = taxonomy_named(input["taxonomy"].get<std::string>());
    MeasureOptions options;
    options.kind = *measure_named(input["measure"].get<std::string>());
    options.root_depth = input.value("root_depth", options.root_depth);
    const auto measure = make_measure(taxonomy, options);
    const auto values = input["values"].get<std::vector<std::string>>();
    const auto candidates = input["candidates"].get<std::vector<std::string>>();
    const auto counts = input.value("counts", std::vector<double>(values.size(), 1.0));
    Json distances = Json::array();
    std::vector<double> sums(candidates.size(), 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < candidates.size(); ++j) {
            const double distance = measure->distance(concept_named(*taxonomy, values[i]),
                                                      concept_named(*taxonomy, candidates[j]));
            row.push_back(distance);
            sums[j] += counts.at(i) * distance;
        }
        distances.push_back(row);
    }
    std::size_t nearest = 0;
    for (std::size_t j = 1; j < sums.size(); ++j) {
        if (sums[j] < sums[nearest] - 1e-12) nearest = j;
    }
    return {{"distances", distances}, {"sums", sums}, {"nearest", candidates.at(nearest)}};
}

}  // namespace lethe::test
