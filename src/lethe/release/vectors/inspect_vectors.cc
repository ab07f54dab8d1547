#include "lethe/release/vectors/inspect_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

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

InspectedVectors::Terms inspected_terms(const SparseRows& rows, std::int64_t k) {
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
    return {having(1, k - 1), having(1, 1), having(0, 0)};
}

std::optional<InspectedVectors::Labels> inspected_labels(const vectors::DocumentVectors& vectors,
                                                         std::int64_t k) {
    if (vectors.labels.empty()) return std::nullopt;
    std::map<std::string_view, std::int64_t> sizes;
    for (const std::string& label : vectors.labels) ++sizes[label];
    std::int64_t smallest = vectors.size();
    for (const auto& [label, size] : sizes) smallest = std::min(smallest, size);
    return InspectedVectors::Labels{
        std::ssize(sizes), smallest,
        std::ranges::count_if(sizes, [&](const auto& one) { return one.second < k; })};
}

std::optional<InspectedVectors::Ids> inspected_ids(const vectors::DocumentVectors& vectors) {
    if (vectors.ids.empty()) return std::nullopt;
    const RoleGuess guess = guess_role(*Column::from_texts("", Kind::nominal, vectors.ids));
    const bool tell = guess.subject == Subject::person_name || guess.subject == Subject::contact ||
                      guess.subject == Subject::official || guess.subject == Subject::account ||
                      guess.subject == Subject::address || guess.subject == Subject::checked_code;
    return InspectedVectors::Ids{guess.subject, guess.reason, tell};
}

std::vector<std::string> next_of_vectors(const VectorInspection& what) {
    if (what.policy_file.empty()) {
        return {fmt::format("{} -k {} -o release.mtx",
                            data_command("protect", DataKind::vectors, {what.source}), what.k),
                data_command("inspect", DataKind::vectors, {what.source}) +
                    " --policy-out policy.toml"};
    }
    return {fmt::format("{} --policy {} -o release.mtx",
                        data_command("protect", DataKind::vectors, {what.source}),
                        shell_word(what.policy_file))};
}

Json to_json(const InspectedVectors::Labels& labels) {
    return {
        {"classes", labels.classes}, {"smallest", labels.smallest}, {"below_k", labels.below_k}};
}

Json to_json(const InspectedVectors::Ids& ids) {
    return {{"looks_like", name(ids.looks_like)}, {"reason", ids.reason}, {"tell", ids.tell}};
}

}  // namespace

double InspectedVectors::density() const {
    const auto places = static_cast<double>(documents) * static_cast<double>(terms);
    return places == 0 ? 0 : 100 * static_cast<double>(entries) / places;
}

double InspectedVectors::mean_terms() const {
    return documents == 0 ? 0 : static_cast<double>(entries) / static_cast<double>(documents);
}

InspectedVectors inspect_vectors(const Context& context, const VectorInspection& what) {
    const vectors::DocumentVectors vectors = vectors::read_vectors(context, what.source);
    const vectors::VectorAnonymity anonymity = vectors::vector_anonymity(vectors.rows);
    InspectedVectors result;
    result.file = std::filesystem::path(what.source).filename().string();
    result.documents = vectors.size();
    result.terms = vectors.rows.columns();
    result.entries = vectors.rows.entries();
    result.k = what.k;
    result.below_k = documents_below(anonymity, what.k);
    result.classes = bound_of(anonymity);
    result.of_terms = inspected_terms(vectors.rows, what.k);
    result.labels = inspected_labels(vectors, what.k);
    result.ids = inspected_ids(vectors);
    result.policy = propose_vector_policy(result);
    result.next = next_of_vectors(what);
    return result;
}

Json to_json(const InspectedVectors& inspected) {
    return {{"kind", "vector-inspection"},
            {"about", "original"},
            {"data",
             {{"file", inspected.file},
              {"documents", inspected.documents},
              {"terms", inspected.terms},
              {"entries", inspected.entries}}},
            {"k", inspected.k},
            {"density", inspected.density()},
            {"mean_terms", inspected.mean_terms()},
            {"vectors",
             {{"different", inspected.classes.classes},
              {"alone", inspected.classes.unique},
              {"below_k", inspected.below_k},
              {"smallest", inspected.classes.smallest}}},
            {"classes", to_json(inspected.classes)},
            {"terms",
             {{"rare", inspected.of_terms.rare},
              {"once", inspected.of_terms.once},
              {"unused", inspected.of_terms.unused}}},
            {"labels", inspected.labels ? to_json(*inspected.labels) : Json(nullptr)},
            {"ids", inspected.ids ? to_json(*inspected.ids) : Json(nullptr)},
            {"policy", inspected.policy},
            {"next", inspected.next}};
}

}  // namespace lethe::release
