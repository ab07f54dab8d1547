// The options that explorations of vectors and of graphs share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/data_kind.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/exploring.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/policy.h"

namespace lethe::operation {

struct ExploreDataOptions {
    std::string folder;
    double alpha = 0.5;
    std::string loss;
    std::optional<double> max_risk;
    Replacing replace;

    static Schema<ExploreDataOptions> schema(DataKind data);
    // Makes the folder. Error(usage) where its policy would replace another file.
    void open_folder(const std::vector<std::string>& inputs) const;
    // The folder with the points of an earlier run of the same exploration, where one was asked
    // for. `header`: what else makes it the same, of the data and of how they are read. `inputs` as
    // above.
    void open_log(Door& door, ExplorationLog& log, const std::vector<std::string>& inputs,
                  const Json& header, std::size_t points) const;
};

// The steps of the recommended point; empty where none is.
std::vector<release::StepPolicy> recommended_steps(const search::Exploration& exploration);
// The same as settings of `lethe protect`: "--method spherical --set k=5".
std::string recommended_words(const search::Exploration& exploration);

// What was explored, and the policy that makes the recommended release.
struct Explored {
    std::vector<std::string> files;  // the data first
    std::int64_t rows = 0;           // documents, vectors or nodes
    std::string policy;              // the recommended one; empty: none
    std::string words;     // flags that say the same, where there is no folder; empty: none
    std::string released;  // "release.mtx", of the next command
};
// Writes what was found and the policy, where there is a folder; the result with the command that
// carries it out.
Answer finish_exploration(const ExploreDataOptions& options, const Explored& explored,
                          const search::Exploration& exploration);

}  // namespace lethe::operation
