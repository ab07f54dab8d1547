// Keys and salts: read from a file or made at random, used, and never shown. OpenSSL underneath.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lethe {

// Bytes that are wiped from memory when the object goes. Never copied, never printed.
class Secret {
  public:
    explicit Secret(std::string bytes) : bytes_(std::move(bytes)) {}
    ~Secret();
    Secret(Secret&& other) noexcept : bytes_(std::move(other.bytes_)) { other.bytes_.clear(); }
    Secret& operator=(Secret&&) = delete;

    static Secret random(int bytes);
    // All bytes of a file count, also a line break at its end. Error(io), Error(input) below 16
    // bytes.
    static Secret read(const std::string& path);

    std::string_view bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

// HMAC with SHA-256 (RFC 2104), the first `digits` hexadecimal digits, at most 64.
std::string keyed_digest(const Secret& key, std::string_view text, int digits);

// A key of its own for a purpose: HMAC with SHA-256 of its name, 32 bytes. Of different purposes
// neither tells the other, nor the secret.
Secret derived_key(const Secret& key, std::string_view purpose);

// Whether two texts are the same, in a time that does not depend on where they differ. Lengths are
// no secret.
bool equal_in_constant_time(std::string_view a, std::string_view b);

// Deterministic authenticated encryption: AES-SIV with 256-bit keys (RFC 5297), its two keys
// derived from the secret. Equal texts give equal bytes, and a text that another key or nobody
// sealed does not open. Texts are filled up to a multiple of 16 bytes, so that their length does
// not tell them; they must not end in a zero byte.
class Cipher {
  public:
    explicit Cipher(const Secret& key);

    std::string seal(std::string_view text) const;  // 16 bytes longer than the filled text
    std::optional<std::string> open(std::string_view sealed) const;

  private:
    Secret key_;
};

// Base 64 with - and _ and without filling (RFC 4648, section 5).
std::string base64url(std::string_view bytes);
std::optional<std::string> from_base64url(std::string_view text);

}  // namespace lethe
