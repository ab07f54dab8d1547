#include "lethe/vectors/measure/vector_classification.h"

#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/vectors/make/vector_defaults.h"
#include "lethe/vectors/measure/vector_pair.h"

namespace lethe::vectors {
namespace {

SparseRows chosen(const SparseRows& rows, const std::vector<std::int64_t>& which) {
    SparseRows result(rows.columns());
    for (const std::int64_t row : which) result.append(rows[row]);
    return result;
}

std::vector<std::int32_t> chosen(std::span<const std::int32_t> of,
                                 const std::vector<std::int64_t>& which) {
    std::vector<std::int32_t> result;
    for (const std::int64_t row : which) result.push_back(of[static_cast<std::size_t>(row)]);
    return result;
}

struct ClassificationParams {
    double training = kTrainingShare;
    Scenario scenario = Scenario::published_on_original;
};

Measurement assess_classification(const AssessInput& input, const ClassificationParams& params) {
    const VectorPair pair = vector_pair(input);
    const ClassNumbers numbers = class_numbers(input.original.labels);
    if (numbers.names.empty()) {
        throw Error(ErrorKind::input, "documents have no labels, which classification needs");
    }
    if (std::ssize(numbers.names) > kMostClasses) {
        throw Error(ErrorKind::input,
                    fmt::format("{} different labels are too many to be classes (at most {})",
                                numbers.names.size(), kMostClasses));
    }
    const std::vector<std::int32_t> of = numbers.of(input.original.labels);
    const std::optional<Classification> found = classify_split(
        input.context, {pair.original, pair.published, of},
        static_cast<std::int32_t>(numbers.names.size()), params.training, input.random);
    if (!found) {
        throw Error(ErrorKind::unmet,
                    "all documents are published as one vector: there is no part of them to learn "
                    "from and another to test with");
    }
    const ScenarioResult& result = found->scenarios[static_cast<std::size_t>(params.scenario)];
    Measurement measurement;
    double kept = 0;
    for (const Agreement& one : result.with_original) kept += one.accuracy;
    const auto classifiers = static_cast<double>(kClassifiers.size());
    measurement.value = 100 * (classifiers - kept) / classifiers;
    measurement.details = to_json(*found);
    // The first scenario is about the original vectors alone.
    Json& scenarios = measurement.details["scenarios"];
    measurement.about_original = {{"scenarios", Json::array({scenarios[0]})}};
    scenarios.erase(scenarios.begin());
    return measurement;
}

}  // namespace

Classification classify_parts(const Context& context, const ClassifiedPart& training,
                              const ClassifiedPart& test, std::int32_t classes,
                              std::string_view split) {
    const Predictions from_original =
        predict(context, {training.original, training.of, classes}, test.original);
    return {split, std::ssize(training.of), std::ssize(test.of),
            classification_scenarios(context, training, test, classes, from_original)};
}

std::optional<Classification> classify_split(const Context& context, const ClassifiedPart& all,
                                             std::int32_t classes, double share,
                                             const Random& random) {
    const Split split = split_by_groups(all.published, share, random);
    if (split.test.empty() || split.training.empty()) return std::nullopt;
    const SparseRows original = chosen(all.original, split.training),
                     published = chosen(all.published, split.training),
                     test_original = chosen(all.original, split.test),
                     test_published = chosen(all.published, split.test);
    const std::vector<std::int32_t> of = chosen(all.of, split.training),
                                    of_test = chosen(all.of, split.test);
    return classify_parts(context, {original, published, of},
                          {test_original, test_published, of_test}, classes, "groups");
}

Json to_json(const Classification& classification) {
    return {{"split", classification.split},
            {"training", classification.training},
            {"test", classification.test},
            {"scenarios", to_json(classification.scenarios)}};
}

Method vector_classification_method() {
    return make_assessment(
        Family::loss,
        MethodInfo{
            .name = "vector-classification",
            .title = "Classification of document vectors",
            .summary = "Documents that classifiers put into another class after protecting.",
            .description =
                "Four classifiers (5 and 10 nearest neighbours, naive Bayes, nearest centroid) "
                "learn from some of the documents and answer for the others, each part being the "
                "original vectors or the published ones. The value is the share of test documents "
                "whose answer is another than that of the same classifier with the original "
                "vectors in both parts, in percent, the mean over classifiers: 0 where nothing is "
                "lost. By default it learns from published vectors and answers for original ones, "
                "as those do who receive a release and use it on texts of their own; `scenario` "
                "chooses another. How often answers are right, by the labels, stands in the "
                "details for every scenario. Use it where a release is to train classifiers; "
                "documents need classes. Documents that are published as the same vector stay on "
                "one side, so that each release has a test part of its own: compare releases by "
                "the mean over several seeds. Beware: an answer that changes may have become "
                "right, and where classes are hard to tell the answers differ by chance. The time "
                "grows with the square of the documents.",
            .kinds = {Kind::nominal},
            .properties = {Property::random, Property::pairwise},
            .cites = {"abril2014privacy"},
            .example_use = {.before = {"lethe text vectors examples/documents/topics.txt "
                                       "--labels lines -o topics.mtx"},
                            .original = "topics.mtx"},
            .in_words =
                "Whether programs that learn from the published vectors sort documents as they "
                "would have done with the original ones.",
            .scale = Scale::loss,
            .details = {{"split", "Test part", false, {}, true},
                        {"training", "Documents learnt from"},
                        {"test", "Documents tested"},
                        {"scenarios", "By what is learnt from and tested"}},
            .by_default = true},
        Schema<ClassificationParams>()
            .field("training", &ClassificationParams::training,
                   "Share of the documents that is learnt from", between(0.05, 0.95))
            .choice("scenario", &ClassificationParams::scenario,
                    "Which part is protected: the one that is learnt from, both, or the one that "
                    "is tested",
                    {{"training-protected", Scenario::published_on_original},
                     {"both-protected", Scenario::published_on_published},
                     {"test-protected", Scenario::original_on_published}}),
        assess_classification);
}

}  // namespace lethe::vectors
