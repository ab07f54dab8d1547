#include "lethe/vectors/measure/assess_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/vectors/make/aligned_vectors.h"
#include "lethe/vectors/measure/vector_anonymity.h"
#include "lethe/vectors/measure/vector_classification.h"
#include "lethe/vectors/measure/vector_linkage.h"
#include "lethe/vectors/measure/vector_loss.h"
#include "lethe/vectors/measure/vector_pair.h"
#include "lethe/vectors/measure/vector_semantic_linkage.h"
#include "lethe/vectors/measure/vector_semantic_loss.h"
#include "lethe/vectors/measure/vector_statistics.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::vectors {

#define LETHE_METHOD(function) Method function();
#include "lethe/vectors/methods.def"
#undef LETHE_METHOD

namespace {

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
        if (std::ssize(numbers_.names) > kMostClasses) {
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
    void check() {
        const auto check_weights_of = [](const VectorFile& file) {
            check_not_negative(file.vectors.rows, file.name);
        };
        check_weights_of(given_.original);
        std::ranges::for_each(given_.published, check_weights_of);
        if (given_.test_original) check_weights_of(*given_.test_original);
        std::ranges::for_each(given_.test_published, check_weights_of);
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
                        "are other words to the cosine, by which nobody is found who could be: {}",
                        file.name, joint - original, file.vectors.terms.size(),
                        given_.taxonomy != nullptr
                            ? "what they tell and keep by their meaning stands beside it."
                            : "--source names a taxonomy, by which they are compared."));
    }

    Pair pair_of(std::size_t i) {
        note_other_terms(given_.published[i]);
        const auto in_order = [&](const VectorFile& original, const VectorFile& published) {
            if (given_.taxonomy == nullptr) {
                check_common_terms(original.vectors, published.vectors, published.name);
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

    std::vector<std::int64_t> counts() const {
        return cluster_counts(options_.clustering,
                              classes_.empty() ? 0 : std::ssize(numbers_.names));
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
        for (const std::int64_t count : counts()) {
            original_clusters_.push_back(cluster_vectors(context_, vectors.rows, count,
                                                         options_.clustering.restarts, random_));
            Json item{{"clusters", count}};
            if (!classes_.empty()) {
                item["with_labels"] = similarity_json(
                    partition_similarity(context_, original_clusters_.back().of, classes_));
            }
            part["clustering"].push_back(std::move(item));
        }
        return part;
    }

    Json release_part(std::size_t i) {
        const Pair pair = pair_of(i);
        const VectorAnonymity anonymity = vector_anonymity(pair.published);
        Json part{{"file", given_.published[i].name},
                  {"anonymity", vectors::to_json(anonymity)},
                  {"k", anonymity.smallest}};
        if (!given_.published[i].vectors.labels.empty()) {
            const VectorAnonymity with_labels = vector_anonymity(
                given_.published[i].vectors.rows, given_.published[i].vectors.labels);
            part["k_with_labels"] = with_labels.smallest;
            part["anonymity_with_labels"] = vectors::to_json(with_labels);
        }
        const bool by_words =
            have_common_terms(given_.original.vectors, given_.published[i].vectors);
        if (options_.parts.loss && by_words) {
            const VectorLoss loss = vector_loss(pair.original, pair.published);
            part["loss"] = vectors::to_json(loss);
            part["lost"][vector_loss_method().info.name] = 100 * loss.spherical.share();
        }
        add_meaning(part, i, anonymity.smallest);
        add_statistics(part, pair.published);
        if (options_.parts.queries) {
            part["queries"] = vectors::to_json(
                vector_queries(pair.original, pair.published, options_.queries, random_));
        }
        if (options_.parts.classification) part["classification"] = classification(pair);
        if (options_.parts.clustering) part["clustering"] = clustering(pair);
        if (options_.parts.linkage && by_words) {
            part["linkage"] = vectors::to_json(
                vector_linkage(context_, pair.original, pair.published), anonymity.smallest);
            part["found"][vector_linkage_method().info.name] =
                part["linkage"]["expected"].get<double>();
        }
        return part;
    }

    // Of a release with terms of its own; what cannot be compared so is noted.
    void add_meaning(Json& part, std::size_t i, std::int64_t smallest) {
        const DocumentVectors& original = given_.original.vectors;
        const VectorFile& file = given_.published[i];
        const bool wanted = options_.parts.loss || options_.parts.linkage;
        if (given_.taxonomy == nullptr || !wanted ||
            joint_terms(original.terms, file.vectors.terms).size() == original.terms.size()) {
            return;
        }
        const DocumentVectors published = in_order_of(original, file.vectors, file.name);
        try {
            const SemanticPair meant(
                AssessInput{original, published, random_, context_, given_.taxonomy});
            for (const std::string& warning : meant.warnings()) {
                note(fmt::format("{}: {}.", file.name, warning));
            }
            if (options_.parts.loss) {
                const VectorSemanticLoss loss = vector_semantic_loss(context_, meant);
                part["loss_by_meaning"] = vectors::to_json(loss);
                part["lost"][vector_semantic_loss_method().info.name] = 100 * loss.mean_distance;
            }
            if (!options_.parts.linkage) return;
            using S = SemanticOptions;
            RightLinks most;  // of the distances that an intruder may take
            for (const SemanticLinkageOptions& how :
                 {SemanticLinkageOptions{},
                  SemanticLinkageOptions{S::PairWeight::none, S::Unmatched::whole}}) {
                const RightLinks links = vector_semantic_linkage(context_, meant, how);
                if (most.records == 0 || links.expected > most.expected) most = links;
            }
            part["linkage_by_meaning"] = vectors::to_json(most, smallest);
            part["found"][vector_semantic_linkage_method().info.name] =
                part["linkage_by_meaning"]["expected"].get<double>();
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::unmet) throw;
            note(fmt::format("{}: {}.", file.name, error.what()));
        }
    }

    Json clustering(const Pair& pair) {
        Json list = Json::array();
        const std::vector<std::int64_t> asked = counts();
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const ComparedClusters found =
                compare_clusters(context_, pair.published, asked[i], options_.clustering.restarts,
                                 random_, original_clusters_[i], classes_);
            if (found.found < asked[i]) {
                note(
                    fmt::format("Fewer different vectors than {} clusters: there are as many "
                                "clusters as vectors.",
                                asked[i]));
            }
            list.push_back(to_json(found));
        }
        return list;
    }

    Json classification(const Pair& pair) {
        const auto classes = static_cast<std::int32_t>(numbers_.names.size());
        const ClassifiedPart all{pair.original, pair.published, classes_};
        if (given_.test_original) {
            const std::vector<std::int32_t> of_test =
                numbers_.of(given_.test_original->vectors.labels);
            return to_json(classify_parts(context_, all,
                                          {pair.test_original, pair.test_published, of_test},
                                          classes, "files"));
        }
        note(
            fmt::format("Without a test part of its own, classification learns from about {:.0f} "
                        "% of the documents and is tested on the others; documents that are "
                        "published as the same vector stay together, so that each release has a "
                        "test part of its own.",
                        100 * options_.training_share));
        const auto found = classify_split(context_, all, classes, options_.training_share, random_);
        if (found) return to_json(*found);
        note("A file whose documents are all published as one vector has no test part.");
        return nullptr;
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
