// A release with pseudonyms together with the key that made it, and its vault where there is one.
#pragma once

#include <optional>
#include <string>

#include "lethe/io/key_file.h"
#include "lethe/operation/shared/key_source.h"
#include "lethe/release/tables/pseudonymous_release.h"
#include "lethe/release/tables/vault.h"

namespace lethe::operation {

struct OpenedRelease {
    release::PseudonymousRelease release;
    KeyFile key;
    int version = 1;  // of the key, that made the release
    std::optional<release::Vault> vault;

    const Secret& secret() const { return key.version(version).secret; }
    const release::Vault* vault_or_none() const { return vault ? &*vault : nullptr; }
};

// Error where the key is another, or the vault is not of this key (release/tables/vault.h).
OpenedRelease opened_release(const std::string& path, const KeySource& source,
                             const std::string& vault, Door& door);

// One of several values: "clinic / number".
std::string joined_values(const std::vector<std::string>& values);

}  // namespace lethe::operation
