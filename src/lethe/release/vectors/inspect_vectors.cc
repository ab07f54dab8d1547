#include "lethe/release/vectors/inspect_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include "lethe/data/roles.h"
#include "lethe/release/next_command.h"
#include "lethe/release/vectors/propose_vector_policy.h"
#include "lethe/release/vectors/vector_assessment.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/measure/vector_anonymity.h"

namespace lethe::release {
namespace {

// Documents that stand in groups of fewer than k.
std::int64_t documents_below(const vectors::VectorAnonymity& anonymity, std::int64_t k) {
    std::int64_t below = 0;
    for (const auto& [size, documents] : anonymity.of_size) below += size < k ? documents : 0;
    return below;
}

Json inspected_terms(const SparseRows& rows, std::int64_t k) {
    std::vector<std::int64_t> documents(static_cast<std::size_t>(rows.columns()), 0);
    for (std::int64_t row = 0; row < rows.rows(); ++row) {
        for (const std::int32_t term : rows[row].columns) {
            ++documents[static_cast<std::size_t>(term)];
        }
    }
    const auto having = [&](std::int64_t least, std::int64_t most) {
        return std::ranges::count_if(
            documents, [&](std::int64_t number) { return number >= least && number <= most; });
    };
    return {{"rare", having(1, k - 1)}, {"once", having(1, 1)}, {"unused", having(0, 0)}};
}

Json inspected_labels(const vectors::DocumentVectors& vectors, std::int64_t k) {
    if (vectors.labels.empty()) return nullptr;
    std::map<std::string_view, std::int64_t> sizes;
    for (const std::string& label : vectors.labels) ++sizes[label];
    std::int64_t smallest = vectors.size();
    for (const auto& [label, size] : sizes) smallest = std::min(smallest, size);
    return {
        {"classes", sizes.size()},
        {"smallest", smallest},
        {"below_k", std::ranges::count_if(sizes, [&](const auto& one) { return one.second < k; })}};
}

Json inspected_ids(const vectors::DocumentVectors& vectors) {
    if (vectors.ids.empty()) return nullptr;
    const RoleGuess guess = guess_role(*Column::from_texts("", Kind::nominal, vectors.ids));
    const bool tell = guess.subject == Subject::person_name || guess.subject == Subject::contact ||
                      guess.subject == Subject::official || guess.subject == Subject::account ||
                      guess.subject == Subject::address || guess.subject == Subject::checked_code;
    return {{"looks_like", name(guess.subject)}, {"reason", guess.reason}, {"tell", tell}};
}

}  // namespace

Json inspect_vectors(const Context& context, const VectorInspection& what) {
    const vectors::DocumentVectors vectors = vectors::read_vectors(context, what.source);
    const vectors::VectorAnonymity anonymity = vectors::vector_anonymity(vectors.rows);
    const auto documents = static_cast<double>(vectors.size());
    const auto entries = static_cast<double>(vectors.rows.entries());
    const auto terms = static_cast<double>(vectors.rows.columns());
    Json result{{"kind", "vector-inspection"},
                {"about", "original"},
                {"data",
                 {{"file", std::filesystem::path(what.source).filename().string()},
                  {"documents", vectors.size()},
                  {"terms", vectors.rows.columns()},
                  {"entries", vectors.rows.entries()}}},
                {"k", what.k},
                {"density", documents * terms == 0 ? 0 : 100 * entries / (documents * terms)},
                {"mean_terms", documents == 0 ? 0 : entries / documents},
                {"vectors",
                 {{"different", anonymity.classes},
                  {"alone", documents_below(anonymity, 2)},
                  {"below_k", documents_below(anonymity, what.k)},
                  {"smallest", anonymity.smallest}}},
                {"classes", bound_of(vectors::to_json(anonymity))},
                {"terms", inspected_terms(vectors.rows, what.k)},
                {"labels", inspected_labels(vectors, what.k)},
                {"ids", inspected_ids(vectors)}};
    result["policy"] = propose_vector_policy(result);
    if (what.policy_file.empty()) {
        result["next"] = {fmt::format("lethe text protect {} -k {} -o release.mtx",
                                      shell_word(what.source), what.k),
                          data_command("inspect", DataKind::vectors, {what.source}) +
                              " --policy-out policy.toml"};
    } else {
        result["next"] = {fmt::format("{} --policy {} -o release.mtx",
                                      data_command("protect", DataKind::vectors, {what.source}),
                                      shell_word(what.policy_file))};
    }
    return result;
}

}  // namespace lethe::release
