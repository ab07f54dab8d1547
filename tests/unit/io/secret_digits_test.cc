#include "lethe/io/secret_digits.h"

#include <gtest/gtest.h>

#include <set>

#include "lethe/core/error.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

std::string bytes_of(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    }
    return bytes;
}

std::vector<int> digits_from(const std::string& text) {
    std::vector<int> digits;
    for (const char c : text) digits.push_back(c <= '9' ? c - '0' : c - 'a' + 10);
    return digits;
}

struct Vector {
    std::string key, tweak;
    int radix;
    std::string open, sealed;
};

// The samples that NIST publishes of FF1, with AES-128, AES-192 and AES-256.
const std::vector<Vector>& nist_samples() {
    static const std::string k128 = "2B7E151628AED2A6ABF7158809CF4F3C";
    static const std::string k192 = k128 + "EF4359D8D580AA4F";
    static const std::string k256 = k192 + "7F036D6F04FC6A94";
    static const std::string tweak = "39383736353433323130", tweak36 = "3737373770717273373737";
    static const std::vector<Vector> all{
        {k128, "", 10, "0123456789", "2433477484"},
        {k128, tweak, 10, "0123456789", "6124200773"},
        {k128, tweak36, 36, "0123456789abcdefghi", "a9tv40mll9kdu509eum"},
        {k192, "", 10, "0123456789", "2830668132"},
        {k192, tweak, 10, "0123456789", "2496655549"},
        {k192, tweak36, 36, "0123456789abcdefghi", "xbj3kv35jrawxv32ysr"},
        {k256, "", 10, "0123456789", "6657667009"},
        {k256, tweak, 10, "0123456789", "1001623463"},
        {k256, tweak36, 36, "0123456789abcdefghi", "xs8a0azh2avyalyzuwd"}};
    return all;
}

TEST(DigitCipher, SamplesOfNist) {
    for (const Vector& one : nist_samples()) {
        const DigitCipher cipher(Secret(bytes_of(one.key)), one.radix, bytes_of(one.tweak));
        EXPECT_EQ(cipher.seal(digits_from(one.open)), digits_from(one.sealed)) << one.sealed;
        EXPECT_EQ(cipher.open(digits_from(one.sealed)), digits_from(one.open)) << one.sealed;
    }
}

TEST(DigitCipher, OpensWhatItSealed) {
    for (int i = 0; i < 400; ++i) {
        Draws draws = Random(3).stream("digits").at(i);
        const int radix = static_cast<int>(2 + draws.below(i % 3 == 0 ? 60000 : 40));
        const DigitCipher cipher(Secret(std::string(32, static_cast<char>(i))), radix,
                                 std::string(draws.below(40), 't'));
        std::vector<int> digits(2 + draws.below(60));
        for (int& digit : digits) {
            digit = static_cast<int>(draws.below(static_cast<std::uint64_t>(radix)));
        }
        if (!cipher.takes(digits.size())) continue;
        const std::vector<int> sealed = cipher.seal(digits);
        EXPECT_EQ(sealed.size(), digits.size());
        EXPECT_EQ(cipher.open(sealed), digits);
    }
}

TEST(DigitCipher, DifferentNumbersStayDifferent) {
    const DigitCipher cipher(Secret(std::string(32, 'k')), 10, "patient");
    std::set<std::vector<int>> seen;
    for (int i = 0; i < 5000; ++i) {
        std::vector<int> digits(6);
        for (int j = 5, rest = i * 7; j >= 0; --j, rest /= 10) {
            digits[static_cast<std::size_t>(j)] = rest % 10;
        }
        EXPECT_TRUE(seen.insert(cipher.seal(digits)).second);
    }
}

TEST(DigitCipher, RefusesWhatCouldBeTried) {
    const DigitCipher cipher(Secret(std::string(32, 'k')), 10, "");
    EXPECT_FALSE(cipher.takes(5));
    EXPECT_TRUE(cipher.takes(6));
    const std::vector<int> few{1, 2, 3, 4, 5}, wrong{1, 2, 3, 4, 5, 10};
    EXPECT_THROW(cipher.seal(few), Error);
    EXPECT_THROW(cipher.seal(wrong), Error);
    EXPECT_THROW(DigitCipher(Secret("short"), 10, "").seal(std::vector<int>(6, 1)), Error);
}

}  // namespace
}  // namespace lethe
