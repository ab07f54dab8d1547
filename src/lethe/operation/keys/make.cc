// key make: a new key file.
#include <filesystem>
#include <optional>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/operation/keys/key_answer.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/key_source.h"

namespace lethe::operation {
namespace {

struct MakeKeyOptions {
    std::string output;
    std::string identifier;
    bool passphrase = false;
    std::string passphrase_file;
};

// Typed twice where it is typed, because nobody sees it.
std::optional<Secret> chosen_passphrase(const MakeKeyOptions& options, Door& door) {
    if (!options.passphrase && options.passphrase_file.empty()) return std::nullopt;
    std::optional<Secret> chosen;
    chosen.emplace(read_passphrase(options.passphrase_file, door, "Passphrase of the new key: "));
    if (!options.passphrase_file.empty()) return chosen;
    const Secret again = read_passphrase({}, door, "The same again: ");
    if (equal_in_constant_time(chosen->bytes(), again.bytes())) return chosen;
    throw Error(ErrorKind::usage, "the two passphrases are not the same", {{}, 0, 0, "passphrase"});
}

Answer make_file(const MakeKeyOptions& options, Door& door) {
    if (std::filesystem::exists(options.output)) {
        throw Error(ErrorKind::usage,
                    "something stands there; a key that is gone cannot be made again",
                    {{}, 0, 0, "output"});
    }
    if (options.identifier.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos) {
        throw Error(ErrorKind::usage, "a name is one line", {{}, 0, 0, "identifier"});
    }
    KeyFile key;
    add_version(key, door.time().substr(0, 10));
    key.identifier = options.identifier;
    if (key.identifier.empty()) {
        key.identifier = key_fingerprint(key.newest().secret).substr(0, 8);
    }
    const std::optional<Secret> passphrase = chosen_passphrase(options, door);
    key.has_passphrase = passphrase.has_value();
    write_file(options.output, key_file_text(key, passphrase ? &*passphrase : nullptr), true);
    Json answer = key_answer(key);
    answer["new"] = true;
    return {std::move(answer)};
}

}  // namespace

Operation make_key_file() {
    using O = MakeKeyOptions;
    return make_operation(
        {.name = "make-key",
         .words = {"key", "make"},
         .summary = "Make a key for pseudonyms and encryption, in a file of its owner's",
         .examples = {"lethe key make -o people.key"}},
        Schema<O>()
            .field("output", &O::output, "The new file; one that exists is not overwritten")
            .letter('o')
            .shown("FILE")
            .required()
            .field("identifier", &O::identifier, "What the key is called [its fingerprint]")
            .shown("NAME")
            .field("passphrase", &O::passphrase, "Ask for a passphrase that protects the key")
            .field("passphrase_file", &O::passphrase_file,
                   "Protect the key with a passphrase: a file whose first line it is")
            .shown("FILE"),
        make_file);
}

}  // namespace lethe::operation
