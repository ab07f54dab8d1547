#include "lethe/vectors/measure/assess_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/algo/partition/partition_similarity.h"
#include "lethe/core/error.h"
#include "lethe/vectors/make/aligned_vectors.h"
#include "lethe/vectors/measure/classification_scenarios.h"
#include "lethe/vectors/measure/vector_anonymity.h"
#include "lethe/vectors/measure/vector_linkage.h"
#include "lethe/vectors/measure/vector_loss.h"
#include "lethe/vectors/measure/vector_statistics.h"
#include "lethe/vectors/protect/spherical_k_means.h"

namespace lethe::vectors {
namespace {

Json to_json(const PartitionSimilarity& similarity) {
    return {{"rand", similarity.rand},
            {"adjusted_rand", similarity.adjusted_rand},
            {"jaccard", similarity.jaccard}};
}

// One published file beside the original, over the terms of both; and the same of the test part.
struct Pair {
    SparseRows original, published;
    SparseRows test_original, test_published;
};

class Assessment {
  public:
    Assessment(const Context& context, const AssessedVectors& given,
               const AssessVectorsOptions& options, const Random& random)
        : context_(context),
          given_(given),
          options_(options),
          random_(random),
          labels_(given.original.vectors.labels) {
        check();
        std::vector<std::string> names = labels_;
        if (given.test_original) {
            const auto& test = given.test_original->vectors.labels;
            names.insert(names.end(), test.begin(), test.end());
        }
        numbers_ = class_numbers(names);
        classes_ = numbers_.of(labels_);
        // Labels that are different in nearly every document are no classes, and tables of terms
        // by classes would grow beyond bounds.
        constexpr std::size_t kMostClasses = 1000;
        if (numbers_.names.size() > kMostClasses) {
            note(
                fmt::format("{} different labels are too many to be classes (at most {}): nothing "
                            "is classified, and clusters are not compared with them.",
                            numbers_.names.size(), kMostClasses));
            options_.parts.classification = false;
            classes_.clear();
        }
    }

    Json run() {
        Json result{{"kind", "vector-assessment"},
                    {"original", original_part()},
                    {"releases", Json::array()},
                    {"notes", Json::array()}};
        Progress progress(context_, "assessing vectors", std::ssize(given_.published));
        for (std::size_t i = 0; i < given_.published.size(); ++i) {
            result["releases"].push_back(release_part(i));
            progress.add();
        }
        for (const std::string& note : notes_) result["notes"].push_back(note);
        return result;
    }

  private:
    static void check_not_negative(const VectorFile& file) {
        for (std::int64_t r = 0; r < file.vectors.size(); ++r) {
            const auto values = file.vectors.rows[r].values;
            if (std::ranges::all_of(values, [](double value) { return value >= 0; })) continue;
            throw Error(ErrorKind::input,
                        fmt::format("document {} has a negative weight; weights of terms must be "
                                    "above 0",
                                    r + 1),
                        {file.name, 0, 0, {}});
        }
    }

    void check() {
        check_not_negative(given_.original);
        std::ranges::for_each(given_.published, check_not_negative);
        if (given_.test_original) check_not_negative(*given_.test_original);
        std::ranges::for_each(given_.test_published, check_not_negative);
        if (given_.original.vectors.size() == 0) {
            throw Error(ErrorKind::input, "has no documents", {given_.original.name, 0, 0, {}});
        }
        if (given_.test_original && given_.test_published.size() != given_.published.size()) {
            throw Error(ErrorKind::usage,
                        fmt::format("{} published test files for {} published files; each needs "
                                    "its own",
                                    given_.test_published.size(), given_.published.size()));
        }
        const bool test_labelled =
            !given_.test_original || !given_.test_original->vectors.labels.empty();
        if (options_.parts.classification && (labels_.empty() || !test_labelled)) {
            throw Error(
                ErrorKind::input,
                "documents have no labels, which classification needs; leave that part "
                "out",
                {labels_.empty() ? given_.original.name : given_.test_original->name, 0, 0, {}});
        }
    }

