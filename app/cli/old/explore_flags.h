// The options that explorations of vectors and of graphs share.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "lethe/core/json.h"
#include "lethe/method/data_kind.h"

namespace lethe::cli {

struct ExploreDataFlags {
    std::string folder;
    double alpha = 0.5;
    std::string loss;
    std::optional<double> max_risk;

    void add_to(CLI::App& command, DataKind data);
    // Error(usage) for a loss that there is not.
    void check(DataKind data) const;
};

// The recommended point as settings of `lethe protect`: "--method spherical --set k=5".
std::string recommended_steps(const Json& exploration, DataKind data);

}  // namespace lethe::cli
