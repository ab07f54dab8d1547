#include "lethe/release/documents/document_write.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/language/token.h"
#include "lethe/release/documents/document_record.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::release {
namespace {

namespace fs = std::filesystem;

// Writes the released files into the bundle; their names and digests.
std::vector<FileDigest> write_document_files(const Context& context, Bundle& bundle,
                                             const std::vector<documents::ReleaseFile>& files,
                                             const DocumentBundle& what) {
    if (!what.source_is_folder) {
        const std::string staged =
            write_staged(bundle, what.output, false,
                         [&](const std::string& path) { write_file(path, files.front().bytes); });
        return {{fs::path(what.output).filename().string(), file_sha256(staged)}};
    }
    const std::string staged = write_staged(
        bundle, what.output, false,
        [&](const std::string& path) { documents::write_files(context, files, path); });
    std::vector<FileDigest> digests;
    for (const documents::ReleaseFile& file : files) {
        digests.push_back({file.name, file_sha256((fs::path(staged) / file.name).string())});
    }
    return digests;
}

Json document_log(const documents::Documents& documents, const documents::ReleaseNames& names,
                  const DocumentBundle& what) {
    Json log = log_envelope(
        DataKind::documents, "Private: this file says who is who. Keep it with the original.",
        std::nullopt, source_digests(what.source, what.source_is_folder, documents));
    log["source"] = what.source;
    log["documents"] = document_rows(documents, names);
    log.update(what.log);
    return log;
}

}  // namespace

bool name_tells(const documents::Finders& finders, const documents::TextPolicy& policy,
                const std::string& name) {
    // The ending is no domain, and what joins words in names does not stand in texts.
    std::string plain = name.substr(0, name.rfind('.') == 0 ? name.size() : name.rfind('.'));
    std::string words = plain;
    std::replace_if(
        words.begin(), words.end(), [](char c) { return c == '_' || c == '+'; }, ' ');
    for (const std::string& one : {name, plain, words}) {
        for (const documents::Mention& mention :
             documents::find_by_form(finders, one, language::tokenise(one))) {
            if (mention.category != documents::kUrl && policy.removes(mention.category))
                return true;
        }
    }
    return false;
}

NamedDocuments name_documents(const documents::Documents& documents,
                              const std::vector<std::string>& texts,
                              const documents::RemovedWords& removed_words,
                              const documents::Finders& finders,
                              const documents::TextPolicy& policy) {
    NamedDocuments named;
    named.names = documents::release_names(documents, removed_words, [&](const std::string& name) {
        return name_tells(finders, policy, name);
    });
    named.files = documents::release_files(documents, texts, named.names);
    return named;
}

Outputs document_outputs(const DocumentBundle& bundle) {
    Outputs outputs{DataKind::documents, bundle.output, bundle.source_is_folder, {}, {}};
    for (const PrivateFile& file : bundle.private_files) outputs.secret.push_back(file.path);
    return outputs;
}

void check_document_outputs(const DocumentBundle& bundle, const Surroundings& surroundings) {
    documents::check_release_place(bundle.source, bundle.output, bundle.source_is_folder);
    check_outputs(document_outputs(bundle), surroundings);
}

Json write_documents(const Context& context, const documents::Documents& documents,
                     const NamedDocuments& named, const DocumentBundle& what) {
    Bundle bundle(what.output);
    const std::vector<FileDigest> digests =
        write_document_files(context, bundle, named.files, what);
    Json record = record_envelope("text-release", DataKind::documents, digests);
    record.update(what.record);
    Json log = document_log(documents, named.names, what);
    log["files"] = record["files"];
    for (const PrivateFile& file : what.private_files) {
        const std::string staged =
            write_staged(bundle, file.path, true,
                         [&](const std::string& path) { write_file(path, file.bytes, true); });
        log["private_files"].push_back(
            {{"file", fs::path(file.path).filename().string()}, {"sha256", file_sha256(staged)}});
    }
    context.check_stop();
    bundle.put(record_path(what.output), record.dump(2) + "\n");
    bundle.put(private_log_path(what.output), log.dump(2) + "\n", true);
    bundle.commit();
    return record;
}

void check_restored(const std::string& output, bool folder, const Surroundings& surroundings) {
    finish_interrupted(output);
    refuse_overwrite(output, surroundings.inputs);
    std::error_code none;
    if (folder && fs::exists(output, none) && !fs::is_empty(output, none)) {
        throw Error(ErrorKind::usage, "is there already, with something in it; choose another",
                    {output, 0, 0, {}});
    }
    if (!folder && !surroundings.replace) check_replaceable(output, std::vector<std::string>{});
}

void write_restored(const Context& context, const std::vector<documents::ReleaseFile>& files,
                    const std::string& output, bool folder) {
    if (!folder) return write_file(output, files.front().bytes, true);
    Bundle bundle(output);
    write_staged(bundle, output, true,
                 [&](const std::string& path) { documents::write_files(context, files, path); });
    bundle.commit();
}

std::vector<std::string> reading_notes(const documents::ReadNotes& notes,
                                       const documents::RemovedWords& removed_words) {
    constexpr std::size_t kMost = 10;
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < std::min(kMost, notes.skipped.size()); ++i) {
        Problem problem = notes.skipped[i];
        if (documents::holds_removed_word(problem.place.file, removed_words)) {
            problem.place.file = "a file whose name holds a removed word";
        }
        lines.push_back(fmt::format("left out: {}", to_string(problem)));
    }
    if (notes.skipped.size() > kMost) {
        lines.push_back(fmt::format("left out: {} more files; the private log lists them",
                                    notes.skipped.size() - kMost));
    }
    if (notes.other_files > 0) {
        lines.push_back(fmt::format("note: {} files of other kinds are not part of the release",
                                    notes.other_files));
    }
    if (!notes.empty.empty()) {
        lines.push_back(fmt::format("note: {} documents are empty", notes.empty.size()));
    }
    return lines;
}

}  // namespace lethe::release
