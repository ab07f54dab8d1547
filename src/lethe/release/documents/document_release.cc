#include "lethe/release/documents/document_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/io/file.h"
#include "lethe/release/documents/document_plan.h"
#include "lethe/release/documents/document_record.h"
#include "lethe/release/documents/document_write.h"
#include "lethe/release/documents/made_with.h"
#include "lethe/release/documents/shorten.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::release {
namespace {

DocumentBundle bundle_of(const DocumentRelease& what) {
    DocumentBundle bundle;
    bundle.source = what.source;
    bundle.source_is_folder = what.source != "-" && std::filesystem::is_directory(what.source);
    bundle.output = what.output;
    if (!what.spans.empty()) bundle.private_files.push_back({what.spans, {}});
    return bundle;
}

Surroundings surroundings_of(const DocumentRelease& what) {
    Surroundings around = what.surroundings;
    around.inputs.insert(around.inputs.end(),
                         {what.source, what.secrets.key, what.secrets.salt, what.finders.model,
                          what.risk.terms, what.risk.model});
    for (const auto& [category, file] : what.policy.lists) around.inputs.push_back(file);
    return around;
}

// Id and text are released as such; what is kept beside them must not take their place.
void check_fields(const documents::JsonlFields& fields) {
    Problems problems;
    for (const std::string& name : fields.keep) {
        if (name != "text" && name != "id") continue;
        problems.push_back({fmt::format("\"{}\" cannot be kept: the release has a field of this "
                                        "name, which holds the {} of each document",
                                        name, name),
                            {{}, 0, 0, "keep_field"},
                            ErrorKind::usage});
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
}

// What was said of fields of JSON lines and concerns none of the documents.
std::vector<std::string> field_notes(const documents::JsonlFields& fields,
                                     const documents::Documents& documents) {
    std::set<std::string> found;
    bool lines = false;
    for (const documents::Document& document : documents) {
        found.insert(document.field);
        lines = lines || document.format == documents::TextFormat::jsonl;
    }
    std::vector<std::string> notes;
    if (!lines && (!fields.keep.empty() || !fields.id.empty() ||
                   fields.text != documents::JsonlFields().text)) {
        notes.emplace_back("note: names of fields are of JSON lines, and no document is one");
    }
    for (const std::string& name : fields.keep) {
        if (lines && !found.contains(name)) {
            notes.push_back(
                fmt::format("note: no line has the field \"{}\", so none is kept", name));
        }
    }
    return notes;
}

// What can be said before anything is read.
void check_documents(const DocumentRelease& what, const DocumentBundle& bundle) {
    const Surroundings around = surroundings_of(what);
    check_fields(what.read.fields);
    if (what.output.empty() && what.dry_run) return;
    if (what.output != "-") {
        if (!what.dry_run) return check_document_outputs(bundle, around);
        return documents::check_release_place(bundle.source, bundle.output,
                                              bundle.source_is_folder);
    }
    if (bundle.source_is_folder) {
        throw Error(ErrorKind::usage, "a folder cannot be written to standard output");
    }
    if (what.spans.empty() || what.dry_run) return;
    refuse_overwrite(what.spans, around.inputs);
    if (!around.replace) check_replaceable(what.spans, std::vector<std::string>{});
}

Json log_members(const documents::Documents& documents, const documents::Sanitised& result,
                 const MadeWith& made, const Problems& skipped) {
    Json log = {{"made_with", made_with_json(made)},
                {"entities", entity_rows(documents, result.entities, made.policy)},
                {"survivors", survivor_rows(documents, result.texts, result.survivors)},
                {"skipped", Json::array()}};
    for (const Problem& problem : skipped) log["skipped"].push_back(to_string(problem));
    return log;
}

Json document_summary(const documents::Documents& documents, const documents::Sanitised& result,
                      const documents::TextPolicy& policy, const DocumentBundle& bundle,
                      const NamedDocuments& named, const documents::ReadNotes& notes) {
    Json summary = {{"kind", "text-release"},
                    {"data", name(DataKind::documents)},
                    {"output", bundle.output},
                    {"record", record_path(bundle.output)},
                    {"private_log", private_log_path(bundle.output)},
                    {"documents", std::ranges::count_if(documents,
                                                        [](const documents::Document& document) {
                                                            return document.field.empty();
                                                        })},
                    {"files", named.files.size()},
                    {"bytes", notes.bytes},
                    {"renamed", named.names.renamed},
                    {"left_out", notes.skipped.size()},
                    {"categories", category_counts(result, policy)},
                    {"proof", bundle.record["proof"]}};
    for (const char* member : {"blocks_deleted", "summary"}) {
        if (bundle.record.contains(member)) summary[member] = bundle.record[member];
    }
    if (documents.size() == 1) {
        summary["entities"] = documents::spans_json(documents[0], result.mentions[0], policy);
    }
    return summary;
}

}  // namespace

Released release_documents(const Context& context, const DocumentRelease& what) {
    Released released;
    DocumentBundle bundle = bundle_of(what);
    check_documents(what, bundle);
    Needs needs;
    fetch_needs(context, what.secrets, what.policy, what.cache, needs);
    documents::ReadNotes notes;
    const documents::Documents documents =
        documents::read_documents(context, what.source, what.read, &notes);
    const std::unique_ptr<FinderSet> found =
        make_finders(context, what.policy, what.finders, what.cache, released.notes);
    needs.options.wordnet = found->wordnet;
    for (std::string& line : field_notes(what.read.fields, documents)) {
        released.notes.push_back(std::move(line));
    }
    if (what.dry_run) {
        released.summary = document_plan(documents, what.policy, notes, bundle);
        if (!what.risk.terms.empty()) {
            released.summary["risk_terms"] = {{"threshold", what.threshold}};
        }
        if (what.summary) {
            released.summary["summary"] = {{"words", what.summary->words},
                                           {"limit", what.summary->limit}};
        }
        return released;
    }

    documents::Sanitised result = documents::sanitise(
        context, documents, documents::detect(context, *found->finders, documents), what.policy,
        needs.options);
    Json shortened = Json::object();
    if (what.risk.wanted() || what.summary) {
        shortened = shorten(context, what, documents, needs.options, result);
    }
    for (std::string& line : reading_notes(notes, result.removed_words)) {
        released.notes.push_back(std::move(line));
    }
    const NamedDocuments named =
        name_documents(documents, result.texts, result.removed_words, *found->finders, what.policy);
    if (!what.spans.empty()) {
        bundle.private_files.front().bytes = span_lines(documents, result, what.policy);
    }
    if (what.output == "-") {
        for (const PrivateFile& file : bundle.private_files) {
            write_file(file.path, file.bytes, true);
        }
        released.text = named.files.front().bytes;
        return released;
    }
    bundle.record = sanitised_record(result, what.policy);
    bundle.record.update(shortened);
    bundle.log = log_members(documents, result, {what.policy, what.finders, what.read.fields},
                             notes.skipped);
    write_documents(context, documents, named, bundle);
    released.summary = document_summary(documents, result, what.policy, bundle, named, notes);
    return released;
}

}  // namespace lethe::release
