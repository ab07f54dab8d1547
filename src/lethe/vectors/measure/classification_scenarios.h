// What classifiers still do with published vectors: they learn from a training part and answer for
// a test part, each of which may be the original vectors or the published ones.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/vectors/measure/classify.h"

namespace lethe::vectors {

enum class Scenario {
    original_on_original,
    original_on_published,
    published_on_published,
    published_on_original
};
struct ScenarioName {
    std::string_view name, training, test;
};
constexpr std::array<ScenarioName, 4> kScenarios{
    ScenarioName{"original", "original", "original"},
    ScenarioName{"test protected", "original", "protected"},
    ScenarioName{"both protected", "protected", "protected"},
    ScenarioName{"training protected", "protected", "original"}};

// One part of the documents: before, after, and their classes.
struct ClassifiedPart {
    const SparseRows& original;
    const SparseRows& published;
    std::span<const std::int32_t> of;
};

struct ScenarioResult {
    std::array<Agreement, kClassifiers.size()> with_labels;
    std::array<Agreement, kClassifiers.size()> with_original;  // what the original data predict
};
using ScenarioResults = std::array<ScenarioResult, kScenarios.size()>;

// All rows are over the same columns. `from_original` is what the original training part predicts
// for the original test part, for it does not change with what is published.
ScenarioResults classification_scenarios(const Context& context, const ClassifiedPart& training,
                                         const ClassifiedPart& test, std::int32_t classes,
                                         const Predictions& from_original);

// Numbers of the classes in the order of the alphabet.
struct ClassNumbers {
    std::vector<std::string> names;
    std::int32_t of(const std::string& name) const;  // -1 for a name that is not there
    std::vector<std::int32_t> of(const std::vector<std::string>& labels) const;
};
ClassNumbers class_numbers(const std::vector<std::string>& labels);

// Rows of a training part, of about that share, and of the rest; groups of equal rows stay whole.
// Neither part is empty where there are two groups or more.
struct Split {
    std::vector<std::int64_t> training, test;
};
Split split_by_groups(const SparseRows& published, double share, const Random& random);

Json to_json(const ScenarioResults& results);

}  // namespace lethe::vectors
