// Key files: a key in its versions, each 32 random bytes, with a name and the days on which they
// were made. A text of JSON that its owner alone may read:
//
//   {"lethe_key": 1, "identifier": "people",
//    "versions": [{"version": 1, "made": "2024-05-31", "secret": "..."}]}
//
// With a passphrase each version has "sealed" in place of "secret": AES-SIV, under a key that
// scrypt makes of the passphrase (io/secret_passphrase.h), of identifier, version, day and secret
// together; the file's "passphrase" has scrypt's cost and salt.
//
// A file that is no such text is a bare key, as they were before there were key files: all of
// its bytes are the secret.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/io/secret.h"
#include "lethe/io/secret_passphrase.h"

namespace lethe {

struct KeyVersion {
    int version = 1;
    std::string made;  // the day, or empty: not known
    Secret secret;
};

struct KeyFile {
    std::string identifier;
    std::vector<KeyVersion> versions;  // 1, 2, ...; the newest last
    bool bare = false;
    bool has_passphrase = false;

    const KeyVersion& newest() const { return versions.back(); }
    // Error(usage) where there is none.
    const KeyVersion& version(std::int64_t number) const;
};

// By which a version is known again without telling it: 16 hexadecimal digits. Its first eight are
// the key_id of private logs.
std::string key_fingerprint(const Secret& secret);

using AskPassphrase = std::function<Secret()>;

// `ask` is called where the file has a passphrase. Errors do not name the file; Error(input) where
// others can read it (bare keys are taken as they are, see readable_by_others), where it is
// damaged, or the passphrase is another; Error(io).
KeyFile read_key_file(const std::string& path, const AskPassphrase& ask);
// The same of its text, whose owner may be anybody.
KeyFile parse_key_file(std::string text, const AskPassphrase& ask);

// A new version with a random secret, of that day.
void add_version(KeyFile& key, std::string made);

// The text of a key file; without a passphrase (null) it is in the clear.
std::string key_file_text(const KeyFile& key, const Secret* passphrase,
                          const ScryptCost& cost = {});

bool readable_by_others(const std::string& path);

}  // namespace lethe
