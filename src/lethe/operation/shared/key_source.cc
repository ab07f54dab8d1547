#include "lethe/operation/shared/key_source.h"

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/file.h"

namespace lethe::operation {

namespace {

Schema<KeySource> with_its_reading(const Schema<KeySource>& file) {
    using O = KeySource;
    return file.shown("FILE")
        .input()
        .field("key_version", &O::key_version, "The version of the key [the newest]", at_least(1))
        .goes_with("key_file")
        .shown("N")
        .field("passphrase_file", &O::passphrase_file,
               "Of a key with a passphrase: a file whose first line it is")
        .goes_with("key_file")
        .shown("FILE");
}

}  // namespace

Schema<KeySource> KeySource::schema(std::string text) {
    return with_its_reading(
        Schema<KeySource>().field("key_file", &KeySource::key_file, std::move(text)));
}

Schema<KeySource> KeySource::required_schema(std::string text) {
    return with_its_reading(
        Schema<KeySource>().field("key_file", &KeySource::key_file, std::move(text)).required());
}

KeyFile KeySource::read(Door& door) const {
    KeyFile key = read_key_file(key_file, [&] {
        return read_passphrase(passphrase_file, door, "Passphrase of the key: ");
    });
    if (key.bare && readable_by_others(key_file)) {
        door.warn({"others than its owner can read the key file: chmod 600 on it mends that"});
    }
    return key;
}

Secret KeySource::secret(Door& door) const {
    const KeyFile key = read(door);
    const KeyVersion& chosen = key_version ? key.version(*key_version) : key.newest();
    return Secret(std::string(chosen.secret.bytes()));
}

Secret read_passphrase(const std::string& file, Door& door, const std::string& prompt) {
    std::string typed;
    if (!file.empty()) {
        try {
            typed = read_file(file);
        } catch (const Error&) {
            throw Error(ErrorKind::io, "the passphrase cannot be read",
                        {{}, 0, 0, "passphrase_file"});
        }
        typed.resize(std::min(typed.size(), typed.find_first_of("\r\n")));
    } else {
        std::optional<std::string> answer = door.ask_passphrase(prompt);
        if (!answer) {
            throw Error(ErrorKind::usage,
                        "the key has a passphrase: give a file whose first line it is",
                        {{}, 0, 0, "passphrase_file"});
        }
        typed = std::move(*answer);
    }
    if (typed.empty()) {
        throw Error(ErrorKind::usage, "a passphrase has at least one character",
                    {{}, 0, 0, "passphrase_file"});
    }
    return Secret(std::move(typed));
}

}  // namespace lethe::operation
