#include "lethe/release/vectors/propose_vector_policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/io/toml_text.h"
#include "lethe/release/vectors/vector_release.h"

namespace lethe::release {
namespace {

std::string ids_reason(const std::optional<InspectedVectors::Ids>& ids) {
    if (!ids) return "there are none";
    return ids->tell ? fmt::format("they look like {}, and say who is who", name(ids->looks_like))
                     : "they say which document is which";
}

std::string labels_reason(const std::optional<InspectedVectors::Labels>& labels, std::int64_t k) {
    if (!labels) return "there are none";
    if (labels->below_k > 0) {
        return fmt::format("{} of {} classes have fewer than {} documents", labels->below_k,
                           labels->classes, k);
    }
    return fmt::format("{} classes, the smallest of {} documents", labels->classes,
                       labels->smallest);
}

}  // namespace

std::string propose_vector_policy(const InspectedVectors& inspected) {
    const std::int64_t k =
        std::clamp<std::int64_t>(inspected.k, 2, std::max<std::int64_t>(2, inspected.documents));
    const auto& labels = inspected.labels;
    const bool release_labels = !labels || labels->below_k == 0;
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
        toml_comment(inspected.file), inspected.documents, inspected.terms,
        inspected.classes.unique, toml_quoted(vector_protection({}).info.name), k,
        toml_comment(ids_reason(inspected.ids)), release_labels, labels_reason(labels, k));
}

}  // namespace lethe::release
