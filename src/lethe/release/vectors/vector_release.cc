#include "lethe/release/vectors/vector_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/release/release_order.h"
#include "lethe/release/vectors/extended_release.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/measure/vector_anonymity.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::release {
namespace {

namespace fs = std::filesystem;
using vectors::DocumentVectors;
using vectors::ProtectOutput;

// The method with its parameters bound.
struct BoundProtection {
    const Method& method;
    Json parameters;
    std::int64_t k = 1;  // that it promises
};

BoundProtection bound(const VectorRelease& what) {
    BoundProtection result{vector_protection(what.method), {}};
    Problems problems;
    result.parameters = result.method.bind(what.parameters, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    if (result.method.has(Property::k_anonymous)) result.k = result.parameters.at("k");
    return result;
}

// The method and all that was chosen for the release that is extended.
VectorRelease like_the_earlier(VectorRelease what, const EarlierRelease& earlier) {
    const std::string method = earlier.record.at("method").at("name");
    Problems problems;
    if (!what.method.empty() && what.method != method) {
        problems.push_back({fmt::format("the release that is extended was made by {}", method)});
    }
    if (!what.parameters.empty()) {
        problems.push_back(
            {"the settings of the method are those of the release that is extended"});
    }
    what.method = method;
    what.parameters = earlier_parameters(earlier, vector_protection(method));
    if (what.join && vectors::needs_taxonomy(vector_protection(method))) {
        problems.push_back(
            {"documents join published vectors by the cosine, which generalised "
             "terms have no part in: leave out the option join"});
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
    what.keep_ids = earlier.record.value("ids", false);
    what.drop_labels = !earlier.record.value("labels", false);
    what.keep_order = earlier.record.value("order", "random") != "random";
    return what;
}

ProtectOutput protect_with(const Context& context, const BoundProtection& how,
                           const VectorRelease& what, const DocumentVectors& original,
                           std::vector<std::string>& notes) {
    TaxonomyPtr taxonomy;
    if (vectors::needs_taxonomy(how.method)) {
        const Knowledge knowledge = read_knowledge(context, what.taxonomy, what.reading);
        for (const std::string& note : knowledge.notes) notes.push_back("note: " + note);
        taxonomy = knowledge.taxonomy;
    }
    return how.method.protect_vectors({original, Random(what.seed), context, taxonomy},
                                      how.parameters);
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

// What the owner should know before publishing.
void warn_of(const DocumentVectors& original, const DocumentVectors& released,
             const std::vector<std::string>& warnings, std::vector<std::string>& notes) {
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
    for (const std::string& warning : warnings) notes.push_back("note: " + warning);
    if (vectors::vector_anonymity(released.rows).classes == 1) {
        notes.emplace_back(
            "note: all documents are published as one vector, from which nothing can be mined; "
            "give a smaller k");
    }
}

// Who has both releases sees which vectors the new documents were given.
void warn_of_comparison(std::int64_t together, std::int64_t k, std::vector<std::string>& notes) {
    if (together >= k) return;
    notes.push_back(fmt::format(
        "warning: whoever compares this release with the one before sees which vectors the new "
        "documents were given, and {} of them share one at least, fewer than {}: without the "
        "option join they are grouped among themselves",
        together, k));
}

bool has_random_order(const VectorRelease& what) { return !what.keep_order && !what.keep_ids; }

// Where the rows stay as they were, and no id says who is who anyway.
void warn_of_kept_order(const VectorRelease& what, const DocumentVectors& original,
                        std::vector<std::string>& notes) {
    if (has_random_order(what) || what.keep_ids) return;
    notes.push_back("warning: " +
                    kept_order_warning(kVectorWords,
                                       sorted_by(hidden_columns(original, !what.drop_labels)),
                                       "without --keep-order, or with order = \"random\" in "
                                       "[release], they come in another"));
}

// Where the release of these vectors goes: which files there are follows from what is kept.
Outputs vector_outputs(const VectorRelease& what, const DocumentVectors& original) {
    DocumentVectors kept;
    if (what.keep_ids) kept.ids = original.ids;
    if (!what.drop_labels) kept.labels = original.labels;
    Outputs outputs{DataKind::vectors, what.output, false, {}, {}};
    if (what.output.empty()) return outputs;  // of a dry run
    const std::vector<std::string> files = vectors::vector_files(kept, what.output);
    outputs.more.assign(files.begin() + 1, files.end());
    return outputs;
}

// Version, method and its settings, sizes, how many documents share a vector (counted from the
// vectors), what was lost. No id of a document.
Json record_of(const BoundProtection& how, const ProtectOutput& result,
               const vectors::VectorAnonymity& anonymity, bool random_order,
               const std::vector<FileDigest>& files) {
    const DocumentVectors& released = result.vectors;
    Json record = record_envelope("vector-release", DataKind::vectors, files);
    record["method"] = {{"name", how.method.info.name}};
    record["method"].update(result.facts);
    record["documents"] = released.size();
    record["terms"] = released.terms.size();
    record["entries"] = released.rows.entries();
    record["ids"] = !released.ids.empty();
    record["labels"] = !released.labels.empty();
    record["order"] = random_order ? "random" : "as-is";
    record["proof"] = {{"k", anonymity.smallest}, {"different_vectors", anonymity.classes}};
    if (!released.labels.empty()) {
        record["proof"]["k_with_labels"] =
            vectors::vector_anonymity(released.rows, released.labels).smallest;
    }
    record["loss"] = published(result.loss);
    return record;
}

// Which document stands in which row and group. Row i of the release is row order[i] of the
// original; the documents of an earlier release come before them.
Json vector_log(const VectorRelease& what, const DocumentVectors& original, const Json& before,
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
        if (from < before.size()) {
            if (before[from].contains("document")) row["document"] = before[from]["document"];
        } else if (!original.ids.empty()) {
            row["document"] = original.ids[from - before.size()];
        }
        log["rows"].push_back(std::move(row));
    }
    return log;
}

Json plan_of(const VectorRelease& what, const BoundProtection& how,
             const DocumentVectors& original) {
    Json method{{"name", how.method.info.name}};
    if (how.parameters.contains("k")) method["k"] = how.parameters["k"];
    return {{"kind", "release-plan"},
            {"data", name(DataKind::vectors)},
            {"documents", original.size()},
            {"terms", original.terms.size()},
            {"method", std::move(method)},
            {"ids", what.keep_ids && !original.ids.empty()},
            {"labels", !what.drop_labels && !original.labels.empty()},
            {"order", has_random_order(what) ? "random" : "kept"},
            {"files", planned_files(vector_outputs(what, original))}};
}

void check_hiding(const VectorRelease& what, std::int64_t k, const DocumentVectors& documents) {
    if (documents.size() >= k) return;
    if (what.join) {
        throw Error(ErrorKind::unmet,
                    fmt::format("has {} documents that share no term with a published vector, and "
                                "cannot hide among {}: leave them for a later release",
                                documents.size(), k),
                    {what.source, 0, 0, {}});
    }
    throw Error(ErrorKind::unmet,
                fmt::format("has {} documents, which cannot hide among {}{}", documents.size(), k,
                            what.extends.empty() ? ""
                                                 : ": wait for more of them, or let them join "
                                                   "published vectors with the option join"),
                {what.source, 0, 0, {}});
}

void check_vectors(const VectorRelease& what, const DocumentVectors& original) {
    if (what.dry_run) return;
    Surroundings around = what.surroundings;
    if (!what.extends.empty()) around.inputs.push_back(what.extends);
    for (const std::string& file : vectors::vector_files(original, what.source)) {
        around.inputs.push_back(file);
    }
    check_outputs(vector_outputs(what, original), around);
}

}  // namespace

// They are written beside each other, and each gets a place of its own.
std::vector<FileDigest> write_vector_files(const Context& context, Bundle& bundle,
                                           const DocumentVectors& vectors,
                                           const std::string& output, bool is_private) {
    const std::vector<std::string> files = vectors::vector_files(vectors, output);
    const std::string main = write_staged(
        bundle, output, is_private,
        [&](const std::string& staged) { vectors::write_vectors(context, vectors, staged); });
    const std::vector<std::string> made = vectors::vector_files(vectors, main);
    std::vector<FileDigest> digests;
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::string staged = main;
        if (i > 0) {
            staged = bundle.add(files[i], is_private);
            fs::rename(made[i], staged);
        }
        digests.push_back({fs::path(files[i]).filename().string(), file_sha256(staged)});
    }
    return digests;
}

std::vector<ColumnPtr> hidden_columns(const vectors::DocumentVectors& original, bool labels_shown) {
    std::vector<ColumnPtr> hidden;
    if (!original.ids.empty()) {
        hidden.push_back(Column::from_texts("id", Kind::nominal, original.ids));
    }
    if (!labels_shown && !original.labels.empty()) {
        hidden.push_back(Column::from_texts("label", Kind::nominal, original.labels));
    }
    return hidden;
}

const Method& vector_protection(std::string_view name) {
    if (name.empty()) return *methods_of(Family::mask, DataKind::vectors).front();
    return find_method(name, Family::mask, DataKind::vectors);
}

Released release_vectors(const Context& context, const VectorRelease& asked) {
    const double begun = context.now();
    std::optional<EarlierRelease> earlier;
    if (!asked.extends.empty()) earlier = read_earlier_release(context, asked.extends);
    const VectorRelease what = earlier ? like_the_earlier(asked, *earlier) : asked;
    const BoundProtection how = bound(what);
    Released released;
    const DocumentVectors original = vectors::read_vectors(context, what.source);
    if (!what.join) check_hiding(what, how.k, original);
    check_vectors(what, original);
    warn_of_kept_order(what, original, released.notes);
    if (what.dry_run) {
        released.summary = plan_of(what, how, original);
        return released;
    }
    const auto protect = [&](const DocumentVectors& documents) {
        check_hiding(what, how.k, documents);
        return protect_with(context, how, what, documents, released.notes);
    };
    ProtectOutput result =
        earlier && what.join ? joined_to(context, *earlier, original, protect) : protect(original);
    std::int64_t added_together = 0;
    if (earlier) {
        result = extended(*earlier, result);
        added_together = least_added_together(result, earlier->vectors.size());
        result.facts.update(earlier->record.at("method"));
    }
    // The place of a row tells which document it is to whoever knows the order of the originals.
    const std::int64_t documents = result.vectors.size();
    const std::vector<std::int64_t> order = has_random_order(what)
                                                ? release_order(what.seed, what.source, documents)
                                                : same_order(documents);
    result.vectors = vectors::chosen_rows(result.vectors, order);
    if (!what.keep_ids) result.vectors.ids.clear();
    if (what.drop_labels) result.vectors.labels.clear();
    result.vectors = with_used_terms(result.vectors);
    const vectors::VectorAnonymity anonymity = vectors::vector_anonymity(result.vectors.rows);
    if (anonymity.smallest < how.k) {
        throw Error(ErrorKind::internal, "the protected vectors are not k-anonymous");
    }
    warn_of(original, result.vectors, result.warnings, released.notes);
    if (earlier) warn_of_comparison(added_together, how.k, released.notes);

    vectors::check_vector_place(result.vectors, what.output);
    Bundle bundle(what.output);
    const std::vector<FileDigest> files =
        write_vector_files(context, bundle, result.vectors, what.output, false);
    Json record = record_of(how, result, anonymity, has_random_order(what), files);
    if (earlier) {
        record["added"] = original.size();
        // Of all that were added, now or before: each comparison of two releases stays possible.
        const Json before = earlier->record.at("proof").value("k_of_added", Json());
        record["proof"]["k_of_added"] = before.is_number_integer()
                                            ? std::min(added_together, before.get<std::int64_t>())
                                            : added_together;
    }
    Json log = vector_log(what, original, earlier ? earlier->log_rows : Json::array(),
                          result.clusters, order);
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
