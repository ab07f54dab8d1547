// The options that explorations of vectors and of graphs share.
#pragma once

#include <optional>
#include <string>

#include "lethe/core/json.h"
#include "lethe/method/data_kind.h"
#include "lethe/method/parameter.h"

namespace lethe::operation {

struct ExploreDataOptions {
    std::string folder;
    double alpha = 0.5;
    std::string loss;
    std::optional<double> max_risk;

    static Schema<ExploreDataOptions> schema(DataKind data);
    // Error(usage) for a loss that there is not.
    void check(DataKind data) const;
};

// The recommended point as settings of `lethe protect`: "--method spherical --set k=5".
std::string recommended_steps(const Json& exploration, DataKind data);

}  // namespace lethe::operation
