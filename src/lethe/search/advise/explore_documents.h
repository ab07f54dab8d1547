// Exploring treatments of documents: profiles, which say what is removed, in both settings of the
// finders, with each treatment that needs no secret for everything that is removed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/documents/find/detect.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/search/advise/explore_data.h"

namespace lethe::search {

// One step each: the treatment, with "profile" and "setting" beside its parameters.
std::vector<ProtectionSteps> document_grid(bool has_wordnet);

// The policy that a point of the grid stands for. It looks for what `known` looks for too: its
// entities, lists and countries.
documents::TextPolicy policy_of_steps(const ProtectionSteps& steps,
                                      const documents::TextPolicy& known);

// Attacks: all of the catalogue that find people in assessments. `loss` names the loss measure;
// empty: the first.
struct DocumentExploration {
    std::string loss;
    double alpha = 0.5;
    std::optional<double> max_risk = {};
    TaxonomyPtr wordnet = nullptr;  // of the finders; may be missing
    // Whose finders these are: see policy_of_steps.
    documents::TextPolicy known = documents::profile_policy("default");
};

// `finders` in either setting, as the point asks for.
Exploration explore_documents(const documents::Documents& original,
                              const documents::Finders& finders,
                              const std::vector<ProtectionSteps>& grid,
                              const DocumentExploration& options,
                              const std::vector<ExplorationPoint>& known, const PointSink& on_point,
                              const Random& random, const Context& context);

// The options of `lethe protect` that make the recommended point: " --method label --profile court
// --setting recall"; empty where none is recommended.
std::string recommended_treatment(const Exploration& exploration);

}  // namespace lethe::search
