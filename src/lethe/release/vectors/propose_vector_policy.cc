#include "lethe/release/vectors/propose_vector_policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/io/toml_text.h"
#include "lethe/release/vectors/vector_release.h"

namespace lethe::release {
namespace {

std::string ids_reason(const Json& ids) {
    if (ids.is_null()) return "there are none";
    return ids["tell"].get<bool>()
               ? "they look like " + ids["looks_like"].get<std::string>() + ", and say who is who"
               : "they say which document is which";
}

std::string labels_reason(const Json& labels, std::int64_t k) {
    if (labels.is_null()) return "there are none";
    if (const auto small = labels["below_k"].get<std::int64_t>(); small > 0) {
        return fmt::format("{} of {} classes have fewer than {} documents", small,
                           labels["classes"].get<std::int64_t>(), k);
    }
    return fmt::format("{} classes, the smallest of {} documents",
                       labels["classes"].get<std::int64_t>(),
                       labels["smallest"].get<std::int64_t>());
}

}  // namespace

std::string propose_vector_policy(const Json& inspected) {
    const Json& data = inspected["data"];
    const auto documents = data["documents"].get<std::int64_t>();
    const std::int64_t k =
        std::clamp<std::int64_t>(inspected["k"], 2, std::max<std::int64_t>(2, documents));
    const Json& labels = inspected["labels"];
    const bool release_labels = labels.is_null() || labels["below_k"] == 0;
    return fmt::format(
        "# Proposed for {}: {} documents, {} terms. A guess, to be read and corrected by someone\n"
        "# who knows the data; every line says why.\n"
        "data = \"vectors\"\n\n"
        "# {} documents have a vector that nobody else has. A first step: each is published with\n"
        "# the vector of a group of at least k.\n"
        "# lethe explore looks for a better one; lethe methods lists what there is.\n"
        "[[step]]\nmethod = {}\nk = {}\n\n"
        "[release]\n"
        "order = \"random\"    # the place of a row tells which document it is\n"
        "keep_ids = false    # {}\n"
        "labels = {:<5}      # {}\n",
        toml_comment(data["file"].get<std::string>()), documents, data["terms"].get<std::int64_t>(),
        inspected["vectors"]["alone"].get<std::int64_t>(),
        toml_quoted(vector_protection({}).info.name), k, toml_comment(ids_reason(inspected["ids"])),
        release_labels, labels_reason(labels, k));
}

}  // namespace lethe::release
