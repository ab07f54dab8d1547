#include "lethe/text/vectors/vector_anonymity.h"

#include <vector>

namespace lethe::text {

VectorAnonymity vector_anonymity(const SparseRows& published) {
    std::vector<std::int64_t> size;
    for (const std::int32_t which : equal_rows(published)) {
        if (static_cast<std::size_t>(which) == size.size()) size.push_back(0);
        ++size[static_cast<std::size_t>(which)];
    }
    VectorAnonymity result{published.rows(), std::ssize(size), 0, {}};
    for (const std::int64_t documents : size) result.of_size[documents] += documents;
    if (!result.of_size.empty()) result.smallest = result.of_size.begin()->first;
    return result;
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

}  // namespace lethe::text
