#include <filesystem>
#include <string_view>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/documents/review/apply_review.h"
#include "lethe/io/file.h"
#include "lethe/release/documents/document_plan.h"
#include "lethe/release/documents/document_record.h"
#include "lethe/release/documents/document_release.h"
#include "lethe/release/documents/document_write.h"
#include "lethe/release/documents/made_with.h"

namespace lethe::release {
namespace {

documents::Review decided_review(const ReviewedRelease& what) {
    documents::Review review = documents::parse_review(read_file(what.review), what.review);
    if (!what.decisions.empty()) {
        documents::take_decisions(review, read_file(what.decisions), what.decisions);
    }
    if (what.undecided) documents::settle(review, *what.undecided);
    return review;
}

// The policy that was in force, with its files where they stood then.
documents::TextPolicy policy_of(const documents::Review& review, const std::string& file) {
    Problems problems;
    documents::TextPolicy policy =
        documents::parse_text_policy(review.policy, file + ", its policy", problems);
    throw_if_any(std::move(problems));
    documents::set_folder(policy, review.policy_folder);
    return policy;
}

// The review, its page and the decisions still hold the original texts.
void forget(const ReviewedRelease& what) {
    std::filesystem::path page(what.review);
    page.replace_extension(".html");
    std::error_code ignored;
    for (const std::string& path : {what.review, page.string(), what.decisions}) {
        if (!path.empty()) std::filesystem::remove(path, ignored);
    }
}

Surroundings reviewed_surroundings(const ReviewedRelease& what) {
    Surroundings around = what.surroundings;
    around.inputs.insert(around.inputs.end(), {what.source, what.review, what.decisions,
                                               what.secrets.key, what.secrets.salt});
    return around;
}

// By which names of files are judged: by form, as the policy of the review says. The model reads
// sentences, not names.
std::unique_ptr<FinderSet> finders_of_names(const Context& context,
                                            const documents::TextPolicy& policy,
                                            const std::string& cache,
                                            std::vector<std::string>& notes) {
    FinderOptions options;
    options.no_model = true;
    return make_finders(context, policy, options, cache, notes);
}

// Which review it was, and what still stands.
Json reviewed_log_members(const ReviewedRelease& what, const documents::Documents& documents,
                          const documents::TextPolicy& policy, const documents::Applied& applied,
                          const Problems& skipped) {
    Json reviewed = {{"file", what.review}, {"sha256", file_sha256(what.review)}};
    if (!what.decisions.empty()) {
        reviewed["decisions"] = {{"file", what.decisions}, {"sha256", file_sha256(what.decisions)}};
    }
    Json log = {{"made_with", made_with_json({.policy = policy})},
                {"reviewed", std::move(reviewed)},
                {"survivors", survivor_rows(documents, applied.texts, applied.standing_names)},
                {"skipped", Json::array()}};
    for (const Problem& problem : skipped) log["skipped"].push_back(to_string(problem));
    return log;
}

}  // namespace

std::string audit_path(const std::string& output) {
    const std::string record = record_path(output);
    return record.substr(0, record.size() - std::string_view(".json").size()) + ".audit.jsonl";
}

Released release_reviewed(const Context& context, const ReviewedRelease& what) {
    Released released;
    DocumentBundle bundle;
    bundle.source = what.source;
    bundle.source_is_folder = std::filesystem::is_directory(what.source);
    bundle.output = what.output;
    bundle.private_files.push_back({audit_path(what.output), {}});
    if (what.dry_run) {
        if (!bundle.output.empty())
            documents::check_release_place(bundle.source, bundle.output, bundle.source_is_folder);
    } else {
        check_document_outputs(bundle, reviewed_surroundings(what));
    }
    const documents::Review review = decided_review(what);
    const documents::TextPolicy policy = policy_of(review, what.review);
    documents::ReadNotes notes;
    const documents::Documents documents =
        documents::read_documents(context, what.source, {}, &notes);
    const std::vector<std::int64_t> matched = documents::match_documents(review, documents);
    Needs needs;
    fetch_needs(context, what.secrets, policy, what.cache, needs);
    if (!what.marker.empty() && review.blocks.empty()) {
        released.notes.emplace_back(
            "note: the review has no risky blocks, so no marker stands for one (lethe text review "
            "--risk-terms looks for them)");
    }
    const std::unique_ptr<FinderSet> found =
        finders_of_names(context, policy, what.cache, released.notes);
    if (what.dry_run) {
        released.summary = document_plan(documents, policy, notes, bundle);
        const documents::Undecided left = documents::undecided(review);
        released.summary["undecided"] = {{"entities", left.entities}, {"blocks", left.blocks}};
        return released;
    }

    const documents::Applied applied = documents::apply_review(
        context, documents, review, matched, policy, {needs.options, what.marker});
    for (std::string& line : reading_notes(notes, applied.removed_words)) {
        released.notes.push_back(std::move(line));
    }
    const NamedDocuments named =
        name_documents(documents, applied.texts, applied.removed_words, *found->finders, policy);
    bundle.private_files.front().bytes =
        documents::audit_log(review, matched, policy, what.reviewer, what.time);
    bundle.record = reviewed_record(applied, policy);
    bundle.log = reviewed_log_members(what, documents, policy, applied, notes.skipped);
    const Json record = write_documents(context, documents, named, bundle);
    if (what.forget) forget(what);
    const double share = applied.bytes_before == 0 ? 0.0
                                                   : static_cast<double>(applied.bytes_removed) /
                                                         static_cast<double>(applied.bytes_before);
    released.summary = {{"kind", "text-applied"},
                        {"data", name(DataKind::documents)},
                        {"output", what.output},
                        {"record", record_path(what.output)},
                        {"private_log", private_log_path(what.output)},
                        {"audit", audit_path(what.output)},
                        {"documents", documents.size()},
                        {"files", named.files.size()},
                        {"renamed", named.names.renamed},
                        {"entities", applied.entities},
                        {"blocks", applied.blocks},
                        {"removed_share", share},
                        {"forgotten", what.forget},
                        {"proof", record["proof"]}};
    return released;
}

}  // namespace lethe::release
