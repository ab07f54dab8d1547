// A key from a passphrase: scrypt (RFC 7914). OpenSSL underneath.
#pragma once

#include <cstdint>
#include <string_view>

#include "lethe/io/secret.h"

namespace lethe {

// What it costs to try a passphrase: 128 r n bytes of memory, p times.
struct ScryptCost {
    std::uint64_t n = std::uint64_t{1} << 17;  // a power of two
    std::uint32_t r = 8;
    std::uint32_t p = 1;

    // Whether it is neither too little to protect anything nor more than a file may ask of its
    // reader: n from 2^10 to 2^20, and at most 512 MB.
    bool sensible() const;
};

// 32 bytes. Error(internal) unless the cost is sensible.
Secret key_of_passphrase(const Secret& passphrase, std::string_view salt, const ScryptCost& cost);

}  // namespace lethe
