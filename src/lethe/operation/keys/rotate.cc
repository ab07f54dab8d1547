// key rotate: a further version of a key, in the same file.
#include <optional>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/operation/keys/key_answer.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/key_source.h"

namespace lethe::operation {
namespace {

struct RotateKeyOptions {
    std::string key_file;
    std::string passphrase_file;
};

Answer rotate_file(const RotateKeyOptions& options, Door& door) {
    // The file is written with the passphrase that it is read with.
    std::optional<Secret> passphrase;
    KeyFile key = read_key_file(options.key_file, [&] {
        passphrase.emplace(
            read_passphrase(options.passphrase_file, door, "Passphrase of the key: "));
        return Secret(std::string(passphrase->bytes()));
    });
    if (key.identifier.empty()) {
        key.identifier = key_fingerprint(key.newest().secret).substr(0, 8);
    }
    add_version(key, door.time().substr(0, 10));
    write_file(options.key_file, key_file_text(key, passphrase ? &*passphrase : nullptr), true);
    Json answer = key_answer(key);
    answer["new"] = true;
    return {std::move(answer)};
}

}  // namespace

Operation rotate_key_file() {
    using O = RotateKeyOptions;
    return make_operation(
        {.name = "rotate-key",
         .words = {"key", "rotate"},
         .summary = "Add a new version to a key; older ones stay in the file",
         .notes = "New pseudonyms follow from the newest version. lethe key renew gives a release "
                  "the pseudonyms of the newest version; --key-version N makes those of an older "
                  "one.",
         .examples = {"lethe key make -o people.key", "lethe key rotate people.key"}},
        Schema<O>()
            .field("key_file", &O::key_file, "The key")
            .at_place("KEY")
            .required()
            .input()
            .field("passphrase_file", &O::passphrase_file,
                   "Of a key with a passphrase: a file whose first line it is")
            .shown("FILE"),
        rotate_file);
}

}  // namespace lethe::operation
