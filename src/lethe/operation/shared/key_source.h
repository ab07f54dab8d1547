// The key that an operation works with: a key file, and what it takes to read it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lethe/io/key_file.h"
#include "lethe/io/secret.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"

namespace lethe::operation {

struct KeySource {
    std::string key_file;
    std::optional<std::int64_t> key_version;
    std::string passphrase_file;

    // `text`: what the key is for.
    static Schema<KeySource> schema(std::string text);
    static Schema<KeySource> required_schema(std::string text);

    bool given() const { return !key_file.empty(); }
    // Error(input) and others as io/key_file.h has them; where the file has a passphrase it is read
    // from passphrase_file, or asked for where the door can ask. Says that others can read a bare
    // key.
    KeyFile read(Door& door) const;
    // Of the version that was asked for, or the newest.
    Secret secret(Door& door) const;
};

// The first line of the file, or what a person types. Error(usage) where there is neither.
Secret read_passphrase(const std::string& file, Door& door, const std::string& prompt);

}  // namespace lethe::operation
