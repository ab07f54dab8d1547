// lethe text decrypt: puts back what lethe text sanitize encrypted; lethe text key: makes a key.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/documents/text.h"
#include "cli/replace_flags.h"
#include "lethe/core/error.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/read/write_documents.h"
#include "lethe/documents/treat/sealed_mentions.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/io/secret.h"
#include "lethe/release/documents/document_write.h"

namespace lethe::cli {
namespace {

namespace fs = std::filesystem;

struct DecryptFlags {
    std::string documents;
    std::string output;
    std::string key_file;
    ReplaceFlags replace;
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

void decrypt(Session& session, const DecryptFlags& options) {
    finish_interrupted(options.documents);
    const bool folder = fs::is_directory(options.documents);
    documents::check_release_place(options.documents, options.output, folder);
    release::check_restored(options.output, folder, {{options.key_file}, options.replace.force});
    const Cipher cipher(Secret::read(options.key_file));
    std::vector<documents::ReleaseFile> files;
    std::int64_t opened = 0;
    std::int64_t closed = 0;
    for (const std::string& path : files_of(options.documents, folder)) {
        session.context().check_stop();
        const bool json = documents::format_of_file(path) == documents::TextFormat::jsonl;
        documents::Decrypted result = documents::decrypt(read_file(path), cipher, json);
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
                    {closed > 0 ? options.key_file : options.documents, 0, 0, {}});
    }
    if (closed > 0) {
        session.say(fmt::format(
            "warning: {} encrypted mentions do not open with this key and stay as they are",
            closed));
    }
    release::write_restored(session.context(), files, options.output, folder);
    session.show({{"kind", "text-decrypted"},
                  {"output", options.output},
                  {"files", files.size()},
                  {"opened", opened},
                  {"closed", closed}});
}

}  // namespace

void add_text_decrypt(CLI::App& text, Session& session) {
    auto options = std::make_shared<DecryptFlags>();
    CLI::App* command = text.add_subcommand(
        "decrypt", "Restore what lethe text sanitize encrypted, with the same key");
    command->add_option("documents", options->documents, "A released file or folder")
        ->required()
        ->type_name("DOCS");
    command->add_option("-o,--output", options->output, "Where the restored documents go")
        ->required()
        ->type_name("OUT");
    command->add_option("--key-file", options->key_file, "The key")->required()->type_name("FILE");
    options->replace.add_to(*command);
    command->footer(
        "Example:\n  lethe sample letters --documents 20 --seed 1 -o letters\n"
        "  lethe text key -o my.key\n"
        "  lethe text sanitize letters -o sealed --set person=encrypt --key-file my.key\n"
        "  lethe text decrypt sealed -o opened --key-file my.key");
    command->callback(
        [&session, options] { session.run = [&session, options] { decrypt(session, *options); }; });
}

void add_text_key(CLI::App& text, Session& session) {
    auto output = std::make_shared<std::string>();
    CLI::App* command =
        text.add_subcommand("key", "Make a key or a salt: 32 random bytes that nobody else reads");
    command->add_option("-o,--output", *output, "The new file; one that exists is not overwritten")
        ->required()
        ->type_name("FILE");
    command->footer("Example:\n  lethe text key -o secret.key");
    command->callback([&session, output] {
        session.run = [&session, output] {
            constexpr int kBytes = 32;
            if (fs::exists(*output)) {
                throw Error(ErrorKind::usage, "exists; what it sealed would be lost without it",
                            {*output, 0, 0, {}});
            }
            write_file(*output, Secret::random(kBytes).bytes(), true);
            session.show({{"kind", "text-key"}, {"output", *output}});
        };
    });
}

}  // namespace lethe::cli
