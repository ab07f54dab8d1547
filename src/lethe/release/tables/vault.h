// The vault: which pseudonym stands for whom, in a file of its own that the key seals. It is made
// on request, and whoever has the key and the vault gets the originals back, whatever the form of
// the pseudonyms.
//
//   "lethe-vault 1 FINGERPRINT\n", then AES-256-SIV (io/secret.h), under a key that follows from
//   the one whose fingerprint this is (io/key_file.h), of this first line and of the columns
//
// AES-SIV needs no nonce: the same release has the same vault, and nothing is lost where two are
// made with one key. Every changed byte is noticed.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/io/secret.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/plan.h"

namespace lethe::release {

struct VaultColumn {
    std::string column;
    // In the order of pseudonyms: a pseudonym, and the values that it stands for (of the column,
    // and of the parts that the step named).
    std::vector<std::pair<std::string, std::vector<std::string>>> pairs;
};

struct Vault {
    std::vector<VaultColumn> columns;
};

// Of the columns of the release that steps made pseudonyms of.
Vault vault_of(const Plan& plan, const Execution& execution);

std::string sealed_vault(const Vault& vault, const Secret& key);

// The fingerprint of the key that sealed it. Error(input) where the bytes are no vault.
std::string vault_fingerprint(std::string_view bytes);
// Error(input) where the key is another, or a byte was changed.
Vault open_vault(std::string_view bytes, const Secret& key);

}  // namespace lethe::release
