#include "lethe/vectors/protect/spherical_protection.h"

#include <fmt/format.h>

#include <utility>

#include "lethe/vectors/measure/vector_loss.h"

namespace lethe::vectors {
namespace {

// Terms that stand in a published vector, and in how many documents each of them stood before.
void warn_of_rare_terms(const SparseRows& original, const SparseRows& published, std::int64_t k,
                        std::vector<std::string>& warnings) {
    const SparseRows holders = transposed(original);
    const std::vector<bool> used = used_columns(published);
    std::int64_t terms = 0;
    std::int64_t rare = 0;
    for (std::size_t t = 0; t < used.size(); ++t) {
        if (!used[t]) continue;
        ++terms;
        if (holders[static_cast<std::int64_t>(t)].size() < k) ++rare;
    }
    if (rare == 0) return;
    warnings.push_back(fmt::format(
        "{} of {} published terms stand in fewer than {} documents of the original, and may be "
        "names; lethe text vectors --least-documents {} leaves them out",
        rare, terms, k, k));
}

}  // namespace

Schema<SphericalOptions> spherical_schema() {
    return Schema<SphericalOptions>()
        .field("k", &SphericalOptions::k, "Documents that share a published vector, at least",
               at_least(2))
        .field("refine", &SphericalOptions::refine,
               "Exchange documents between the groups that MDAV makes, for as long as that brings "
               "them nearer to what is published of them")
        .field("terms", &SphericalOptions::most_terms,
               "Keep only so many terms of a published vector, its heaviest; 0: all", at_least(0))
        .field("correlations", &SphericalOptions::correlations,
               "Group documents also by terms that stand together in the collection: those whose "
               "columns have at least this cosine; 0: by the terms that documents share alone",
               between(0, 1));
}

ProtectOutput publish_directions(const ProtectInput& input, const SphericalOptions& options) {
    const DocumentVectors& original = input.vectors;
    Microaggregated result = spherical_microaggregation(input.context, original.rows, options);
    ProtectOutput output;
    output.facts = {{"k", options.k}, {"refined", options.refine}};
    if (options.most_terms > 0) output.facts["terms"] = options.most_terms;
    if (options.correlations > 0) output.facts["correlations"] = options.correlations;
    output.loss = to_json(vector_loss(original.rows, result.rows));
    if (options.most_terms > 0) output.loss["mean_distance_uncut"] = result.loss;
    warn_of_rare_terms(original.rows, result.rows, options.k, output.warnings);
    output.vectors = {std::move(result.rows), original.terms, original.ids, original.labels};
    output.clusters = std::move(result.clusters);
    return output;
}

}  // namespace lethe::vectors
