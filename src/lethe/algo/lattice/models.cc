#include "lethe/algo/lattice/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lethe::lattice {
namespace {

double poisson_term(double lambda, std::int64_t c) {
    return std::exp(static_cast<double>(c) * std::log(lambda) - lambda -
                    std::lgamma(static_cast<double>(c) + 1));
}

}  // namespace

void check_populations(const std::vector<Model>& models, std::int64_t rows, const Place& place,
                       Problems& problems) {
    for (const Model& model : models) {
        const bool estimated =
            model.kind == ModelKind::k_map_estimated || model.kind == ModelKind::unique_population;
        if (!estimated || model.population >= static_cast<double>(rows)) continue;
        problems.push_back(
            {fmt::format("model {}: the release has {} records, more than the population",
                         to_text(model), rows),
             place});
    }
}

bool needs_sensitive(ModelKind kind) {
    return kind >= ModelKind::l_distinct && kind <= ModelKind::delta_all;
}

bool needs_population_table(ModelKind kind) {
    return kind == ModelKind::k_map_table || kind == ModelKind::presence;
}

bool is_table_model(ModelKind kind) {
    return kind >= ModelKind::risk_average && kind <= ModelKind::unique_population;
}

bool is_diversity(ModelKind kind) {
    return kind >= ModelKind::l_distinct && kind <= ModelKind::l_recursive_alike;
}

bool is_by_meaning(ModelKind kind) {
    using enum ModelKind;
    return kind == l_distinct_alike || kind == l_entropy_alike || kind == l_recursive_alike ||
           kind == t_semantic;
}

bool generalisation_monotone(ModelKind kind) {
    using enum ModelKind;
    switch (kind) {
        case l_grassberger:
        case l_distinct_alike:
        case l_entropy_alike:
        case l_recursive_alike:
        case t_semantic:
        case delta_present:
        case risk_average:
        case unique_sample:
        case unique_population:
        case profit_prosecutor:
        case profit_journalist:
            return false;
        default:
            return true;
    }
}

bool suppression_monotone(ModelKind kind) {
    using enum ModelKind;
    switch (kind) {
        case k_anonymity:
        case k_columns:
        case k_map_table:
        case k_map_estimated:
        case l_distinct:
        case profit_prosecutor_no_attack:
        case profit_journalist_no_attack:
            return true;
        default:
            return false;
    }
}

bool survives_joining(ModelKind kind) {
    using enum ModelKind;
    switch (kind) {
        case k_anonymity:
        case k_columns:
        case k_map_estimated:
        case l_distinct:
        case l_entropy:
        case l_recursive:
        case alpha:
        case t_equal:
        case t_ordered:
        case t_hierarchical:
        case beta_basic:
        case beta_enhanced:
        case risk_average:
            return true;
        default:
            return false;
    }
}

std::int64_t k_of_sample(const Model& model, std::int64_t rows) {
    const auto k = static_cast<std::int64_t>(model.value);
    const double lambda = model.value * static_cast<double>(rows) / model.population;
    const bool truncated = model.estimator == Estimator::ztpoisson;
    const double whole_mass = truncated ? -std::expm1(-lambda) : 1;
    double sum = 0;
    std::int64_t c = truncated ? 1 : 0;
    for (; c < k; ++c) {
        sum += poisson_term(lambda, c) / whole_mass;
        if (sum >= 1 - model.significance) break;
    }
    return std::min({k, c + (truncated ? 1 : 2), rows});
}

std::int64_t size_for_risk(double h) {
    const double size = std::floor(1 / h);
    return static_cast<std::int64_t>(size) + (1 / size - h >= 0.01 * h ? 1 : 0);
}

std::int64_t size_without_attack(const Profit& profit) {
    const double ratio = profit.gain / profit.cost;
    return static_cast<std::int64_t>(ratio == std::floor(ratio) ? ratio + 1 : std::ceil(ratio));
}

std::int64_t minimum_class_size(const Model& model, std::int64_t rows) {
    using enum ModelKind;
    switch (model.kind) {
        case k_anonymity:
            return static_cast<std::int64_t>(model.value);
        case k_map_estimated:
            return k_of_sample(model, rows);
        case l_distinct:
        case l_entropy:
        case l_grassberger:
        case l_recursive:
        case l_distinct_alike:
        case l_entropy_alike:
        case l_recursive_alike:
            return static_cast<std::int64_t>(std::ceil(model.value));
        default:
            return 0;
    }
}

}  // namespace lethe::lattice
