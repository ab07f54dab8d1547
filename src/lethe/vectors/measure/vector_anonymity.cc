#include "lethe/vectors/measure/vector_anonymity.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "lethe/vectors/measure/vector_pair.h"

namespace lethe::vectors {

namespace {

// By what each document is published as.
template <class Key>
VectorAnonymity anonymity_of(const std::vector<Key>& published) {
    std::map<Key, std::int64_t> sizes;
    for (const Key& key : published) ++sizes[key];
    VectorAnonymity result{std::ssize(published), std::ssize(sizes), 0, {}};
    for (const auto& [key, documents] : sizes) result.of_size[documents] += documents;
    if (!result.of_size.empty()) result.smallest = result.of_size.begin()->first;
    return result;
}

struct AnonymityParams {
    bool labels = true;
};

double unique_share(const VectorAnonymity& anonymity) {
    const auto alone = anonymity.of_size.find(1);
    if (alone == anonymity.of_size.end()) return 0;
    return 100 * static_cast<double>(alone->second) / static_cast<double>(anonymity.documents);
}

// Of the published vectors alone: the originals are not looked at.
Measurement assess_anonymity(const AssessInput& input, const AnonymityParams& params) {
    const DocumentVectors& published = input.published;
    const VectorAnonymity anonymity = vector_anonymity(published.rows);
    Measurement result;
    result.details = to_json(anonymity);
    result.value = unique_share(anonymity);
    if (params.labels && !published.labels.empty()) {
        const VectorAnonymity both = vector_anonymity(published.rows, published.labels);
        result.details["k_with_labels"] = both.smallest;
        result.value = unique_share(both);
    }
    return result;
}

std::string read_vector_anonymity(const Json& measurement, double value,
                                  std::optional<std::int64_t>) {
    const Json details = measurement.value("details", Json::object());
    const auto smallest =
        details.value("k_with_labels", details.value("smallest", std::int64_t{0}));
    if (smallest > 1) {
        return fmt::format("Each document shares what is published of it with at least {} others.",
                           smallest - 1);
    }
    return fmt::format("{:.1f} % of the documents share what is published of them with no other.",
                       value);
}

}  // namespace

VectorAnonymity vector_anonymity(const SparseRows& published) {
    return anonymity_of(equal_rows(published));
}

VectorAnonymity vector_anonymity(const SparseRows& published,
                                 const std::vector<std::string>& labels) {
    const std::vector<std::int32_t> classes = equal_rows(published);
    std::vector<std::pair<std::int32_t, std::string>> both;
    for (std::size_t r = 0; r < classes.size(); ++r) both.emplace_back(classes[r], labels.at(r));
    return anonymity_of(both);
}

Json to_json(const VectorAnonymity& anonymity) {
    Json histogram = Json::object();
    for (const auto& [size, documents] : anonymity.of_size) {
        histogram[std::to_string(size)] = documents;
    }
    return {{"documents", anonymity.documents},
            {"classes", anonymity.classes},
            {"smallest", anonymity.smallest},
            {"mean", anonymity.mean()},
            {"histogram", std::move(histogram)}};
}

Method vector_anonymity_method() {
    return make_assessment(
        Family::attack,
        MethodInfo{
            .name = "vector-anonymity",
            .title = "Anonymity of document vectors",
            .summary = "Documents that share what is published of them with no other.",
            .description =
                "Counts, in the published vectors alone, how many documents are published as the "
                "same vector. The value is the share of documents that stand alone, in percent; "
                "`smallest` is the k of the file. Where the classes of documents are published "
                "beside the vectors, they tell documents of one vector apart: `labels` counts them "
                "as part of what is published (`k_with_labels`). Vectors are equal when every "
                "weight is exactly equal. Nobody needs to be found by it: a document that stands "
                "alone is in danger only of who knows its words, which `vector-linkage` measures. "
                "Documents that are copies of each other share a vector without being protected.",
            .kinds = {Kind::numeric},
            .properties = {Property::row_order_independent},
            .cites = {"abril2014privacy", "sweeney2002k"},
            .in_words = "Documents are counted that are published as the same vector.",
            .scale = Scale::unique,
            .reading = read_vector_anonymity,
            .details = {{"documents", "Documents"},
                        {"classes", "Different vectors"},
                        {"smallest", "Documents of the smallest class: k"},
                        {"k_with_labels", "The same where classes are published too"},
                        {"mean", "Documents of a class, on average"},
                        {"histogram", "Documents in classes of each size", false, "size"}},
            .assessed_with = {Json::object()}},
        Schema<AnonymityParams>().field(
            "labels", &AnonymityParams::labels,
            "Count the classes of documents, where they are published, as known"),
        assess_anonymity);
}

}  // namespace lethe::vectors
