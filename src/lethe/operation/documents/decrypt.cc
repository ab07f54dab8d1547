// text decrypt: puts back what text sanitize encrypted; text key: makes a key.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/read/write_documents.h"
#include "lethe/documents/treat/sealed_mentions.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/io/secret.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/key_source.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/documents/document_write.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

struct DecryptOptions {
    std::string documents;
    std::string output;
    KeySource key;
    Replacing replace;
};

std::vector<std::string> files_of(const std::string& path, bool folder) {
    if (!folder) return {path};
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
        if (entry.is_regular_file()) files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

// By each version of the key: which of them sealed a mention it does not say.
documents::Decrypted decrypted(std::string text, const KeyFile& key, bool json) {
    documents::Decrypted result{std::move(text)};
    for (const KeyVersion& version : key.versions) {
        documents::Decrypted next = documents::decrypt(result.text, Cipher(version.secret), json);
        next.opened += result.opened;
        result = std::move(next);
    }
    return result;
}

Answer restore(const DecryptOptions& options, Door& door) {
    finish_interrupted(options.documents);
    const bool folder = fs::is_directory(options.documents);
    documents::check_release_place(options.documents, options.output, folder);
    release::check_restored(options.output, folder,
                            {{options.key.key_file}, options.replace.force});
    const KeyFile key = options.key.read(door);
    std::vector<documents::ReleaseFile> files;
    std::int64_t opened = 0;
    std::int64_t closed = 0;
    for (const std::string& path : files_of(options.documents, folder)) {
        door.context().check_stop();
        const bool json = documents::format_of_file(path) == documents::TextFormat::jsonl;
        documents::Decrypted result = decrypted(read_file(path), key, json);
        opened += result.opened;
        closed += result.closed;
        const std::string name =
            folder ? fs::path(path).lexically_relative(options.documents).generic_string()
                   : fs::path(path).filename().string();
        files.push_back({name, std::move(result.text)});
    }
    if (opened == 0) {
        throw Error(ErrorKind::input,
                    closed > 0 ? fmt::format("this key opens none of the {} encrypted mentions: it "
                                             "is not the key that sealed them",
                                             closed)
                               : "holds no encrypted mention",
                    closed > 0 ? Place{{}, 0, 0, "key_file"} : Place{options.documents, 0, 0, {}});
    }
    if (closed > 0) {
        door.say(fmt::format(
            "warning: {} encrypted mentions do not open with this key and stay as they are",
            closed));
    }
    release::write_restored(door.context(), files, options.output, folder);
    return {Json{{"kind", "text-decrypted"},
                 {"output", options.output},
                 {"files", files.size()},
                 {"opened", opened},
                 {"closed", closed}}};
}

struct KeyOptions {
    std::string output;
};

Answer write_key(const KeyOptions& options, Door&) {
    constexpr int kBytes = 32;
    if (fs::exists(options.output)) {
        throw Error(ErrorKind::usage, "exists; what it sealed would be lost without it",
                    {options.output, 0, 0, {}});
    }
    write_file(options.output, Secret::random(kBytes).bytes(), true);
    return {Json{{"kind", "text-key"}, {"output", options.output}}};
}

}  // namespace

Operation decrypt_documents() {
    using O = DecryptOptions;
    return make_operation(
        {.name = "decrypt",
         .words = {"text", "decrypt"},
         .summary = "Restore what lethe protect encrypted, with the same key",
         .examples = {"lethe sample letters --documents 20 --seed 1 -o letters",
                      "lethe key make -o my.key",
                      "lethe protect letters -o sealed --set person=encrypt --key-file "
                      "my.key",
                      "lethe text decrypt sealed -o opened --key-file my.key"}},
        Schema<O>()
            .field("documents", &O::documents, "A released file or folder")
            .at_place("DOCS")
            .required()
            .field("output", &O::output, "Where the restored documents go")
            .output(OutputKind::own)
            .letter('o')
            .shown("OUT")
            .required()
            .include(&O::key, KeySource::required_schema("The key"))
            .include(&O::replace, Replacing::schema()),
        restore);
}

Operation make_key() {
    using O = KeyOptions;
    return make_operation(
        {.name = "key",
         .words = {"text", "key"},
         .summary = "Make a key or a salt: 32 random bytes that nobody else reads",
         .examples = {"lethe text key -o secret.key"}},
        Schema<O>()
            .field("output", &O::output, "The new file; one that exists is not overwritten")
            .letter('o')
            .shown("FILE")
            .required(),
        write_key);
}

}  // namespace lethe::operation
