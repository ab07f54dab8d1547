#include "lethe/release/vectors/vector_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <unordered_set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/release/release_order.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/measure/vector_anonymity.h"
#include "lethe/vectors/measure/vector_loss.h"

namespace lethe::release {
namespace {

namespace fs = std::filesystem;
using vectors::DocumentVectors;
using vectors::SemanticOptions;

constexpr std::array<std::pair<VectorMethod, std::string_view>, 3> kMethods{
    {{VectorMethod::spherical, "spherical"},
     {VectorMethod::classical, "classical"},
     {VectorMethod::semantic, "semantic"}}};

struct Protected {
    DocumentVectors vectors;
    Clusters clusters;
    Json method;
    Json loss;
};

Protected spherically(const Context& context, const VectorRelease& what,
                      const DocumentVectors& original) {
    vectors::SphericalOptions how = what.spherical;
    how.k = what.k;
    how.representative = what.method == VectorMethod::classical
                             ? vectors::Representative::mean
                             : vectors::Representative::spherical;
    vectors::Microaggregated result =
        vectors::spherical_microaggregation(context, original.rows, how);
    Json method = {{"name", name(what.method)}, {"k", what.k}, {"refined", how.refine}};
    if (how.most_terms > 0) method["terms"] = how.most_terms;
    Json loss = vectors::to_json(vectors::vector_loss(original.rows, result.rows));
    if (how.most_terms > 0) loss["mean_distance_uncut"] = result.loss;
    return {{std::move(result.rows), original.terms, original.ids, original.labels},
            std::move(result.clusters),
            std::move(method),
            std::move(loss)};
}

Protected semantically(const Context& context, const VectorRelease& what,
                       const DocumentVectors& original, std::vector<std::string>& notes) {
    SemanticOptions how = what.semantic;
    how.k = what.k;
    const Knowledge knowledge = read_knowledge(context, what.taxonomy, what.reading);
    for (const std::string& note : knowledge.notes) notes.push_back("note: " + note);
    vectors::SemanticResult result =
        vectors::semantic_microaggregation(context, original, knowledge.taxonomy, how);
    if (result.unknown_terms > 0) {
        notes.push_back(
            fmt::format("note: {} of {} terms are not in the taxonomy: they have nothing in "
                        "common with any other (lethe text vectors --wordnet leaves them "
                        "out)",
                        result.unknown_terms, original.terms.size()));
    }
    const bool by_mean = how.pair_weight == SemanticOptions::PairWeight::mean;
    const bool free = how.unmatched == SemanticOptions::Unmatched::free;
    const bool by_name = how.generalised == SemanticOptions::Generalised::name;
    const bool shortest = how.deepest == SemanticOptions::Deepest::shortest;
    Json method = {
        {"name", name(what.method)},
        {"k", what.k},
        {"weights", by_mean ? "mean" : "none"},
        {"unmatched", free ? "free" : "whole"},
        {"generalised", by_name ? "name" : "concept"},
        {"deepest", shortest ? "shortest" : "longest"},
        {"knowledge",
         {{"name", knowledge.taxonomy->name()}, {"version", knowledge.taxonomy->version()}}}};
    Json loss = {{"sse", result.loss.sse}, {"ssa", result.loss.ssa}, {"il", result.loss.share()}};
    return {std::move(result.vectors), std::move(result.clusters), std::move(method),
            std::move(loss)};
}

// Without the terms that no row has: a term that stands in no published vector would tell that some
// document had it.
DocumentVectors with_used_terms(const DocumentVectors& vectors) {
    const std::vector<bool> used = used_columns(vectors.rows);
    std::vector<std::string> terms;
    for (std::size_t t = 0; t < used.size(); ++t) {
        if (used[t]) terms.push_back(vectors.terms[t]);
    }
    return vectors::over_terms(vectors, terms);
}

// Documents that have each term.
std::vector<std::int64_t> documents_of_terms(const SparseRows& rows) {
    std::vector<std::int64_t> documents(static_cast<std::size_t>(rows.columns()), 0);
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        for (const std::int32_t column : rows[r].columns) {
            ++documents[static_cast<std::size_t>(column)];
        }
    }
    return documents;
}

// What the owner should know before publishing.
void warn_of(const VectorRelease& what, const DocumentVectors& original,
             const DocumentVectors& released, std::vector<std::string>& notes) {
    const auto before = vectors::vector_anonymity(original.rows);
    const auto alone = before.of_size.find(1);
    const std::int64_t copies =
        before.documents - (alone == before.of_size.end() ? 0 : alone->second);
    if (copies > 0) {
        notes.push_back(
            fmt::format("note: {} documents had the vector of another one before they were "
                        "protected: copies hide behind each other, not behind others",
                        copies));
    }
    if (what.method != VectorMethod::semantic) {
        std::unordered_set<std::string_view> rare;
        const std::vector<std::int64_t> documents = documents_of_terms(original.rows);
        for (std::size_t t = 0; t < documents.size(); ++t) {
            if (documents[t] < what.k) rare.insert(original.terms[t]);
        }
        const std::int64_t published = std::ranges::count_if(
            released.terms, [&](const std::string& term) { return rare.contains(term); });
        if (published > 0) {
            notes.push_back(fmt::format(
                "note: {} of {} published terms stand in fewer than {} documents of the original, "
                "and may be names; lethe text vectors --least-documents {} leaves them out",
                published, released.terms.size(), what.k, what.k));
        }
    }
    if (vectors::vector_anonymity(released.rows).classes == 1) {
        notes.emplace_back(
            "note: all documents are published as one vector, from which nothing can be mined; "
            "give a smaller k");
    }
}

bool has_random_order(const VectorRelease& what) { return !what.keep_order && !what.keep_ids; }

// Where the release of these vectors goes: which files there are follows from what is kept.
Outputs vector_outputs(const VectorRelease& what, const DocumentVectors& original) {
    DocumentVectors kept;
    if (what.keep_ids) kept.ids = original.ids;
    if (!what.drop_labels) kept.labels = original.labels;
    Outputs outputs{DataKind::vectors, what.output, false, {}, {}};
    const std::vector<std::string> files = vectors::vector_files(kept, what.output);
    outputs.more.assign(files.begin() + 1, files.end());
    return outputs;
}

// Version, method and its settings, sizes, how many documents share a vector (counted from the
// vectors), what was lost. No id of a document.
Json record_of(const Protected& result, const vectors::VectorAnonymity& anonymity,
               const std::vector<FileDigest>& files) {
    const DocumentVectors& released = result.vectors;
    Json record = record_envelope("vector-release", DataKind::vectors, files);
    record["method"] = result.method;
    record["documents"] = released.size();
    record["terms"] = released.terms.size();
    record["entries"] = released.rows.entries();
    record["ids"] = !released.ids.empty();
    record["labels"] = !released.labels.empty();
    record["proof"] = {{"k", anonymity.smallest}, {"different_vectors", anonymity.classes}};
    if (!released.labels.empty()) {
        record["proof"]["k_with_labels"] =
            vectors::vector_anonymity(released.rows, released.labels).smallest;
    }
    record["loss"] = result.loss;
    return record;
}

// Which document stands in which row and group. Row i of the release is row order[i] of the
// original.
Json vector_log(const VectorRelease& what, const DocumentVectors& original,
                const Clusters& clusters, const std::vector<std::int64_t>& order) {
    std::vector<FileDigest> sources;
    for (const std::string& file : vectors::vector_files(original, what.source)) {
        std::error_code none;
        if (fs::exists(file, none)) sources.push_back({file, file_sha256(file)});
    }
    Json log = log_envelope(
        DataKind::vectors,
        "Private: this file says which document is which row. Keep it with the original.",
        has_random_order(what) ? std::optional(what.seed) : std::nullopt, sources);
    log["rows"] = Json::array();
    for (std::size_t r = 0; r < order.size(); ++r) {
        const auto from = static_cast<std::size_t>(order[r]);
        Json row = {{"row", r + 1}, {"original_row", from + 1}, {"group", clusters.of[from] + 1}};
        if (!original.ids.empty()) row["document"] = original.ids[from];
        log["rows"].push_back(std::move(row));
    }
    return log;
}

// The files of the vectors, into the bundle: they are written beside each other, and each gets a
// place of its own.
std::vector<FileDigest> write_vector_files(const Context& context, Bundle& bundle,
                                           const DocumentVectors& vectors,
                                           const std::string& output) {
    const std::vector<std::string> files = vectors::vector_files(vectors, output);
    const std::string main = write_staged(bundle, output, false, [&](const std::string& staged) {
        vectors::write_vectors(context, vectors, staged);
    });
    const std::vector<std::string> made = vectors::vector_files(vectors, main);
    std::vector<FileDigest> digests;
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::string staged = main;
        if (i > 0) {
            staged = bundle.add(files[i]);
            fs::rename(made[i], staged);
        }
        digests.push_back({fs::path(files[i]).filename().string(), file_sha256(staged)});
    }
    return digests;
}

