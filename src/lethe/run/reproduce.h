// Published experiments, run again: published figures beside obtained ones.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"

namespace lethe {

struct ReproduceOptions {
    std::string data;           // folder with casc/Census.csv
    std::int64_t samples = 10;  // random samples a figure is averaged over
    std::uint64_t seed = 1;
};

struct Experiment {
    std::string_view name;
    std::string_view title;
    std::string_view source;                               // where it was published
    Json (*run)(const ReproduceOptions&, const Context&);  // the rows of the table
};

const std::vector<Experiment>& experiments();
const Experiment& find_experiment(std::string_view name);  // Error(usage), with "did you mean"

// {"kind": "reproduction", "name", "title", "source", "samples", "seed", "rows": [{"setting",
// "published", "lax", "strict", "expected", "sd", "se", ...}]}. All figures are percent.
Json reproduce(const Experiment& experiment, const ReproduceOptions& options,
               const Context& context);

}  // namespace lethe
