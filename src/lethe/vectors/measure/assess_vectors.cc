#include "lethe/vectors/measure/assess_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/vectors/make/aligned_vectors.h"
#include "lethe/vectors/measure/vector_pair.h"
#include "lethe/vectors/measure/vector_semantic_linkage.h"
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

    MeasuredVectorFiles run() {
        MeasuredVectorFiles result;
        result.original = original_part();
        Progress progress(context_, "assessing vectors", std::ssize(given_.published));
        for (std::size_t i = 0; i < given_.published.size(); ++i) {
            result.releases.push_back(release_part(i));
            progress.add();
        }
        result.notes = notes_;
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

    std::optional<LookOfVectors> look_of(const SparseRows& rows) {
        if (!options_.parts.statistics) return std::nullopt;
        const LookOfVectors look{
            vector_statistics(rows),
            distance_histogram(context_, rows, options_.most_compared, random_)};
        if (look.distances.documents < rows.rows()) {
            note(fmt::format("Distances are those between {} documents, a random sample.",
                             look.distances.documents));
        }
        return look;
    }

    std::vector<std::int64_t> counts() const {
        return cluster_counts(options_.clustering,
                              classes_.empty() ? 0 : std::ssize(numbers_.names));
    }

    MeasuredOriginal original_part() {
        const DocumentVectors& vectors = given_.original.vectors;
        MeasuredOriginal part{.file = given_.original.name,
                              .documents = vectors.size(),
                              .terms = std::ssize(vectors.terms),
                              .labels = std::ssize(numbers_.names),
                              .anonymity = vector_anonymity(vectors.rows),
                              .look = look_of(vectors.rows)};
        if (!options_.parts.clustering) return part;
        part.clustering.emplace();
        for (const std::int64_t count : counts()) {
            original_clusters_.push_back(cluster_vectors(context_, vectors.rows, count,
                                                         options_.clustering.restarts, random_));
            MeasuredOriginal::Clusters clusters{count};
            if (!classes_.empty()) {
                clusters.with_labels =
                    partition_similarity(context_, original_clusters_.back().of, classes_);
            }
            part.clustering->push_back(clusters);
        }
        return part;
    }

    MeasuredVectors release_part(std::size_t i) {
        const Pair pair = pair_of(i);
        const VectorFile& file = given_.published[i];
        MeasuredVectors part{.file = file.name, .anonymity = vector_anonymity(pair.published)};
        if (!file.vectors.labels.empty()) {
            part.with_labels = vector_anonymity(file.vectors.rows, file.vectors.labels);
        }
        const bool by_words = have_common_terms(given_.original.vectors, file.vectors);
        if (options_.parts.loss && by_words) {
            part.loss = vector_loss(pair.original, pair.published);
            part.figures.lost.emplace_back(vector_loss_method().info.name,
                                           100 * part.loss->spherical.share());
        }
        add_meaning(part, i);
        part.look = look_of(pair.published);
        if (options_.parts.queries) {
            part.queries = vector_queries(pair.original, pair.published, options_.queries, random_);
        }
        part.classified = options_.parts.classification;
        if (part.classified) part.classification = classification(pair);
        if (options_.parts.clustering) part.clustering = clustering(pair);
        if (options_.parts.linkage && by_words) {
            part.linkage = vector_linkage(context_, pair.original, pair.published);
            part.figures.found.emplace_back(vector_linkage_method().info.name,
                                            part.linkage->share());
        }
        return part;
    }

    // Of a release with terms of its own; what cannot be compared so is noted.
    void add_meaning(MeasuredVectors& part, std::size_t i) {
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
                part.loss_by_meaning = vector_semantic_loss(context_, meant);
                part.figures.lost.emplace_back(vector_semantic_loss_method().info.name,
                                               100 * part.loss_by_meaning->mean_distance);
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
            part.linkage_by_meaning = most;
            part.figures.found.emplace_back(vector_semantic_linkage_method().info.name,
                                            most.share());
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::unmet) throw;
            note(fmt::format("{}: {}.", file.name, error.what()));
        }
    }

    std::vector<ComparedClusters> clustering(const Pair& pair) {
        std::vector<ComparedClusters> list;
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
            list.push_back(found);
        }
        return list;
    }

    // None where there is no test part.
    std::optional<Classification> classification(const Pair& pair) {
        const auto classes = static_cast<std::int32_t>(numbers_.names.size());
        const ClassifiedPart all{pair.original, pair.published, classes_};
        if (given_.test_original) {
            const std::vector<std::int32_t> of_test =
                numbers_.of(given_.test_original->vectors.labels);
            return classify_parts(context_, all, {pair.test_original, pair.test_published, of_test},
                                  classes, "files");
        }
        note(
            fmt::format("Without a test part of its own, classification learns from about {:.0f} "
                        "% of the documents and is tested on the others; documents that are "
                        "published as the same vector stay together, so that each release has a "
                        "test part of its own.",
                        100 * options_.training_share));
        auto found = classify_split(context_, all, classes, options_.training_share, random_);
        if (!found)
            note("A file whose documents are all published as one vector has no test part.");
        return found;
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

MeasuredVectorFiles assess_vectors(const Context& context, const AssessedVectors& given,
                                   const AssessVectorsOptions& options, const Random& random) {
    return Assessment(context, given, options, random).run();
}

}  // namespace lethe::vectors