Json plan_of(const VectorRelease& what, const DocumentVectors& original) {
    return {{"kind", "release-plan"},
            {"data", name(DataKind::vectors)},
            {"documents", original.size()},
            {"terms", original.terms.size()},
            {"method", {{"name", name(what.method)}, {"k", what.k}}},
            {"ids", what.keep_ids && !original.ids.empty()},
            {"labels", !what.drop_labels && !original.labels.empty()},
            {"order", has_random_order(what) ? "random" : "kept"},
            {"files", planned_files(vector_outputs(what, original))}};
}

void check_vectors(const VectorRelease& what, const DocumentVectors& original) {
    if (original.size() < what.k) {
        throw Error(
            ErrorKind::unmet,
            fmt::format("has {} documents, which cannot hide among {}", original.size(), what.k),
            {what.source, 0, 0, {}});
    }
    if (what.dry_run) return;
    Surroundings around = what.surroundings;
    for (const std::string& file : vectors::vector_files(original, what.source)) {
        around.inputs.push_back(file);
    }
    check_outputs(vector_outputs(what, original), around);
}

}  // namespace

std::string_view name(VectorMethod method) {
    return kMethods[static_cast<std::size_t>(method)].second;
}

std::optional<VectorMethod> vector_method_named(std::string_view text) {
    for (const auto& [method, known] : kMethods) {
        if (known == text) return method;
    }
    return std::nullopt;
}

