#include "lethe/io/secret_passphrase.h"

#include <openssl/evp.h>

#include <bit>
#include <string>

#include "lethe/core/error.h"

namespace lethe {

bool ScryptCost::sensible() const {
    constexpr std::uint64_t kMost = std::uint64_t{512} << 20;
    return std::has_single_bit(n) && n >= (1U << 10) && n <= (1U << 20) && r >= 1 && r <= 32 &&
           p >= 1 && p <= 16 && 128 * n * r <= kMost;
}

Secret key_of_passphrase(const Secret& passphrase, std::string_view salt, const ScryptCost& cost) {
    constexpr std::uint64_t kRoom = std::uint64_t{1} << 30;
    std::string key(32, '\0');
    const bool made = cost.sensible() &&
                      EVP_PBE_scrypt(passphrase.bytes().data(), passphrase.bytes().size(),
                                     reinterpret_cast<const unsigned char*>(salt.data()),
                                     salt.size(), cost.n, cost.r, cost.p, kRoom,
                                     reinterpret_cast<unsigned char*>(key.data()), key.size()) == 1;
    if (!made) throw Error(ErrorKind::internal, "OpenSSL made no key of the passphrase");
    return Secret(std::move(key));
}

}  // namespace lethe
