#include "lethe/io/secret.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <memory>

#include "lethe/core/error.h"
#include "lethe/io/file.h"

namespace lethe {
namespace {

constexpr std::size_t kShortest = 16;
constexpr std::size_t kTag = 16;
constexpr std::size_t kFill = 16;

const unsigned char* as_bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* as_bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

void require(int result) {
    if (result != 1) throw Error(ErrorKind::internal, "OpenSSL refused to work");
}

std::string hmac(const EVP_MD* digest, std::string_view key, std::string_view text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
    unsigned int size = 0;
    if (HMAC(digest, key.data(), static_cast<int>(key.size()), as_bytes(text), text.size(),
             out.data(), &size) == nullptr) {
        require(0);
    }
    return {reinterpret_cast<const char*>(out.data()), size};
}

using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, void (*)(EVP_CIPHER_CTX*)>;

CipherContext siv(std::string_view key, bool encrypt) {
    const std::unique_ptr<EVP_CIPHER, void (*)(EVP_CIPHER*)> cipher(
        EVP_CIPHER_fetch(nullptr, "AES-256-SIV", nullptr), &EVP_CIPHER_free);
    CipherContext context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    if (!cipher || !context) require(0);
    require(EVP_CipherInit_ex2(context.get(), cipher.get(), as_bytes(key), nullptr, encrypt ? 1 : 0,
                               nullptr));
    return context;
}

}  // namespace

Secret::~Secret() { OPENSSL_cleanse(bytes_.data(), bytes_.size()); }

Secret Secret::random(int bytes) {
    std::string made(static_cast<std::size_t>(bytes), '\0');
    require(RAND_bytes(as_bytes(made), bytes));
    return Secret(std::move(made));
}

Secret Secret::read(const std::string& path) {
    std::string bytes = read_file(path);
    if (bytes.size() < kShortest) {
        throw Error(ErrorKind::input,
                    fmt::format("a key or salt needs at least {} bytes; lethe key make makes one",
                                kShortest),
                    {path, 0, 0, {}});
    }
    return Secret(std::move(bytes));
}

std::string keyed_digest(const Secret& key, std::string_view text, int digits) {
    std::string hex;
    for (const char byte : hmac(EVP_sha256(), key.bytes(), text)) {
        hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    }
    return hex.substr(0, static_cast<std::size_t>(digits));
}

Secret derived_key(const Secret& key, std::string_view purpose) {
    return Secret(hmac(EVP_sha256(), key.bytes(), purpose));
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

Cipher::Cipher(const Secret& key)
    : key_(hmac(EVP_sha512(), key.bytes(), "lethe: key of AES-256-SIV")) {}

std::string Cipher::seal(std::string_view text) const {
    std::string filled(text);
    filled.resize((filled.size() / kFill + 1) * kFill, '\0');
    const CipherContext context = siv(key_.bytes(), true);
    std::string sealed(kTag + filled.size(), '\0');
    int size = 0;
    require(EVP_CipherUpdate(context.get(), as_bytes(sealed) + kTag, &size, as_bytes(filled),
                             static_cast<int>(filled.size())));
    int rest = 0;
    require(EVP_CipherFinal_ex(context.get(), as_bytes(sealed) + kTag + size, &rest));
    require(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, kTag, as_bytes(sealed)));
    return sealed;
}

std::optional<std::string> Cipher::open(std::string_view sealed) const {
    if (sealed.size() < kTag + kFill || (sealed.size() - kTag) % kFill != 0) return std::nullopt;
    const CipherContext context = siv(key_.bytes(), false);
    std::string tag(sealed.substr(0, kTag));
    sealed.remove_prefix(kTag);
    require(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, kTag, tag.data()));
    std::string text(sealed.size(), '\0');
    int size = 0;
    if (EVP_CipherUpdate(context.get(), as_bytes(text), &size, as_bytes(sealed),
                         static_cast<int>(sealed.size())) != 1) {
        return std::nullopt;
    }
    int rest = 0;
    if (EVP_CipherFinal_ex(context.get(), as_bytes(text) + size, &rest) != 1) return std::nullopt;
    text.resize(text.find_last_not_of('\0') + 1);
    return text;
}

namespace {
constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
}

std::string base64url(std::string_view bytes) {
    std::string text;
    unsigned held = 0;
    int bits = 0;
    for (const char byte : bytes) {
        held = held << 8 | static_cast<unsigned char>(byte);
        for (bits += 8; bits >= 6; bits -= 6) text += kDigits[held >> (bits - 6) & 0x3FU];
    }
    if (bits > 0) text += kDigits[held << (6 - bits) & 0x3FU];
    return text;
}

std::optional<std::string> from_base64url(std::string_view text) {
    std::string bytes;
    unsigned held = 0;
    int bits = 0;
    for (const char c : text) {
        const std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        held = held << 6 | static_cast<unsigned>(digit);
        bits += 6;
        if (bits >= 8) bytes += static_cast<char>(held >> (bits -= 8) & 0xFFU);
    }
    const bool clean = bits < 6 && (held & ((1U << bits) - 1)) == 0;
    return clean ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace lethe