std::vector<std::string_view> vector_method_names() {
    std::vector<std::string_view> names;
    for (const auto& [method, known] : kMethods) names.push_back(known);
    return names;
}

Released release_vectors(const Context& context, const VectorRelease& what) {
    const double begun = context.now();
    if (what.k < 2) {
        throw Error(ErrorKind::usage, "must be at least 2: a vector of one document hides nobody",
                    {{}, 0, 0, "-k"});
    }
    Released released;
    const DocumentVectors original = vectors::read_vectors(context, what.source);
    check_vectors(what, original);
    if (what.dry_run) {
        released.summary = plan_of(what, original);
        return released;
    }
    Protected result = what.method == VectorMethod::semantic
                           ? semantically(context, what, original, released.notes)
                           : spherically(context, what, original);
    // The place of a row tells which document it is to whoever knows the order of the originals.
    const std::vector<std::int64_t> order =
        has_random_order(what) ? release_order(what.seed, what.source, original.size())
                               : same_order(original.size());
    result.vectors = vectors::chosen_rows(result.vectors, order);
    if (!what.keep_ids) result.vectors.ids.clear();
    if (what.drop_labels) result.vectors.labels.clear();
    result.vectors = with_used_terms(result.vectors);
    const vectors::VectorAnonymity anonymity = vectors::vector_anonymity(result.vectors.rows);
    if (anonymity.smallest < what.k) {
        throw Error(ErrorKind::internal, "the protected vectors are not k-anonymous");
    }
    warn_of(what, original, result.vectors, released.notes);

    vectors::check_vector_place(result.vectors, what.output);
    Bundle bundle(what.output);
    const std::vector<FileDigest> files =
        write_vector_files(context, bundle, result.vectors, what.output);
    const Json record = record_of(result, anonymity, files);
    Json log = vector_log(what, original, result.clusters, order);
    log["files"] = record["files"];
    context.check_stop();
    bundle.put(record_path(what.output), record.dump(2) + "\n");
    bundle.put(private_log_path(what.output), log.dump(2) + "\n", true);
    bundle.commit();

    released.summary = record;
    released.summary["kind"] = "vector-protection";
    released.summary["output"] = what.output;
    released.summary["record"] = record_path(what.output);
    released.summary["private_log"] = private_log_path(what.output);
    released.summary["terms_before"] = original.terms.size();
    released.summary["entries_before"] = original.rows.entries();
    released.summary["seconds"] = context.now() - begun;
    return released;
}

}  // namespace lethe::release
