// FF1 is a Feistel network of ten rounds over the two halves of the digits. In round i the half B
// is hashed (AES in CBC mode over lengths, tweak, i and B; then stretched to d bytes), and the hash
// is added to the half A, as numbers to the base of the radix, modulo what fits its length; then
// the halves change names. Opening goes the rounds back and subtracts.
#include "lethe/io/secret_digits.h"

#include <openssl/bn.h>
#include <openssl/evp.h>

#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "lethe/core/error.h"

namespace lethe {
namespace {

constexpr std::size_t kBlock = 16;
constexpr int kRounds = 10;
using Block = std::array<unsigned char, kBlock>;
using Big = std::unique_ptr<BIGNUM, void (*)(BIGNUM*)>;

void expect(bool fine) {
    if (!fine) throw Error(ErrorKind::internal, "these digits cannot be sealed");
}

Big big() {
    Big number(BN_new(), &BN_clear_free);
    expect(number != nullptr);
    return number;
}

// AES of single blocks.
class BlockCipher {
  public:
    explicit BlockCipher(const Secret& key) : context_(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free) {
        const std::size_t size = key.bytes().size();
        const EVP_CIPHER* cipher = size == 16   ? EVP_aes_128_ecb()
                                   : size == 24 ? EVP_aes_192_ecb()
                                   : size == 32 ? EVP_aes_256_ecb()
                                                : nullptr;
        expect(cipher != nullptr && context_ != nullptr);
        expect(EVP_EncryptInit_ex(context_.get(), cipher, nullptr,
                                  reinterpret_cast<const unsigned char*>(key.bytes().data()),
                                  nullptr) == 1);
        EVP_CIPHER_CTX_set_padding(context_.get(), 0);
    }

    Block operator()(const Block& in) const {
        Block out{};
        int size = 0;
        expect(EVP_EncryptUpdate(context_.get(), out.data(), &size, in.data(),
                                 static_cast<int>(kBlock)) == 1);
        return out;
    }

