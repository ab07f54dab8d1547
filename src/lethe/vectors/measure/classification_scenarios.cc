#include "lethe/vectors/measure/classification_scenarios.h"

#include <algorithm>
#include <cmath>

#include "lethe/vectors/make/distinct_rows.h"

namespace lethe::vectors {

ScenarioResults classification_scenarios(const Context& context, const ClassifiedPart& training,
                                         const ClassifiedPart& test, std::int32_t classes,
                                         const Predictions& from_original) {
    const LabelledRows original{training.original, training.of, classes};
    const LabelledRows published{training.published, training.of, classes};
    const std::array<Predictions, kScenarios.size()> predicted{
        from_original, predict(context, original, test.published),
        predict(context, published, test.published), predict(context, published, test.original)};
    ScenarioResults results;
    for (std::size_t s = 0; s < results.size(); ++s) {
        for (std::size_t c = 0; c < kClassifiers.size(); ++c) {
            results[s].with_labels[c] = agreement(predicted[s][c], test.of, classes);
            results[s].with_original[c] = agreement(predicted[s][c], from_original[c], classes);
        }
    }
    return results;
}

std::int32_t ClassNumbers::of(const std::string& name) const {
    const auto found = std::ranges::lower_bound(names, name);
    return found == names.end() || *found != name
               ? -1
               : static_cast<std::int32_t>(found - names.begin());
}

std::vector<std::int32_t> ClassNumbers::of(const std::vector<std::string>& labels) const {
    std::vector<std::int32_t> result;
    result.reserve(labels.size());
    for (const std::string& label : labels) result.push_back(of(label));
    return result;
}

ClassNumbers class_numbers(const std::vector<std::string>& labels) {
    ClassNumbers result{labels};
    std::ranges::sort(result.names);
    const auto repeats = std::ranges::unique(result.names);
    result.names.erase(repeats.begin(), repeats.end());
    return result;
}

Split split_by_groups(const SparseRows& published, double share, const Random& random) {
    const DistinctRows groups = distinct_rows(published);
    const auto wanted =
        static_cast<std::int64_t>(std::llround(share * static_cast<double>(published.rows())));
    std::vector<bool> in_training(static_cast<std::size_t>(groups.size()), false);
    std::int64_t taken = 0;
    std::int64_t left = groups.size();
    for (const std::int64_t group : random_permutation(random.stream("split"), groups.size())) {
        if (taken >= wanted || left == 1) break;
        in_training[static_cast<std::size_t>(group)] = true;
        taken += groups.count[static_cast<std::size_t>(group)];
        --left;
    }
    Split split;
    for (std::size_t row = 0; row < groups.of.size(); ++row) {
        const bool training = in_training[static_cast<std::size_t>(groups.of[row])];
        (training ? split.training : split.test).push_back(static_cast<std::int64_t>(row));
    }
    return split;
}

Json to_json(const ScenarioResults& results) {
    Json list = Json::array();
    for (std::size_t s = 0; s < results.size(); ++s) {
        Json classifiers = Json::array();
        for (std::size_t c = 0; c < kClassifiers.size(); ++c) {
            classifiers.push_back({{"classifier", kClassifiers[c]},
                                   {"with_labels", to_json(results[s].with_labels[c])},
                                   {"with_original", to_json(results[s].with_original[c])}});
        }
        list.push_back({{"scenario", kScenarios[s].name},
                        {"training", kScenarios[s].training},
                        {"test", kScenarios[s].test},
                        {"classifiers", std::move(classifiers)}});
    }
    return list;
}

}  // namespace lethe::vectors