    void note_other_terms(const VectorFile& file) {
        const std::size_t original = given_.original.vectors.terms.size();
        const std::size_t joint =
            joint_terms(given_.original.vectors.terms, file.vectors.terms).size();
        if (10 * (joint - original) < file.vectors.terms.size()) return;
        note(
            fmt::format("{}: {} of its {} terms are not terms of the original. Generalised terms "
                        "are other words to the cosine; what they keep by meaning is in the "
                        "record of the release.",
                        file.name, joint - original, file.vectors.terms.size()));
    }

    Pair pair_of(std::size_t i) {
        note_other_terms(given_.published[i]);
        const auto in_order = [&](const VectorFile& original, const VectorFile& published) {
            check_common_terms(original.vectors, published.vectors, published.name);
            const bool by_ids = !original.vectors.ids.empty() && !published.vectors.ids.empty();
            if (!by_ids && !published.in_order) {
                note(
                    fmt::format("{}: neither ids nor a private log say which document is which; "
                                "documents were matched by their order.",
                                published.name));
            }
            return in_order_of(original.vectors, published.vectors, published.name);
        };
        const DocumentVectors published = in_order(given_.original, given_.published[i]);
        std::vector<std::string> terms =
            joint_terms(given_.original.vectors.terms, published.terms);
        if (!given_.test_original) {
            return {over_terms(given_.original.vectors, terms).rows,
                    over_terms(published, terms).rows, SparseRows(), SparseRows()};
        }
        const DocumentVectors test = in_order(*given_.test_original, given_.test_published[i]);
        terms = joint_terms(joint_terms(terms, given_.test_original->vectors.terms), test.terms);
        return {over_terms(given_.original.vectors, terms).rows, over_terms(published, terms).rows,
                over_terms(given_.test_original->vectors, terms).rows,
                over_terms(test, terms).rows};
    }

    void add_statistics(Json& to, const SparseRows& rows) {
        if (!options_.parts.statistics) return;
        to["statistics"] = vectors::to_json(vector_statistics(rows));
        const DistanceHistogram distances =
            distance_histogram(context_, rows, options_.most_compared, random_);
        to["distances"] = vectors::to_json(distances);
        if (distances.documents < rows.rows()) {
            note(fmt::format("Distances are those between {} documents, a random sample.",
                             distances.documents));
        }
    }

    // Numbers of clusters: those asked for, and as many as there are classes.
    std::vector<std::int64_t> cluster_counts() const {
        std::vector<std::int64_t> counts = options_.clusters;
        if (!classes_.empty() && numbers_.names.size() > 1) {
            counts.push_back(std::ssize(numbers_.names));
        }
        std::ranges::sort(counts);
        const auto repeats = std::ranges::unique(counts);
        counts.erase(repeats.begin(), repeats.end());
        return counts;
    }

    Clusters clusters_of(const SparseRows& rows, std::int64_t count) const {
        return spherical_k_means(context_, rows, {.clusters = count, .restarts = options_.restarts},
                                 random_.part(static_cast<std::uint64_t>(count)))
            .clusters;
    }

    Json original_part() {
        const DocumentVectors& vectors = given_.original.vectors;
        Json part{{"about", "original"},
                  {"file", given_.original.name},
                  {"documents", vectors.size()},
                  {"terms", vectors.terms.size()},
                  {"labels", numbers_.names.size()},
                  {"anonymity", vectors::to_json(vector_anonymity(vectors.rows))}};
        add_statistics(part, vectors.rows);
        if (!options_.parts.clustering) return part;
        part["clustering"] = Json::array();
        for (const std::int64_t count : cluster_counts()) {
            original_clusters_.push_back(clusters_of(vectors.rows, count));
            Json item{{"clusters", count}};
            add_similarity(item, "with_labels", original_clusters_.back().of);
            part["clustering"].push_back(std::move(item));
        }
        return part;
    }

    void add_similarity(Json& item, const char* key, const std::vector<std::int32_t>& of) const {
        if (classes_.empty()) return;
        item[key] = to_json(partition_similarity(context_, of, classes_));
    }

