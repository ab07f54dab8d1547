#include "lethe/vectors/measure/vector_anonymity.h"

#include <utility>
#include <vector>

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

}  // namespace lethe::vectors
