// Any bytes are a vault or an error of ours: as they are, and sealed, so that changes get past the
// seal.
#include <cstdlib>
#include <string>

#include "lethe/core/error.h"
#include "lethe/io/key_file.h"
#include "lethe/release/tables/vault.h"

namespace lethe::fuzz::vault {

void open_once(std::string_view bytes, const Secret& key) {
    try {
        const release::Vault opened = release::open_vault(bytes, key);
        const std::string again = release::sealed_vault(opened, key);
        if (release::open_vault(again, key).columns.size() != opened.columns.size()) std::abort();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input) std::abort();
    }
}

void run(std::string_view bytes) {
    static const Secret key(std::string(32, 'k'));
    static const Cipher cipher(derived_key(key, "lethe/vault/v1"));
    static const std::string line = "lethe-vault 1 " + key_fingerprint(key) + "\n";
    open_once(bytes, key);
    open_once(line + cipher.seal(line + std::string(bytes) + '\1'), key);
}

}  // namespace lethe::fuzz::vault