    Json release_part(std::size_t i) {
        const Pair pair = pair_of(i);
        const VectorAnonymity anonymity = vector_anonymity(pair.published);
        Json part{{"file", given_.published[i].name},
                  {"anonymity", vectors::to_json(anonymity)},
                  {"k", anonymity.smallest}};
        if (!given_.published[i].vectors.labels.empty()) {
            part["k_with_labels"] = vector_anonymity(given_.published[i].vectors.rows,
                                                     given_.published[i].vectors.labels)
                                        .smallest;
        }
        if (options_.parts.loss) {
            part["loss"] = vectors::to_json(vector_loss(pair.original, pair.published));
        }
        add_statistics(part, pair.published);
        if (options_.parts.queries) {
            part["queries"] = vectors::to_json(
                vector_queries(pair.original, pair.published, options_.queries, random_));
        }
        if (options_.parts.classification) part["classification"] = classification(pair);
        if (options_.parts.clustering) part["clustering"] = clustering(pair);
        if (options_.parts.linkage) {
            part["linkage"] = vectors::to_json(
                vector_linkage(context_, pair.original, pair.published), anonymity.smallest);
        }
        return part;
    }

    Json clustering(const Pair& pair) {
        Json list = Json::array();
        const std::vector<std::int64_t> counts = cluster_counts();
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const Clusters found = clusters_of(pair.published, counts[i]);
            Json item{{"clusters", counts[i]},
                      {"found", found.count},
                      {"with_original", to_json(partition_similarity(context_, found.of,
                                                                     original_clusters_[i].of))}};
            if (found.count < counts[i]) {
                note(
                    fmt::format("Fewer different vectors than {} clusters: there are as many "
                                "clusters as vectors.",
                                counts[i]));
            }
            add_similarity(item, "with_labels", found.of);
            list.push_back(std::move(item));
        }
        return list;
    }

    Json classification(const Pair& pair) {
        if (given_.test_original) {
            const std::vector<std::int32_t> of_test =
                numbers_.of(given_.test_original->vectors.labels);
            return classified({pair.original, pair.published, classes_},
                              {pair.test_original, pair.test_published, of_test}, "files");
        }
        const Split split = split_by_groups(pair.published, options_.training_share, random_);
        note(
            fmt::format("Without a test part of its own, classification learns from about {:.0f} "
                        "% of the documents and is tested on the others; documents that are "
                        "published as the same vector stay together, so that each release has a "
                        "test part of its own.",
                        100 * options_.training_share));
        if (split.test.empty() || split.training.empty()) {
            note("A file whose documents are all published as one vector has no test part.");
            return nullptr;
        }
        const auto rows_of = [](const SparseRows& rows, const std::vector<std::int64_t>& chosen) {
            SparseRows result(rows.columns());
            for (const std::int64_t row : chosen) result.append(rows[row]);
            return result;
        };
        const auto classes_of = [&](const std::vector<std::int64_t>& chosen) {
            std::vector<std::int32_t> result;
            for (const std::int64_t row : chosen) {
                result.push_back(classes_[static_cast<std::size_t>(row)]);
            }
            return result;
        };
        const SparseRows original = rows_of(pair.original, split.training),
                         published = rows_of(pair.published, split.training),
                         test_original = rows_of(pair.original, split.test),
                         test_published = rows_of(pair.published, split.test);
        const std::vector<std::int32_t> of = classes_of(split.training),
                                        of_test = classes_of(split.test);
        return classified({original, published, of}, {test_original, test_published, of_test},
                          "groups");
    }

    Json classified(const ClassifiedPart& training, const ClassifiedPart& test,
                    std::string_view split) const {
        const auto classes = static_cast<std::int32_t>(numbers_.names.size());
        const Predictions from_original =
            predict(context_, {training.original, training.of, classes}, test.original);
        return {{"split", split},
                {"training", training.of.size()},
                {"test", test.of.size()},
                {"scenarios", vectors::to_json(classification_scenarios(context_, training, test,
                                                                        classes, from_original))}};
    }

    void note(std::string text) {
        if (std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(std::move(text));
    }

    const Context& context_;
    const AssessedVectors& given_;
    AssessVectorsOptions options_;
    const Random& random_;
    const std::vector<std::string>& labels_;
    ClassNumbers numbers_;
    std::vector<std::int32_t> classes_;  // of the original documents
    std::vector<Clusters> original_clusters_;
    std::vector<std::string> notes_;
};

}  // namespace

Json assess_vectors(const Context& context, const AssessedVectors& given,
                    const AssessVectorsOptions& options, const Random& random) {
    return Assessment(context, given, options, random).run();
}

}  // namespace lethe::vectors