  private:
    std::unique_ptr<EVP_CIPHER_CTX, void (*)(EVP_CIPHER_CTX*)> context_;
};

// The last block of CBC without an initial one; `text` is a whole number of blocks.
Block chained(const BlockCipher& cipher, const std::string& text) {
    Block state{};
    for (std::size_t at = 0; at < text.size(); at += kBlock) {
        for (std::size_t i = 0; i < kBlock; ++i) {
            state[i] =
                static_cast<unsigned char>(state[i] ^ static_cast<unsigned char>(text[at + i]));
        }
        state = cipher(state);
    }
    return state;
}

// The block, and the cipher of it with 1, 2, ... added to its end by exclusive or: `size` bytes.
std::string stretched(const BlockCipher& cipher, const Block& block, std::size_t size) {
    std::string result(block.begin(), block.end());
    for (unsigned j = 1; result.size() < size; ++j) {
        Block next = block;
        for (std::size_t i = 0; i < 4; ++i) {
            next[kBlock - 1 - i] =
                static_cast<unsigned char>(next[kBlock - 1 - i] ^ (j >> (8 * i)));
        }
        next = cipher(next);
        result.append(next.begin(), next.end());
    }
    result.resize(size);
    return result;
}

void append_number(std::string& to, std::size_t value, int bytes) {
    for (int i = bytes - 1; i >= 0; --i) to += static_cast<char>(value >> (8 * i) & 0xFFU);
}

Big number_of(std::span<const int> digits, int radix) {
    Big number = big();
    for (const int digit : digits) {
        expect(digit >= 0 && digit < radix);
        expect(BN_mul_word(number.get(), static_cast<BN_ULONG>(radix)) == 1);
        expect(BN_add_word(number.get(), static_cast<BN_ULONG>(digit)) == 1);
    }
    return number;
}

std::vector<int> digits_of(BIGNUM* number, int radix, std::size_t length) {
    std::vector<int> digits(length);
    for (std::size_t i = length; i-- > 0;) {
        digits[i] = static_cast<int>(BN_div_word(number, static_cast<BN_ULONG>(radix)));
    }
    return digits;
}

// What all rounds of one list share.
struct Shape {
    std::size_t bytes = 0;      // of the number of a half: b
    std::size_t stretched = 0;  // bytes of a hash: d
    std::string head;           // lengths, radix: P
};

Shape shape_of(std::size_t length, int radix, std::size_t tweak) {
    const std::size_t u = length / 2, v = length - u;
    Shape shape;
    Big most = big();  // radix^v - 1, the largest number of a half
    const std::vector<int> nines(v, radix - 1);
    most = number_of(nines, radix);
    shape.bytes = static_cast<std::size_t>(BN_num_bytes(most.get()));
    shape.stretched = 4 * ((shape.bytes + 3) / 4) + 4;
    shape.head = {1, 2, 1};
    append_number(shape.head, static_cast<std::size_t>(radix), 3);
    shape.head += static_cast<char>(kRounds);
    append_number(shape.head, u & 0xFFU, 1);
    append_number(shape.head, length, 4);
    append_number(shape.head, tweak, 4);
    return shape;
}

Big hash_of(const BlockCipher& cipher, const Shape& shape, const std::string& tweak, int round,
            const BIGNUM* half) {
    std::string text = shape.head + tweak;
    text.append((kBlock - (tweak.size() + shape.bytes + 1) % kBlock) % kBlock, '\0');
    text += static_cast<char>(round);
    std::string bytes(shape.bytes, '\0');
    expect(BN_bn2binpad(half, reinterpret_cast<unsigned char*>(bytes.data()),
                        static_cast<int>(bytes.size())) >= 0);
    const std::string hash = stretched(cipher, chained(cipher, text + bytes), shape.stretched);
    Big number = big();
    expect(BN_bin2bn(reinterpret_cast<const unsigned char*>(hash.data()),
                     static_cast<int>(hash.size()), number.get()) != nullptr);
    return number;
}

}  // namespace

DigitCipher::DigitCipher(const Secret& key, int radix, std::string tweak)
    : key_(std::string(key.bytes())), radix_(radix), tweak_(std::move(tweak)) {
    expect(radix >= 2 && radix <= 65536);
}

bool DigitCipher::takes(std::size_t length) const {
    return length >= 2 && std::pow(radix_, static_cast<double>(length)) >= kLeastLists;
}

std::vector<int> DigitCipher::seal(std::span<const int> digits) const {
    return rounds(digits, true);
}
std::vector<int> DigitCipher::open(std::span<const int> sealed) const {
    return rounds(sealed, false);
}

std::vector<int> DigitCipher::rounds(std::span<const int> digits, bool sealing) const {
    expect(takes(digits.size()));
    const BlockCipher cipher(key_);
    const Shape shape = shape_of(digits.size(), radix_, tweak_.size());
    const std::unique_ptr<BN_CTX, void (*)(BN_CTX*)> scratch(BN_CTX_new(), &BN_CTX_free);
    expect(scratch != nullptr);
    const std::size_t u = digits.size() / 2;
    std::vector<int> a(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(u));
    std::vector<int> b(digits.begin() + static_cast<std::ptrdiff_t>(u), digits.end());
    for (int i = 0; i < kRounds; ++i) {
        // Going back, the halves have their names of after the round.
        const int round = sealing ? i : kRounds - 1 - i;
        const std::vector<int>& hashed = sealing ? b : a;
        const std::vector<int>& changed = sealing ? a : b;
        const Big hash = hash_of(cipher, shape, tweak_, round, number_of(hashed, radix_).get());
        const Big number = number_of(changed, radix_);
        const std::vector<int> nines(changed.size(), radix_ - 1);
        const Big modulus = number_of(nines, radix_);
        expect(BN_add_word(modulus.get(), 1) == 1);
        const Big sum = big();
        expect((sealing
                    ? BN_mod_add(sum.get(), number.get(), hash.get(), modulus.get(), scratch.get())
                    : BN_mod_sub(sum.get(), number.get(), hash.get(), modulus.get(),
                                 scratch.get())) == 1);
        std::vector<int> made = digits_of(sum.get(), radix_, changed.size());
        if (sealing) {
            a = std::exchange(b, std::move(made));
        } else {
            b = std::exchange(a, std::move(made));
        }
    }
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace lethe
